import type { Address } from '../../contract/fields.ts';
import type { Draft } from '../../mail/drafts.ts';
import { readAddressText } from '../../mail/mime/address-text.ts';
import { allOwnAddresses, shownName } from '../../mail/writing/original.ts';
import type { ReadDb } from '../../store/db.ts';
import { lettersAmong, type Letter } from './store.ts';

const most = 5;
/** Who was there once may have been so by chance. */
const least = 2;
const mostEvidence = 5;

export type Suggestion = {
  confidence: 'high' | 'medium' | 'low';
  display_name: string | null;
  email: string;
  evidence_msg_ids: string[];
  reason: string;
};

/** Who is most often there when the owner and those a draft goes to write to each other, and is not named yet. */
export function suggestedPeople(db: ReadDb, draft: Draft): Suggestion[] {
  const named = [draft.to_text, draft.cc_text, draft.bcc_text].flatMap((text) => readAddressText(text).addresses);
  if (named.length === 0 || draft.account === null) return [];
  const known = new Set([...named.map(({ email }) => email.toLowerCase()), ...allOwnAddresses(db)]);
  const letters = lettersAmong(db, draft.account, named);
  const [only] = named;
  const among = named.length === 1 && only ? shownName(only) : 'these people';
  return [...othersIn(letters, known).values()]
    .filter(({ message_ids }) => message_ids.length >= least)
    .toSorted((a, b) => b.message_ids.length - a.message_ids.length || a.email.localeCompare(b.email))
    .slice(0, most)
    .map(({ name, email, message_ids }) => ({
      confidence: confidenceIn(message_ids.length, letters.length),
      display_name: name,
      email,
      evidence_msg_ids: message_ids.slice(0, mostEvidence),
      reason: `Was in ${message_ids.length} of your last ${letters.length} messages with ${among}.`,
    }));
}

type Other = Address & { message_ids: string[] };

function othersIn(letters: readonly Letter[], known: ReadonlySet<string>): Map<string, Other> {
  const others = new Map<string, Other>();
  for (const { message_id, people } of letters) {
    const here = new Map(people.map((person) => [person.email.toLowerCase(), person]));
    for (const [email, { name }] of here) {
      if (known.has(email) || isMachine.test(email) || email === '') continue;
      const other = others.get(email) ?? { name: null, email, message_ids: [] };
      others.set(email, { ...other, name: other.name ?? name, message_ids: [...other.message_ids, message_id] });
    }
  }
  return others;
}

const isMachine = /^(?:no-?reply|do-?not-?reply|mailer-daemon|bounces?)\b/;

function confidenceIn(together: number, all: number): Suggestion['confidence'] {
  if (together >= 4 && together / all >= 0.6) return 'high';
  return together >= 3 && together / all >= 0.3 ? 'medium' : 'low';
}
