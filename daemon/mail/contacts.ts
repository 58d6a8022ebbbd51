import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';
import {
  contactMail,
  note,
  nothing,
  type Change,
  type Changes,
  type ContactMail,
  type ContactRow,
  type Counted,
} from './contact-changes.ts';
import { contactRank } from './contact-rank.ts';
import { contactWords } from './contact-words.ts';
import { flagBits } from './flags.ts';
import { newestReceived, newestSent, type Correspondent } from './newest-letters.ts';

/** Whom an account has had mail from or written to. */
export type Contact = Correspondent & Counted & { id: number };

/**
 * Keeps the contacts of an account current: every message that is stored or removed is noted, and `settle` writes what
 * came of it, inside the transaction of the mail itself. Whoever wrote is a contact, and whomever the owner wrote to. A
 * draft has been written to nobody yet.
 */
export function contactUpkeep(db: WriteDb, account: number) {
  const changes: Changes = new Map();
  return {
    added: (mail: ContactMail) => note(changes, mail, 1),
    removed: (mail: ContactMail) => note(changes, mail, -1),
    settle() {
      for (const [email, change] of changes) saveChange(db, { account, email }, change);
      changes.clear();
    },
  };
}

function saveChange(db: WriteDb, who: Correspondent, change: Change): void {
  const known = db.get<Contact>(sql`SELECT * FROM contacts WHERE account = ${who.account} AND email = ${who.email}`);
  const next = summed(known ?? nothing, change);
  if (next.received <= 0 && next.sent <= 0) {
    if (known) db.run(sql`DELETE FROM contacts WHERE id = ${known.id}`);
    return;
  }
  if (change.hasLostReceived) Object.assign(next, newestReceived(db, who));
  const { last_sent, called_at } = next;
  if (change.lostSent.some((lost) => lost === last_sent || lost === called_at))
    Object.assign(next, newestSent(db, who));
  const id = saveCounted(db, who, next);
  if (!known || known.name !== next.name || known.called !== next.called) saveWords(db, id, { ...who, ...next });
}

function summed(known: Counted, change: Change): Counted {
  const [named, called] = [
    change.named_at > known.named_at ? change : known,
    change.called_at > known.called_at ? change : known,
  ];
  return {
    name: named.name,
    named_at: named.named_at,
    called: called.called,
    called_at: called.called_at,
    received: Math.max(0, known.received + change.received),
    mailings: Math.max(0, known.mailings + change.mailings),
    sent: Math.max(0, known.sent + change.sent),
    last_received: Math.max(known.last_received, change.last_received),
    last_sent: Math.max(known.last_sent, change.last_sent),
  };
}

function saveCounted(db: WriteDb, { account, email }: Correspondent, counted: Counted): number {
  const { name, named_at, called, called_at, received, mailings, sent, last_received, last_sent } = counted;
  const rank = contactRank({ email, ...counted });
  const [saved] = db.all<{ id: number }>(sql`
    INSERT INTO contacts (account, email, name, named_at, called, called_at, received, mailings, sent, last_received,
      last_sent, rank)
    VALUES (${account}, ${email}, ${name}, ${named_at}, ${called}, ${called_at}, ${received}, ${mailings}, ${sent},
      ${last_received}, ${last_sent}, ${rank})
    ON CONFLICT (account, email) DO UPDATE SET name = excluded.name, named_at = excluded.named_at,
      called = excluded.called, called_at = excluded.called_at, received = excluded.received,
      mailings = excluded.mailings, sent = excluded.sent, last_received = excluded.last_received,
      last_sent = excluded.last_sent, rank = excluded.rank
    RETURNING id`);
  if (!saved) throw new Error('a contact was saved that is not there');
  return saved.id;
}

function saveWords(db: WriteDb, contact: number, named: Pick<Contact, 'email' | 'name' | 'called'>): void {
  db.run(sql`DELETE FROM contact_words WHERE contact = ${contact}`);
  db.run(sql`
    INSERT INTO contact_words (word, contact)
    SELECT value, ${contact} FROM json_each(${jsonList(contactWords(named))})`);
}

/** A message has become a draft, or is one no more. Call it once its flags are stored. */
export function noteDraft(db: WriteDb, message: number): void {
  for (const { account, ...row } of contactRows(db, [message])) {
    const upkeep = contactUpkeep(db, account);
    const mail = contactMail({ ...row, account, flags: row.flags & ~flagBits.DRAFT });
    if (row.flags & flagBits.DRAFT) upkeep.removed(mail);
    else upkeep.added(mail);
    upkeep.settle();
  }
}

/** Messages that counted as received were sent by the owner. Call it once their direction is stored. */
export function noteClaimed(db: WriteDb, messages: readonly number[]): void {
  noteTurned(db, messages, { from: 'inbound', to: 'outbound' });
}

/** Messages that counted as sent by the owner were received. Call it once their direction is stored. */
export function noteReleased(db: WriteDb, messages: readonly number[]): void {
  noteTurned(db, messages, { from: 'outbound', to: 'inbound' });
}

type Direction = ContactMail['direction'];

function noteTurned(db: WriteDb, messages: readonly number[], { from, to }: { from: Direction; to: Direction }): void {
  for (const [account, rows] of Map.groupBy(contactRows(db, messages), (row) => row.account)) {
    const upkeep = contactUpkeep(db, account);
    for (const mail of rows.map(contactMail)) {
      upkeep.removed({ ...mail, direction: from });
      upkeep.added({ ...mail, direction: to });
    }
    upkeep.settle();
  }
}

function contactRows(db: ReadDb, messages: readonly number[]): ContactRow[] {
  return db.all<ContactRow>(sql`
    SELECT account, direction, flags, sort_key, from_name, from_email, recipients, unsubscribe FROM messages
    WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
}

/** Contacts written in one transaction, so that none keeps a request waiting for long. */
const savedTogether = 200;

/** Counts the contacts of an account anew, from the mail that is stored, in transactions of its own. */
export function recountContacts(db: WriteDb, account: number): void {
  // Where it is broken off, the next start begins it again.
  db.run(sql`INSERT OR IGNORE INTO contacts_due (account) VALUES (${account})`);
  const changes = talliedContacts(db, account);
  while (removeSome(db, account));
  const counted = [...changes];
  while (counted.length > 0)
    db.transaction(() => {
      for (const [email, change] of counted.splice(0, savedTogether)) saveChange(db, { account, email }, change);
    });
  db.run(sql`DELETE FROM contacts_due WHERE account = ${account}`);
}

/** What the stored mail of an account says of its contacts, by address. */
export function talliedContacts(db: ReadDb, account: number): Changes {
  const changes: Changes = new Map();
  for (const row of db.each<ContactRow>(sql`
    SELECT account, direction, flags, sort_key, from_name, from_email,
      iif(direction = 'outbound', recipients, '{}') AS recipients, unsubscribe
    FROM messages WHERE account = ${account}`))
    note(changes, contactMail(row), 1);
  return changes;
}

function removeSome(db: WriteDb, account: number): boolean {
  const { changes } = db.run(sql`
    DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE account = ${account} LIMIT ${savedTogether})`);
  return changes > 0;
}

/** Accounts whose contacts have never been counted. */
export function contactsDue(db: ReadDb): number[] {
  return db.all<{ account: number }>(sql`SELECT account FROM contacts_due`).map(({ account }) => account);
}
