import { Failure } from '../../base/failure.ts';
import type { Address } from '../../contract/fields.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { addressesOf, primaryAddress, type Account } from '../accounts.ts';
import { dateWriter } from '../dates.ts';
import { messageOf, messagesByIds, recipientsOf, shownInstant, type Message } from '../messages.ts';
import { parseAddresses } from '../mime/addresses.ts';
import { readHeaders } from '../mime/headers.ts';
import { parseMessage } from '../mime/parse.ts';
import { readBody } from '../mime/read.ts';
import { readSource } from '../source.ts';
import { drawnText } from '../texts.ts';
import type { Addressed } from './addressees.ts';

export type WritingParts = {
  db: ReadDb;
  blobs: string;
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** A message that is answered or forwarded, with what an answer needs of it. */
export type Original = {
  message: Message;
  account: Account;
  addressed: Addressed;
  /** The address of the account that it came to, or was sent from. */
  own: Address;
  /** Every address of the owner's, lower-case. */
  allOwn: ReadonlySet<string>;
  /** Undefined where only its headers are here. */
  body: { text: string; html: string | undefined } | undefined;
  /** When it was sent, in words. */
  when: string;
};

/** A stored message as one that is answered. Throws Failure `not_found`, `source_damaged`. */
export function originalOf(parts: WritingParts, accounts: readonly Account[], message_id: string): Original {
  const { db, blobs, now, zone } = parts;
  const { id, account } = messageOf(db, accounts, message_id);
  const [message] = messagesByIds(db, [id]);
  if (!message) throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  const source = readSource(db, blobs, id);
  const addressed = addressedOf(message, source);
  const html = source && readBody(source).html;
  return {
    message,
    account,
    addressed,
    own: ownAddress(db, account, message, addressed),
    allOwn: allOwnAddresses(db),
    body: source && { text: drawnText(db, id)?.text ?? parseMessage(source).text, html },
    when: dateWriter(now, zone).labels(shownInstant(message)).date_full,
  };
}

/** Whom an answer goes by: `name` where there is one. */
export function shownName({ name, email }: Address): string {
  return name || email || 'somebody';
}

/** Every address of the owner's, of all accounts, lower-case. */
export function allOwnAddresses(db: ReadDb): Set<string> {
  const rows = db.all<{ email: string }>(sql`SELECT email FROM account_addresses`);
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** So many of the newest messages are looked through for what the owner calls themselves. */
const mostLookedAt = 5_000;

/** One of the owner's addresses with the name they last wrote from it under: that of the account is for them alone. */
export function senderNamed(db: ReadDb, { id }: Pick<Account, 'id'>, email: string): Address {
  const row = db.get<{ from_name: string }>(sql`
    SELECT from_name FROM (
      SELECT from_name, from_email, direction FROM messages WHERE account = ${id} ORDER BY sort_key DESC LIMIT ${mostLookedAt})
    WHERE direction = 'outbound' AND from_email = ${email} COLLATE NOCASE AND from_name <> '' LIMIT 1`);
  return { name: row?.from_name ?? null, email };
}

/** The account that an address of the owner's belongs to; `first` where that is one of them. */
export function accountWith(
  db: ReadDb,
  accounts: readonly Account[],
  email: string,
  first: Account | undefined,
): Account | undefined {
  const owners = db.all<{ account: number }>(sql`
    SELECT account FROM account_addresses WHERE email = ${email} COLLATE NOCASE ORDER BY is_primary DESC, account`);
  const found = owners.flatMap(({ account }) => accounts.filter(({ id }) => id === account));
  return found.find(({ id }) => id === first?.id) ?? found[0];
}

function addressedOf(message: Message, source: Uint8Array | undefined): Addressed {
  const { to, cc, reply_to } = recipientsOf(message);
  const headers = source && readHeaders(source, 0, source.length);
  const field = (name: string) =>
    (headers?.all(name) ?? []).flatMap(parseAddresses).filter(({ email }) => email !== '');
  return {
    from: { name: message.from_name, email: message.from_email },
    to,
    cc,
    reply_to,
    mail_reply_to: field('mail-reply-to'),
    mail_followup_to: field('mail-followup-to'),
    list_post: listPost(headers?.first('list-post')),
    isOwn: message.direction === 'outbound',
  };
}

/** RFC 2369, section 3.4: `<mailto:list@example.org>`; `NO` where nobody may post. */
function listPost(value: string | undefined): Address | null {
  const email = /<mailto:([^>?\s]+@[^>?\s]+)/i.exec(value ?? '')?.[1];
  return email === undefined ? null : { name: null, email: decoded(email) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // A stray percent sign: the address is taken as it stands.
    return text;
  }
}

/** The account's own address in To, Cc, or where the mail was delivered to; for mail from a list mostly the last. */
export function ownAddress(
  db: ReadDb,
  account: Account,
  message: Message,
  { from, to, cc, isOwn }: Pick<Addressed, 'from' | 'to' | 'cc' | 'isOwn'>,
): Address {
  const own = addressesOf(db, account.id);
  const delivered = deliveredTo(db, message.id).map((email): Address => ({ name: null, email }));
  const { bcc } = recipientsOf(message);
  const sent = isOwn ? [from] : [];
  const found = [...sent, ...to, ...cc, ...delivered, ...bcc].find(({ email }) => own.has(email.toLowerCase()));
  return senderNamed(db, account, found?.email ?? primaryAddress(db, account));
}

function deliveredTo(db: ReadDb, id: number): string[] {
  const row = db.get<{ delivered_to: string }>(sql`SELECT delivered_to FROM messages WHERE id = ${id}`);
  return (row?.delivered_to ?? '').split(' ').filter((email) => email !== '');
}
