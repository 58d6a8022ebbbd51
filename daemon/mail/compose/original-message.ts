import { Failure } from '../../base/failure.ts';
import type { Address } from '../../contract/fields.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import { ownAddressesOf, primaryAddress, type Account } from '../accounts/accounts.ts';
import { dateFormatter } from '../lists/date-labels.ts';
import { requireMessage, messagesByIds, recipientsOf, displayInstant, type Message } from '../messages/messages.ts';
import { parseAddresses } from '../mime/address/addresses.ts';
import { readHeaders } from '../mime/headers/headers.ts';
import { parseMessage } from '../mime/parse.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { textFromHtml } from '../messages/texts.ts';
import type { ReplyHeaders } from './reply-recipients.ts';

type OriginalDeps = {
  db: ReadDb;
  blobs: string;
  now: Date;
  /** The IANA name of a time zone; undefined for the time zone of the machine. */
  zone: string | undefined;
};

/** A message that the user replies to or forwards, with the data the reply needs. */
export type OriginalMessage = {
  message: Message;
  account: Account;
  headers: ReplyHeaders;
  /** The account's address that received or sent the message. */
  ownAddress: Address;
  /** All addresses of the user in lower case. */
  ownAddresses: ReadonlySet<string>;
  /** Undefined if only the headers are stored here. */
  body: { text: string; html: string | undefined } | undefined;
  /** The date of the message as text. */
  dateText: string;
};

/** Loads a stored message for a reply or forward. Throws Failure `not_found`, `source_damaged`. */
export function loadOriginal(deps: OriginalDeps, accounts: readonly Account[], message_id: string): OriginalMessage {
  const { db, blobs, now, zone } = deps;
  const { id, account } = requireMessage(db, accounts, message_id);
  const [message] = messagesByIds(db, [id]);
  if (!message) throw new Failure('missing', 'not_found', 'There is no such message here. It may have been deleted.');
  const source = readSource(db, blobs, id);
  const headers = replyHeadersOf(message, source);
  const html = source && readBody(source).html;
  return {
    message,
    account,
    headers,
    ownAddress: ownAddress(db, account, message, headers),
    ownAddresses: allOwnAddresses(db),
    body: source && { text: textFromHtml(db, id)?.text ?? parseMessage(source).text, html },
    dateText: dateFormatter(now, zone).labels(displayInstant(message)).date_full,
  };
}

/** The display name of an address, or the address if there is no name. */
export function displayName({ name, email }: Address): string {
  return name || email || 'someone';
}

/** All addresses of the user in all accounts, in lower case. */
export function allOwnAddresses(db: ReadDb): Set<string> {
  const rows = db.all<{ email: string }>(sql`SELECT email FROM account_addresses`);
  return new Set(rows.map(({ email }) => email.toLowerCase()));
}

/** The number of newest messages that are searched for the user's display name. */
const maxScannedMessages = 5_000;

/** An address of the user with the display name last used in sent mail. The account name is private and is not used. */
export function senderAddress(db: ReadDb, { id }: Pick<Account, 'id'>, email: string): Address {
  const row = db.get<{ from_name: string }>(sql`
    SELECT from_name FROM (
      SELECT from_name, from_email, direction FROM messages WHERE account = ${id} ORDER BY sort_key DESC LIMIT ${maxScannedMessages})
    WHERE direction = 'outbound' AND from_email = ${email} COLLATE NOCASE AND from_name <> '' LIMIT 1`);
  return { name: row?.from_name ?? null, email };
}

/** The account of an address of the user; `first` if it has the address. */
export function accountOfAddress(
  db: ReadDb,
  accounts: readonly Account[],
  email: string,
  preferred: Account | undefined,
): Account | undefined {
  const owners = db.all<{ account: number }>(sql`
    SELECT account FROM account_addresses WHERE email = ${email} COLLATE NOCASE ORDER BY is_primary DESC, account`);
  const found = owners.flatMap(({ account }) => accounts.filter(({ id }) => id === account));
  return found.find(({ id }) => id === preferred?.id) ?? found[0];
}

function replyHeadersOf(message: Message, source: Uint8Array | undefined): ReplyHeaders {
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

/** RFC 2369, section 3.4: `<mailto:list@example.org>`; `NO` if posting is not allowed. */
function listPost(value: string | undefined): Address | null {
  const email = /<mailto:([^>?\s]+@[^>?\s]+)/i.exec(value ?? '')?.[1];
  return email === undefined ? null : { name: null, email: decodeUri(email) };
}

function decodeUri(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // An invalid percent escape: use the address unchanged.
    return text;
  }
}

/**
 * The account's own address in To, Cc, or the delivery address; mail from a list usually has only the delivery
 * address.
 */
export function ownAddress(
  db: ReadDb,
  account: Account,
  message: Message,
  { from, to, cc, isOwn }: Pick<ReplyHeaders, 'from' | 'to' | 'cc' | 'isOwn'>,
): Address {
  const own = ownAddressesOf(db, account.id);
  const delivered = deliveredTo(db, message.id).map((email): Address => ({ name: null, email }));
  const { bcc } = recipientsOf(message);
  const sent = isOwn ? [from] : [];
  const found = [...sent, ...to, ...cc, ...delivered, ...bcc].find(({ email }) => own.has(email.toLowerCase()));
  return senderAddress(db, account, found?.email ?? primaryAddress(db, account));
}

function deliveredTo(db: ReadDb, id: number): string[] {
  const row = db.get<{ delivered_to: string }>(sql`SELECT delivered_to FROM messages WHERE id = ${id}`);
  return (row?.delivered_to ?? '').split(' ').filter((email) => email !== '');
}
