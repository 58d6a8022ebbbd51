import { domainToASCII } from 'node:url';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { addressKey } from '../contact-changes.ts';
import { listedFiles, type Draft, type DraftFile } from '../drafts.ts';
import { messagesByIds, recipientsOf, type Message, type Recipients } from '../messages.ts';
import { readAddressText } from '../mime/address-text.ts';
import { projectHtml } from '../text/project.ts';
import { markQuotes, ownText } from '../text/quotes.ts';
import { allOwnAddresses } from '../writing/original.ts';
import { forwardSubject, replySubject } from '../writing/subject.ts';

/** Somebody a draft goes to; `key` is the address as addresses are compared, `domain` its A-labels. */
export type Recipient = { email: string; key: string; domain: string; name: string | null; kind: 'to' | 'cc' | 'bcc' };

/** What the owner knows of an address, over all accounts. */
export type Acquaintance = { received: number; mailings: number; sent: number; names: string };

/** A draft as the rules read it. */
export type CheckedDraft = {
  draft: Draft;
  recipients: Recipient[];
  /** What stands in the address lines and is no address. */
  bad: string[];
  /** The owner's addresses, of all accounts. */
  own: ReadonlySet<string>;
  /** Whom of the recipients the owner has had mail from or written to, by key. */
  known: ReadonlyMap<string, Acquaintance>;
  /** What the owner wrote: without what is quoted or passed on, and without how it is signed. */
  written: string;
  /** All that is theirs, signatures in the text too. Of a message that answers nothing that is all of it. */
  said: string;
  /** What others wrote before. */
  repeated: string;
  /** Whether the subject is that of the message which is answered or forwarded. */
  isSubjectRepeated: boolean;
  /** Files that are attached, and those shown in the text. */
  files: DraftFile[];
  /** The message that is answered or forwarded, where it is here. */
  original: Original | undefined;
};

export type Original = Pick<Message, 'message_id' | 'direction' | 'list_id' | 'subject'> & {
  from: string;
  recipients: Recipients;
  deliveredTo: string[];
};

export function readDraft(db: ReadDb, draft: Draft): CheckedDraft {
  const { recipients, bad } = addressed(draft);
  const text = textOf(draft);
  const { said, repeated } = draft.intent === 'new' ? { said: text, repeated: '' } : dividedText(text);
  const original = draft.source === null ? undefined : originalOf(db, draft.source);
  return {
    draft,
    recipients,
    bad,
    own: allOwnAddresses(db),
    known: acquaintances(db, recipients),
    written: ownText(text),
    said,
    repeated,
    isSubjectRepeated: original !== undefined && isSubjectOf(original, draft.subject),
    files: listedFiles(db, draft.id),
    original,
  };
}

export function domainOf(email: string): string {
  return normalDomain(email.slice(email.lastIndexOf('@') + 1));
}

/** Whether a domain is one of these or lies below one. */
export function isWithin(domain: string, domains: Iterable<string>): boolean {
  return [...domains].map(normalDomain).some((each) => domain === each || domain.endsWith(`.${each}`));
}

function normalDomain(domain: string): string {
  const ascii = /[^\x21-\x7e]/.test(domain) ? domainToASCII(domain) || domain : domain;
  return ascii.toLowerCase().replace(/\.$/, '');
}

function addressed({ to_text, cc_text, bcc_text }: Draft): Pick<CheckedDraft, 'recipients' | 'bad'> {
  const recipients = new Map<string, Recipient>();
  const bad: string[] = [];
  for (const [kind, text] of [
    ['to', to_text],
    ['cc', cc_text],
    ['bcc', bcc_text],
  ] as const) {
    const typed = readAddressText(text);
    bad.push(...typed.bad);
    for (const { email, name } of typed.addresses) {
      const key = addressKey(email);
      if (!recipients.has(key)) recipients.set(key, { email, key, domain: domainOf(email), name, kind });
    }
  }
  return { recipients: [...recipients.values()], bad };
}

function textOf({ body_kind, body }: Draft): string {
  return body_kind === 'html' ? projectHtml(body).text : body;
}

function dividedText(text: string): { said: string; repeated: string } {
  const blocks = markQuotes(text);
  const joined = (isOwn: boolean) =>
    blocks
      .filter(({ kind }) => (kind === 'own' || kind === 'signature') === isOwn)
      .map(({ start, end }) => text.slice(start, end))
      .join('\n');
  return { said: joined(true), repeated: joined(false) };
}

function acquaintances(db: ReadDb, recipients: readonly Recipient[]): Map<string, Acquaintance> {
  const rows = db.all<Acquaintance & { email: string }>(sql`
    SELECT email, sum(received) AS received, sum(mailings) AS mailings, sum(sent) AS sent,
      coalesce(group_concat(coalesce(name, '') || ' ' || coalesce(called, ''), ' '), '') AS names
    FROM contacts
    WHERE account IN (SELECT id FROM accounts)
      AND email IN (SELECT value FROM json_each(${jsonList(recipients.map(({ key }) => key))}))
    GROUP BY email`);
  return new Map(rows.map(({ email, ...known }) => [email, known]));
}

function isSubjectOf({ subject }: Original, written: string): boolean {
  return [subject, replySubject(subject), forwardSubject(subject)].includes(written);
}

function originalOf(db: ReadDb, id: number): Original | undefined {
  const [message] = messagesByIds(db, [id]);
  if (!message) return undefined;
  const { message_id, direction, list_id, subject, from_email: from } = message;
  const { delivered_to } = db.get<{ delivered_to: string }>(sql`SELECT delivered_to FROM messages WHERE id = ${id}`)!;
  const deliveredTo = delivered_to.split(' ').filter((email) => email !== '');
  return { message_id, direction, list_id, subject, from, recipients: recipientsOf(message), deliveredTo };
}
