import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { searchPrefixes } from '../../mail/contacts/search-words.ts';
import type { Contact } from '../../mail/contacts/contacts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import type { CorrespondenceMessage } from '../../mail/contacts/correspondence.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';

/**
 * Addresses that match the typed text, the most likely first; the user's own come last. Addresses that sent only spam are
 * left out.
 */
export function suggestContacts(db: ReadDb, accounts: readonly number[], typed: string, limit: number): string[] {
  const among = jsonList(accounts);
  const own = new Set(accounts.flatMap((account) => [...ownAddressesOf(db, account)]));
  const [found, ownFound] = [new Set<string>(), new Set<string>()];
  for (const { email, sent } of candidates(db, among, searchPrefixes(typed))) {
    if (own.has(email)) ownFound.add(email);
    else if (!found.has(email) && (sent > 0 || hasNonSpamMail(db, among, email))) found.add(email);
    if (found.size === limit) break;
  }
  return [...found, ...ownFound].slice(0, limit);
}

/** Each of the words is a prefix of a word of the contact. */
function candidates(db: ReadDb, accounts: string, words: readonly string[]): Iterable<{ email: string; sent: number }> {
  const [first, ...others] = words.toSorted((a, b) => b.length - a.length);
  if (first === undefined)
    return db.each(sql`
      SELECT email, sent FROM contacts WHERE account IN (SELECT value FROM json_each(${accounts})) ORDER BY rank DESC, email`);
  return db.each(sql`
    SELECT c.email, c.sent FROM contacts c
    WHERE c.id IN (SELECT contact FROM contact_words WHERE word >= ${first} AND word < ${first} || char(1114111))
      AND c.account IN (SELECT value FROM json_each(${accounts}))
      AND NOT EXISTS (
        SELECT 1 FROM json_each(${jsonList(others)}) typed WHERE NOT EXISTS (
          SELECT 1 FROM contact_words w
          WHERE w.contact = c.id AND w.word >= typed.value AND w.word < typed.value || char(1114111)))
    ORDER BY c.rank DESC, c.email`);
}

function hasNonSpamMail(db: ReadDb, accounts: string, email: string): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM messages
      WHERE from_email = ${email} COLLATE NOCASE AND account IN (SELECT value FROM json_each(${accounts}))
        AND flags & ${flagBits.SPAM} = 0 LIMIT 1`) !== undefined
  );
}

/** The contacts of addresses, in each of the accounts. */
export function contactsOf(db: ReadDb, accounts: readonly number[], emails: readonly string[]): Contact[] {
  return db.all<Contact>(sql`
    SELECT * FROM contacts WHERE account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND email IN (SELECT value FROM json_each(${jsonList(emails)}))`);
}

/** The number of unread messages from an address. `flags & 1` is written as in the index, so that SQLite uses it. */
export function countUnread(db: ReadDb, accounts: readonly number[], email: string): number {
  return (
    db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM messages
      WHERE from_email = ${email} COLLATE NOCASE AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
        AND flags & 1 = 0`)?.n ?? 0
  );
}

/** When the user wrote in threads, oldest first. */
export function ownMessages(
  db: ReadDb,
  threads: readonly number[],
): Pick<CorrespondenceMessage, 'thread' | 'sort_key'>[] {
  return db.all(sql`
    SELECT thread, sort_key FROM messages
    WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)})) AND direction = 'outbound'
      AND flags & ${flagBits.DRAFT} = 0 ORDER BY thread, sort_key`);
}

/** The attachments of messages, without embedded images. */
export function attachmentsOn(db: ReadDb, messages: readonly number[]): { count: number; bytes: number } {
  const sum = db.get<{ count: number; bytes: number }>(sql`
    SELECT count(*) AS count, coalesce(sum(size), 0) AS bytes FROM attachments
    WHERE message IN (SELECT value FROM json_each(${jsonList(messages)})) AND disposition <> 'inline'`);
  return sum ?? { count: 0, bytes: 0 };
}

/** The number of threads of these messages in the inbox. */
export function countInInbox(db: ReadDb, messages: readonly number[]): number {
  return (
    db.get<{ n: number }>(sql`
      SELECT count(DISTINCT m.thread) AS n FROM messages m JOIN label_threads lt ON lt.thread = m.thread
      JOIN labels l ON l.id = lt.label
      WHERE m.id IN (SELECT value FROM json_each(${jsonList(messages)})) AND l.role = 'inbox'`)?.n ?? 0
  );
}

/** The subject of the message with a sort key. */
export function subjectAt(db: ReadDb, sort_key: number): string {
  return db.get<{ subject: string }>(sql`SELECT subject FROM messages WHERE sort_key = ${sort_key}`)?.subject ?? '';
}
