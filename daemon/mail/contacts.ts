import type { Address } from '../contract/fields.ts';
import { sql, type ReadDb, type WriteDb } from '../store/db.ts';
import { flagBits } from './flags.ts';
import type { Recipients } from './messages.ts';

/** Whom an account has had mail from or written to. The instants are sort keys of messages; 0 for none. */
export type Contact = {
  id: number;
  account: number;
  /** Lower-case. */
  email: string;
  name: string | null;
  received: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** A message as far as contacts follow from it. */
export type ContactMail = {
  direction: 'inbound' | 'outbound';
  flags: number;
  sort_key: number;
  from: Address;
  /** To, Cc and Bcc. */
  recipients: readonly Address[];
};

type Change = Omit<Contact, 'id' | 'account' | 'email' | 'name'> & { name: string | null; named_at: number };

/**
 * Keeps the contacts of an account current: every message that is stored or removed is noted, and `settle` writes what
 * came of it, inside the transaction of the mail itself. Whoever wrote is a contact, and whomever the owner wrote to. A
 * draft has been written to nobody yet.
 */
export function contactUpkeep(db: WriteDb, account: number) {
  const changes = new Map<string, Change>();
  const count = (mail: ContactMail, by: 1 | -1) => {
    if (mail.flags & flagBits.DRAFT) return;
    if (mail.direction === 'inbound') noteSender(changes, mail, by);
    else for (const recipient of mail.recipients) noteRecipient(changes, recipient, mail.sort_key, by);
  };
  return {
    added: (mail: ContactMail) => count(mail, 1),
    removed: (mail: ContactMail) => count(mail, -1),
    settle() {
      for (const [email, change] of changes) saveChange(db, { account, email }, change);
      changes.clear();
    },
  };
}

function noteSender(changes: Map<string, Change>, { from, sort_key }: ContactMail, by: 1 | -1): void {
  const change = changeOf(changes, from);
  if (!change) return;
  change.received += by;
  if (by < 0) return;
  change.last_received = Math.max(change.last_received, sort_key);
  if (from.name && sort_key >= change.named_at) Object.assign(change, { name: from.name, named_at: sort_key });
}

/** What others call somebody stands in only until they say their name themselves. */
function noteRecipient(changes: Map<string, Change>, recipient: Address, sort_key: number, by: 1 | -1): void {
  const change = changeOf(changes, recipient);
  if (!change) return;
  change.sent += by;
  if (by > 0) change.last_sent = Math.max(change.last_sent, sort_key);
  change.name ??= by > 0 ? recipient.name : null;
}

function changeOf(changes: Map<string, Change>, { email }: Address): Change | undefined {
  const key = email.trim().toLowerCase();
  if (!key.includes('@') || key.length > 320) return undefined;
  const known = changes.get(key);
  if (known) return known;
  const change = { name: null, named_at: 0, received: 0, sent: 0, last_received: 0, last_sent: 0 };
  changes.set(key, change);
  return change;
}

type Stored = Contact & { named_at: number };

function saveChange(db: WriteDb, { account, email }: Pick<Contact, 'account' | 'email'>, change: Change): void {
  const known = db.get<Stored>(sql`SELECT * FROM contacts WHERE account = ${account} AND email = ${email}`);
  if (!known) return addContact(db, { account, email }, change);
  const [received, sent] = [known.received + change.received, known.sent + change.sent];
  if (received <= 0 && sent <= 0) return void db.run(sql`DELETE FROM contacts WHERE id = ${known.id}`);
  const isNamed = change.name !== null && (known.name === null || change.named_at > known.named_at);
  const { name, named_at } = isNamed ? change : known;
  const last_received =
    change.received < 0 ? newestFrom(db, known) : Math.max(known.last_received, change.last_received);
  db.run(sql`
    UPDATE contacts SET name = ${name}, named_at = ${named_at}, received = ${Math.max(0, received)}, sent = ${Math.max(0, sent)},
      last_received = ${last_received}, last_sent = ${Math.max(known.last_sent, change.last_sent)} WHERE id = ${known.id}`);
  if (name !== known.name) saveWords(db, known.id, { email, name });
}

function addContact(db: WriteDb, { account, email }: Pick<Contact, 'account' | 'email'>, change: Change): void {
  const { name, named_at, received, sent, last_received, last_sent } = change;
  if (received <= 0 && sent <= 0) return;
  const { id } = db.run(sql`
    INSERT INTO contacts (account, email, name, named_at, received, sent, last_received, last_sent)
    VALUES (${account}, ${email}, ${name}, ${named_at}, ${Math.max(0, received)}, ${Math.max(0, sent)}, ${last_received}, ${last_sent})`);
  saveWords(db, id, { email, name });
}

function newestFrom(db: ReadDb, { account, email }: Pick<Contact, 'account' | 'email'>): number {
  const row = db.get<{ newest: number | null }>(sql`
    SELECT max(sort_key) AS newest FROM messages WHERE account = ${account} AND from_email = ${email} COLLATE NOCASE`);
  return row?.newest ?? 0;
}

function saveWords(db: WriteDb, contact: number, named: Pick<Contact, 'email' | 'name'>): void {
  db.run(sql`DELETE FROM contact_words WHERE contact = ${contact}`);
  for (const word of contactWords(named))
    db.run(sql`INSERT INTO contact_words (word, contact) VALUES (${word}, ${contact})`);
}

/** Lower case, compatibility forms and accents taken off: as contacts are found, whoever types. */
export function foldedName(text: string): string {
  return text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().normalize('NFKC');
}

/** The words a contact is found by, from their beginning: of the name and of the address, the address, its domain. */
export function contactWords({ email, name }: Pick<Contact, 'email' | 'name'>): string[] {
  const address = foldedName(email);
  const domain = address.slice(address.lastIndexOf('@') + 1);
  const parts = [...wordsIn(address.slice(0, address.lastIndexOf('@'))), ...wordsIn(domain)];
  return [...new Set([address, domain, ...parts, ...wordsIn(foldedName(name ?? ''))])].slice(0, 40);
}

function wordsIn(text: string): string[] {
  return (text.slice(0, 400).match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => word.slice(0, 60));
}

/** Counts the contacts of an account anew, from the mail that is stored. */
export function recountContacts(db: WriteDb, account: number): void {
  const upkeep = contactUpkeep(db, account);
  type Row = Omit<ContactMail, 'from' | 'recipients'> & { name: string | null; email: string; recipients: string };
  db.transaction(() => {
    db.run(sql`DELETE FROM contacts WHERE account = ${account}`);
    for (const { name, email, recipients, ...mail } of db.each<Row>(sql`
      SELECT direction, flags, sort_key, from_name AS name, from_email AS email,
        iif(direction = 'outbound', recipients, '{}') AS recipients FROM messages WHERE account = ${account}`))
      upkeep.added({ ...mail, from: { name, email }, recipients: writtenTo(recipients) });
    upkeep.settle();
    db.run(sql`DELETE FROM contacts_due WHERE account = ${account}`);
  });
}

/** Accounts whose contacts have never been counted. */
export function contactsDue(db: ReadDb): number[] {
  return db.all<{ account: number }>(sql`SELECT account FROM contacts_due`).map(({ account }) => account);
}

/** Everybody a message went to, from the recipients as they are stored. */
export function writtenTo(recipients: string): Address[] {
  const { to = [], cc = [], bcc = [] } = JSON.parse(recipients) as Partial<Recipients>;
  return [...to, ...cc, ...bcc];
}
