import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import {
  contactMessageOf,
  countMessage,
  emptyStats,
  type ContactChange,
  type ContactChanges,
  type ContactMessage,
  type ContactRow,
  type ContactStats,
} from './changes.ts';
import { contactRank } from './rank.ts';
import { contactSearchWords } from './search-words.ts';
import { flagBits } from '../messages/flags.ts';
import { latestReceived, latestSent, type Correspondent } from './latest-correspondence.ts';

/** A correspondent of an account, with counters. */
export type Contact = Correspondent & ContactStats & { id: number };

/**
 * Keeps the contacts of an account current: the caller reports every stored and removed message, and `save` writes
 * the result inside the transaction of the messages. Senders are contacts, and recipients of sent mail. A draft has
 * no recipients yet.
 */
export function contactCounter(db: WriteDb, account: number) {
  const changes: ContactChanges = new Map();
  return {
    addMessage: (mail: ContactMessage) => countMessage(changes, mail, 1),
    removeMessage: (mail: ContactMessage) => countMessage(changes, mail, -1),
    save() {
      for (const [email, change] of changes) saveChange(db, { account, email }, change);
      changes.clear();
    },
  };
}

function saveChange(db: WriteDb, correspondent: Correspondent, change: ContactChange): void {
  const existing = db.get<Contact>(
    sql`SELECT * FROM contacts WHERE account = ${correspondent.account} AND email = ${correspondent.email}`,
  );
  const updated = addStats(existing ?? emptyStats, change);
  if (updated.received <= 0 && updated.sent <= 0) {
    if (existing) db.run(sql`DELETE FROM contacts WHERE id = ${existing.id}`);
    return;
  }
  if (change.hasRemovedReceived) Object.assign(updated, latestReceived(db, correspondent));
  const { last_sent, name_by_owner_at } = updated;
  if (change.removedSent.some((removed) => removed === last_sent || removed === name_by_owner_at))
    Object.assign(updated, latestSent(db, correspondent));
  const id = saveStats(db, correspondent, updated);
  if (!existing || existing.name !== updated.name || existing.name_by_owner !== updated.name_by_owner)
    saveWords(db, id, { ...correspondent, ...updated });
}

function addStats(existing: ContactStats, change: ContactChange): ContactStats {
  const [named, namedByOwner] = [
    change.name_at > existing.name_at ? change : existing,
    change.name_by_owner_at > existing.name_by_owner_at ? change : existing,
  ];
  return {
    name: named.name,
    name_at: named.name_at,
    name_by_owner: namedByOwner.name_by_owner,
    name_by_owner_at: namedByOwner.name_by_owner_at,
    received: Math.max(0, existing.received + change.received),
    mailings: Math.max(0, existing.mailings + change.mailings),
    sent: Math.max(0, existing.sent + change.sent),
    last_received: Math.max(existing.last_received, change.last_received),
    last_sent: Math.max(existing.last_sent, change.last_sent),
  };
}

function saveStats(db: WriteDb, { account, email }: Correspondent, stats: ContactStats): number {
  const { name, name_at, name_by_owner, name_by_owner_at, received, mailings, sent, last_received, last_sent } = stats;
  const rank = contactRank({ email, ...stats });
  const [saved] = db.all<{ id: number }>(sql`
    INSERT INTO contacts (account, email, name, name_at, name_by_owner, name_by_owner_at, received, mailings, sent, last_received,
      last_sent, rank)
    VALUES (${account}, ${email}, ${name}, ${name_at}, ${name_by_owner}, ${name_by_owner_at}, ${received}, ${mailings}, ${sent},
      ${last_received}, ${last_sent}, ${rank})
    ON CONFLICT (account, email) DO UPDATE SET name = excluded.name, name_at = excluded.name_at,
      name_by_owner = excluded.name_by_owner, name_by_owner_at = excluded.name_by_owner_at, received = excluded.received,
      mailings = excluded.mailings, sent = excluded.sent, last_received = excluded.last_received,
      last_sent = excluded.last_sent, rank = excluded.rank
    RETURNING id`);
  if (!saved) throw new Error('the saved contact wasn’t returned');
  return saved.id;
}

function saveWords(db: WriteDb, contact: number, named: Pick<Contact, 'email' | 'name' | 'name_by_owner'>): void {
  db.run(sql`DELETE FROM contact_words WHERE contact = ${contact}`);
  db.run(sql`
    INSERT INTO contact_words (word, contact)
    SELECT value, ${contact} FROM json_each(${jsonList(contactSearchWords(named))})`);
}

/** Recounts contacts after a message became a draft or stopped being a draft. Call it after its flags are stored. */
export function recountDraftChange(db: WriteDb, message: number): void {
  for (const { account, ...row } of contactRows(db, [message])) {
    const counter = contactCounter(db, account);
    const mail = contactMessageOf({ ...row, account, flags: row.flags & ~flagBits.DRAFT });
    if (row.flags & flagBits.DRAFT) counter.removeMessage(mail);
    else counter.addMessage(mail);
    counter.save();
  }
}

/** Recounts contacts after received messages were marked as sent. Call it after their direction is stored. */
export function recountAsSent(db: WriteDb, messages: readonly number[]): void {
  recountDirection(db, messages, { from: 'inbound', to: 'outbound' });
}

/** Recounts contacts after sent messages were marked as received. Call it after their direction is stored. */
export function recountAsReceived(db: WriteDb, messages: readonly number[]): void {
  recountDirection(db, messages, { from: 'outbound', to: 'inbound' });
}

type Direction = ContactMessage['direction'];

function recountDirection(
  db: WriteDb,
  messages: readonly number[],
  { from, to }: { from: Direction; to: Direction },
): void {
  for (const [account, rows] of Map.groupBy(contactRows(db, messages), (row) => row.account)) {
    const counter = contactCounter(db, account);
    for (const mail of rows.map(contactMessageOf)) {
      counter.removeMessage({ ...mail, direction: from });
      counter.addMessage({ ...mail, direction: to });
    }
    counter.save();
  }
}

function contactRows(db: ReadDb, messages: readonly number[]): ContactRow[] {
  return db.all<ContactRow>(sql`
    SELECT account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe FROM messages
    WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** Contacts written in one transaction, so that requests do not wait long. */
const contactsPerTransaction = 200;

/** Recounts the contacts of an account from the stored mail, in its own transactions. */
export function recountContacts(db: WriteDb, account: number): void {
  // If the recount is interrupted, the next start repeats it.
  db.run(sql`INSERT OR IGNORE INTO contacts_due (account) VALUES (${account})`);
  const changes = tallyContacts(db, account);
  while (removeContactBatch(db, account));
  const remaining = [...changes];
  while (remaining.length > 0)
    db.transaction(() => {
      for (const [email, change] of remaining.splice(0, contactsPerTransaction))
        saveChange(db, { account, email }, change);
    });
  db.run(sql`DELETE FROM contacts_due WHERE account = ${account}`);
}

/** Computes the contacts of an account from its stored mail, by address. */
export function tallyContacts(db: ReadDb, account: number): ContactChanges {
  const changes: ContactChanges = new Map();
  for (const row of db.each<ContactRow>(sql`
    SELECT account, direction, flags, sort_key, from_name, from_email,
      iif(direction = 'outbound', recipients, '{}') AS recipients, unsubscribe
    FROM messages WHERE account = ${account}`))
    countMessage(changes, contactMessageOf(row), 1);
  return changes;
}

function removeContactBatch(db: WriteDb, account: number): boolean {
  const { changes } = db.run(sql`
    DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE account = ${account} LIMIT ${contactsPerTransaction})`);
  return changes > 0;
}

/** Accounts whose contacts have never been counted. */
export function accountsWithoutContactCounts(db: ReadDb): number[] {
  return db.all<{ account: number }>(sql`SELECT account FROM contacts_due`).map(({ account }) => account);
}
