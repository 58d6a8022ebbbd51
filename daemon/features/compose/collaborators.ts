import type { Address } from '../../contract/fields.ts';
import type { Draft } from '../../mail/drafts/drafts.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import { allOwnAddresses, displayName } from '../../mail/compose/original-message.ts';
import type { ReadDb } from '../../store/db.ts';
import { messagesAmong, type MessageParticipants } from './store.ts';

const maxSuggestions = 5;
/** A single shared message may be a coincidence. */
const minMessages = 2;
const maxEvidence = 5;

type Suggestion = {
  confidence: 'high' | 'medium' | 'low';
  display_name: string | null;
  email: string;
  evidence_msg_ids: string[];
  reason: string;
};

/**
 * The people that most often take part when the user and the recipients of a draft write to each other, and that are not
 * recipients yet.
 */
export function suggestRecipients(db: ReadDb, draft: Draft): Suggestion[] {
  const named = [draft.to_text, draft.cc_text, draft.bcc_text].flatMap((text) => parseAddressText(text).addresses);
  if (named.length === 0 || draft.account === null) return [];
  const excluded = new Set([...named.map(({ email }) => email.toLowerCase()), ...allOwnAddresses(db)]);
  const messages = messagesAmong(db, draft.account, named);
  const [onlyRecipient] = named;
  const recipientsText = named.length === 1 && onlyRecipient ? displayName(onlyRecipient) : 'these people';
  return [...candidatesIn(messages, excluded).values()]
    .filter(({ message_ids }) => message_ids.length >= minMessages)
    .toSorted((a, b) => b.message_ids.length - a.message_ids.length || a.email.localeCompare(b.email))
    .slice(0, maxSuggestions)
    .map(({ name, email, message_ids }) => ({
      confidence: confidenceIn(message_ids.length, messages.length),
      display_name: name,
      email,
      evidence_msg_ids: message_ids.slice(0, maxEvidence),
      reason: `Was in ${message_ids.length} of your last ${messages.length} messages with ${recipientsText}.`,
    }));
}

type Candidate = Address & { message_ids: string[] };

function candidatesIn(messages: readonly MessageParticipants[], excluded: ReadonlySet<string>): Map<string, Candidate> {
  const candidates = new Map<string, Candidate>();
  for (const { message_id, people } of messages) {
    const participants = new Map(people.map((person) => [person.email.toLowerCase(), person]));
    for (const [email, { name }] of participants) {
      if (excluded.has(email) || automatedAddress.test(email) || email === '') continue;
      const candidate = candidates.get(email) ?? { name: null, email, message_ids: [] };
      candidates.set(email, {
        ...candidate,
        name: candidate.name ?? name,
        message_ids: [...candidate.message_ids, message_id],
      });
    }
  }
  return candidates;
}

const automatedAddress = /^(?:no-?reply|do-?not-?reply|mailer-daemon|bounces?)\b/;

function confidenceIn(together: number, all: number): Suggestion['confidence'] {
  if (together >= 4 && together / all >= 0.6) return 'high';
  return together >= 3 && together / all >= 0.3 ? 'medium' : 'low';
}
