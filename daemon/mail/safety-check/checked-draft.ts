import { domainToASCII } from 'node:url';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { addressKey } from '../contacts/changes.ts';
import { listedFiles, type Draft, type DraftFile } from '../drafts/drafts.ts';
import { messagesByIds, recipientsOf, type Message, type Recipients } from '../messages/messages.ts';
import { parseAddressText } from '../mime/address/address-text.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { splitIntoBlocks, ownText } from '../text/quotes.ts';
import { allOwnAddresses } from '../compose/original-message.ts';
import { forwardSubject, replySubject } from '../compose/subject.ts';

/** A recipient of a draft; `key` is the address in canonical form, `domain` is in A-labels. */
export type Recipient = { email: string; key: string; domain: string; name: string | null; kind: 'to' | 'cc' | 'bcc' };

/** The user's correspondence with an address, over all accounts. */
type CorrespondenceHistory = { received: number; mailings: number; sent: number; names: string };

/** A draft in the form that the rules read. */
export type CheckedDraft = {
  draft: Draft;
  recipients: Recipient[];
  /** Invalid text in the address fields. */
  invalidAddresses: string[];
  /** The user's addresses, of all accounts. */
  ownAddresses: ReadonlySet<string>;
  /** Previous correspondence with the recipients, by key. */
  history: ReadonlyMap<string, CorrespondenceHistory>;
  /** The text that the user wrote: without quoted or forwarded text, and without signatures. */
  ownText: string;
  /** All text of the user, signatures included. If the message answers no other, this is the whole text. */
  ownTextAndSignature: string;
  /** The text of earlier messages. */
  quotedText: string;
  /** Whether the subject is taken from the answered or forwarded message. */
  isSubjectInherited: boolean;
  /** Attached files, and files shown in the text. */
  files: DraftFile[];
  /** The answered or forwarded message, if it is stored. */
  original: CheckedOriginal | undefined;
};

export type CheckedOriginal = Pick<Message, 'message_id' | 'direction' | 'list_id' | 'subject'> & {
  from: string;
  recipients: Recipients;
  deliveredTo: string[];
};

export function readDraft(db: ReadDb, draft: Draft): CheckedDraft {
  const { recipients, invalidAddresses } = parseRecipients(draft);
  const text = plainTextOf(draft);
  const { ownTextAndSignature, quotedText } =
    draft.intent === 'new' ? { ownTextAndSignature: text, quotedText: '' } : splitQuotedText(text);
  const original = draft.source === null ? undefined : readOriginal(db, draft.source);
  return {
    draft,
    recipients,
    invalidAddresses,
    ownAddresses: allOwnAddresses(db),
    history: correspondenceHistories(db, recipients),
    ownText: ownText(text),
    ownTextAndSignature,
    quotedText,
    isSubjectInherited: original !== undefined && isSubjectOf(original, draft.subject),
    files: listedFiles(db, draft.id),
    original,
  };
}

export function domainOf(email: string): string {
  return normalDomain(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether a domain is one of these or a subdomain of one. */
export function isWithin(domain: string, domains: Iterable<string>): boolean {
  return [...domains].map(normalDomain).some((each) => domain === each || domain.endsWith(`.${each}`));
}

function normalDomain(domain: string): string {
  const ascii = /[^\x21-\x7e]/.test(domain) ? domainToASCII(domain) || domain : domain;
  return ascii.toLowerCase().replace(/\.$/, '');
}

function parseRecipients({ to_text, cc_text, bcc_text }: Draft): Pick<CheckedDraft, 'recipients' | 'invalidAddresses'> {
  const recipients = new Map<string, Recipient>();
  const invalidAddresses: string[] = [];
  for (const [kind, text] of [
    ['to', to_text],
    ['cc', cc_text],
    ['bcc', bcc_text],
  ] as const) {
    const typed = parseAddressText(text);
    invalidAddresses.push(...typed.invalid);
    for (const { email, name } of typed.addresses) {
      const key = addressKey(email);
      if (!recipients.has(key)) recipients.set(key, { email, key, domain: domainOf(email), name, kind });
    }
  }
  return { recipients: [...recipients.values()], invalidAddresses };
}

function plainTextOf({ body_kind, body }: Draft): string {
  return body_kind === 'html' ? htmlToText(body).text : body;
}

function splitQuotedText(text: string): { ownTextAndSignature: string; quotedText: string } {
  const blocks = splitIntoBlocks(text);
  const joinBlocks = (isOwn: boolean) =>
    blocks
      .filter(({ kind }) => (kind === 'own' || kind === 'signature') === isOwn)
      .map(({ start, end }) => text.slice(start, end))
      .join('\n');
  return { ownTextAndSignature: joinBlocks(true), quotedText: joinBlocks(false) };
}

function correspondenceHistories(db: ReadDb, recipients: readonly Recipient[]): Map<string, CorrespondenceHistory> {
  const rows = db.all<CorrespondenceHistory & { email: string }>(sql`
    SELECT email, sum(received) AS received, sum(mailings) AS mailings, sum(sent) AS sent,
      coalesce(group_concat(coalesce(name, '') || ' ' || coalesce(name_by_owner, ''), ' '), '') AS names
    FROM contacts
    WHERE account IN (SELECT id FROM accounts)
      AND email IN (SELECT value FROM json_each(${jsonList(recipients.map(({ key }) => key))}))
    GROUP BY email`);
  return new Map(rows.map(({ email, ...known }) => [email, known]));
}

function isSubjectOf({ subject }: CheckedOriginal, draftSubject: string): boolean {
  return [subject, replySubject(subject), forwardSubject(subject)].includes(draftSubject);
}

function readOriginal(db: ReadDb, id: number): CheckedOriginal | undefined {
  const [message] = messagesByIds(db, [id]);
  if (!message) return undefined;
  const { message_id, direction, list_id, subject, from_email: from } = message;
  const { delivered_to } = db.get<{ delivered_to: string }>(sql`SELECT delivered_to FROM messages WHERE id = ${id}`)!;
  const deliveredTo = delivered_to.split(' ').filter((email) => email !== '');
  return { message_id, direction, list_id, subject, from, recipients: recipientsOf(message), deliveredTo };
}
