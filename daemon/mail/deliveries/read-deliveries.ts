import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { senderProofReader } from '../authentication/trust.ts';
import { kindsOf } from '../classification/store.ts';
import { flagBits } from '../messages/flags.ts';
import { displayInstant } from '../messages/messages.ts';
import { headerFields } from '../mime/headers/headers.ts';
import { readBody } from '../mime/read-body.ts';
import { readSource } from '../sources/source.ts';
import { htmlToText } from '../text/html-to-text.ts';
import { carrierOfHost } from './carriers.ts';
import { evidenceIn, type ReadMessage } from './evidence.ts';
import type { Link } from './find-numbers.ts';
import { shopOfDomain } from './shops.ts';
import { isAboutDelivery, statusIn } from './status-words.ts';
import type { Reading } from './store.ts';
import { structuredData } from './structured-data.ts';

/** Which messages are looked through: those after an internal id, those after a sort key, or some by internal id. */
export type DeliveryRange = { after: number; by: 'id' | 'sort_key' } | { messages: readonly number[] };

export type DeliveryRequest = {
  range: DeliveryRange;
  accounts: readonly Account[];
  /** Older mail is passed over: unix seconds. */
  since: number;
  /** Servers that the user trusts to say who mail is from. */
  forwarders: readonly string[];
  /** Looks through one message alone. */
  isSingle?: boolean;
};

/** What a part of the mail tells. `last` is where to go on; undefined at the end. */
export type DeliveryReadings = {
  scanned: number;
  shortlisted: number;
  last: number | undefined;
  readings: Reading[];
  /** Messages whose senders are being checked, by internal id: to be read again. */
  unsettled: number[];
};

type Row = {
  id: number;
  message_id: string;
  account: number;
  sort_key: number;
  date: string | null;
  received_at: string;
  subject: string;
  snippet: string;
  from_name: string | null;
  from_email: string;
  list_id: string | null;
  size: number;
};

/** Rows of messages, and messages that are read in full, in one call: a reader answers other requests in between. */
const rowsPerCall = 400;
const readPerCall = 8;
/** Mail about a delivery is small. */
const maxSize = 3_000_000;
const ignored = flagBits.DRAFT | flagBits.SENT | flagBits.SPAM | flagBits.TRASH;

type ReaderOptions = {
  db: ReadDb;
  blobs: string;
  /** The reader’s zone, by its IANA name; undefined is the machine’s. */
  zone: string | undefined;
};

type DeliveryReader = (request: DeliveryRequest) => DeliveryReadings;

/**
 * Looks through received mail for deliveries. Only messages whose subject, beginning or sender suggest one are read. What is known of
 * the servers of accounts is kept from call to call.
 */
export function deliveryReader({ db, blobs, zone }: ReaderOptions): DeliveryReader {
  let trusted: readonly string[] = [];
  const proofOf = senderProofReader({ blobs, forwarders: () => trusted });
  return (request) => {
    trusted = request.forwarders;
    return readDeliveries({ db, blobs, zone, proofOf }, request);
  };
}

type ReadDeps = ReaderOptions & { proofOf: ReturnType<typeof senderProofReader> };

function readDeliveries(
  deps: ReadDeps,
  { range, accounts, since, isSingle = false }: DeliveryRequest,
): DeliveryReadings {
  const { db } = deps;
  const limit = isSingle ? 1 : rowsPerCall;
  const rows = rowsOf(db, accounts, { range, limit });
  const isEnd = 'messages' in range || rows.length < limit;
  const result: DeliveryReadings = { scanned: 0, shortlisted: 0, last: undefined, readings: [], unsettled: [] };
  for (const row of rows) {
    if (row.sort_key < since) continue;
    result.scanned += 1;
    if (!('messages' in range) && !isShortlisted(row)) continue;
    const account = accounts.find(({ id }) => id === row.account);
    const read = account && readMessage(deps, account, row);
    if (!read) continue;
    result.shortlisted += 1;
    const { evidence, isUnsettled } = read;
    result.readings.push({ message: row.id, message_id: row.message_id, account: row.account, evidence });
    if (isUnsettled) result.unsettled.push(row.id);
    if (result.shortlisted === readPerCall && !('messages' in range)) return { ...result, last: row[range.by] };
  }
  const last = rows.at(-1);
  if (isEnd || !last || 'messages' in range) return result;
  return { ...result, last: last[range.by] };
}

function rowsOf(
  db: ReadDb,
  accounts: readonly Account[],
  { range, limit }: { range: DeliveryRange; limit: number },
): Row[] {
  const ids = jsonList(accounts.map(({ id }) => id));
  if ('messages' in range)
    return db.all<Row>(sql`
      SELECT id, message_id, account, sort_key, date, received_at, subject, snippet, from_name, from_email, list_id, size
      FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(range.messages)}))
        AND account IN (SELECT value FROM json_each(${ids})) AND flags & ${ignored} = 0`);
  if (range.by === 'sort_key')
    return db.all<Row>(sql`
      SELECT id, message_id, account, sort_key, date, received_at, subject, snippet, from_name, from_email, list_id, size
      FROM messages WHERE sort_key > ${range.after} AND direction = 'inbound' AND flags & ${ignored} = 0
        AND +account IN (SELECT value FROM json_each(${ids}))
      ORDER BY sort_key LIMIT ${limit}`);
  return db.all<Row>(sql`
    SELECT id, message_id, account, sort_key, date, received_at, subject, snippet, from_name, from_email, list_id, size
    FROM messages WHERE id > ${range.after} AND direction = 'inbound' AND flags & ${ignored} = 0
      AND +account IN (SELECT value FROM json_each(${ids}))
    ORDER BY id LIMIT ${limit}`);
}

/** How many messages a scan looks through. */
export function countScannable(db: ReadDb, accounts: readonly Pick<Account, 'id'>[], since: number): number {
  const ids = jsonList(accounts.map(({ id }) => id));
  return (
    db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM messages WHERE sort_key >= ${since} AND direction = 'inbound' AND flags & ${ignored} = 0
        AND +account IN (SELECT value FROM json_each(${ids}))`)?.n ?? 0
  );
}

const trackingWords =
  /track|sendungs|suivi|seguimiento|rastre|tracciamento|zending|przesył|paczk|追跡|伝票|お問い合わせ番号|تتبع/iu;

/** Whether what a list shows of a message suggests that it is about a delivery. */
function isShortlisted({ subject, snippet, from_email, size }: Row): boolean {
  if (size > maxSize) return false;
  const domain = from_email.slice(from_email.lastIndexOf('@') + 1);
  if (carrierOfHost(domain) !== undefined) return true;
  const shown = `${subject}\n${snippet}`;
  if (!isAboutDelivery(shown)) return false;
  return shopOfDomain(domain) !== undefined || trackingWords.test(shown) || statusIn(shown) !== undefined;
}

/** Undefined if the message is no longer stored, or only its header is. */
function readMessage({ db, blobs, zone, proofOf }: ReadDeps, account: Account, row: Row) {
  const source = sourceOf(db, blobs, row.id);
  if (!source) return undefined;
  const proof = proofOf(db, account, { id: row.id, email: row.from_email, fields: headerFields(source) });
  const message = {
    fromName: row.from_name,
    fromEmail: row.from_email,
    subject: row.subject,
    sentAt: displayInstant(row),
    kind: kindsOf(db, [row.id]).get(row.id)?.kind ?? null,
    isOnList: row.list_id !== null,
    proof: proof.outcome,
    ...shownParts(source),
  };
  return { evidence: evidenceIn(message, zone), isUnsettled: proof.isCheckPending };
}

/** What a message shows its reader, and its data for programs. */
export function shownParts(source: Uint8Array): Pick<ReadMessage, 'text' | 'links' | 'data'> {
  const { html, text, origin } = readBody(source);
  // Of two forms of a message, one may leave out what the other shows.
  const shown = html !== undefined && origin === 'exact' ? `${text}\n${htmlToText(html).text}` : text;
  return { text: shown, links: linksIn(html ?? '', shown), data: structuredData(html ?? '') };
}

/** A damaged message stays damaged and tells nothing; another failure is passed on. */
function sourceOf(db: ReadDb, blobs: string, message: number): Uint8Array | undefined {
  try {
    return readSource(db, blobs, message);
  } catch (failed) {
    if (failed instanceof Failure && diskProblemOf(failed) === undefined) return undefined;
    throw failed;
  }
}

const maxLinks = 400;

function linksIn(html: string, text: string): Link[] {
  const links: Link[] = [];
  const patterns = [
    { of: html, pattern: /\bhref\s{0,9}=\s{0,9}["']?\s{0,9}(?<target>https?:\/\/[^"'\s>]{1,2000})/gi },
    { of: text, pattern: /(?<target>https?:\/\/[^\s<>"')\]]{1,2000})/gi },
  ];
  for (const { of, pattern } of patterns)
    for (const { groups } of of.matchAll(pattern)) {
      if (links.length >= maxLinks) return links;
      links.push({ target: (groups?.['target'] ?? '').replaceAll('&amp;', '&') });
    }
  return links;
}
