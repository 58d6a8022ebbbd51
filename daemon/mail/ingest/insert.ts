import { instantOf } from '../../base/clock.ts';
import { nameId } from '../../base/ids.ts';
import type { Arrival } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { kindOfMessage, saveKind } from '../classification/store.ts';
import { idRule, preferredSortKey } from './identity.ts';
import type { ParsedAttachment } from '../mime/parsed-message.ts';
import type { PreparedMessage } from './prepare.ts';
import { compress, saveSource } from '../sources/source.ts';
import type { ThreadMember } from '../threads/summary.ts';
import { findOrCreateThread } from '../threads/threads.ts';

export type InsertDeps = {
  db: WriteDb;
  now: () => Date;
  /**
   * The last sort key assigned for a preferred sort key: a thousand messages of the same second then cost one look-up
   * each.
   */
  sortKeys: Map<number, number>;
};

export type Owner = {
  account: Pick<Account, 'id' | 'account_id'>;
  /** Addresses whose mail is outbound, in lower case. */
  own: ReadonlySet<string>;
};

type ArrivalFields = Pick<Arrival, 'received' | 'provider_thread_id'>;
type NewMessageState = { flags: number; keywords: string; live: boolean; isAwaited?: boolean; isOnlyCopy: boolean };
/** `isFirst`: the message begins a thread. */
export type InsertedMessage = ThreadMember & { id: number; thread: number; position: number; isFirst: boolean };

/** Inserts the rows of a new message and queues it for the index. The caller saves its placement. */
export function insertMessage(
  deps: InsertDeps,
  { account, own }: Owner,
  { arrival, parsed, cut, message_id, size }: PreparedMessage<ArrivalFields>,
  { flags, keywords, live, isAwaited = false, isOnlyCopy }: NewMessageState,
): InsertedMessage {
  const { db, now, sortKeys } = deps;
  const providerThreadId = arrival.provider_thread_id ?? null;
  const { thread, isNew } = findOrCreateThread(db, account, { ...parsed, message_id, providerThreadId });
  const sort_key = freeSortKey(db, sortKeys, preferredSortKey(parsed.date, arrival.received));
  const { from, to, cc, bcc, reply_to } = parsed;
  const direction = own.has(from.email.toLowerCase()) ? 'outbound' : 'inbound';
  const attachment_count = parsed.attachments.filter(({ disposition }) => disposition !== 'inline').length;
  const { id } = db.run(sql`
    INSERT INTO messages (account, message_id, thread, sort_key, position, date, received_at, subject, snippet,
      from_name, from_email, recipients, header_id, in_reply_to, reference_ids, list_id, unsubscribe, direction,
      flags, keywords, size, attachment_count, content_flags, delivered_to, report, notes, stored_at, id_rule)
    VALUES (${account.id}, ${message_id}, ${thread}, ${sort_key}, ${sort_key}, ${parsed.date}, ${instantOf(arrival.received)},
      ${parsed.subject}, ${parsed.snippet}, ${from.name}, ${from.email}, ${JSON.stringify({ to, cc, bcc, reply_to })},
      ${parsed.header_id}, ${parsed.in_reply_to}, ${JSON.stringify(parsed.references)}, ${parsed.list_id},
      ${JSON.stringify(parsed.unsubscribe)}, ${direction},
      ${flags}, ${keywords}, ${size}, ${attachment_count},
      ${parsed.contentFlags}, ${parsed.delivered_to.map((address) => `${address} `).join('')},
      ${parsed.report && JSON.stringify(parsed.report)}, ${JSON.stringify(parsed.notes)}, ${instantOf(now())},
      ${idRule})`);
  if (parsed.text_origin !== 'exact')
    db.run(sql`
      INSERT INTO message_texts (message, text, origin)
      VALUES (${id}, ${compress(Buffer.from(parsed.text))}, ${parsed.text_origin})`);
  saveSource(db, id, cut, isOnlyCopy);
  if (direction === 'inbound') saveKind(db, { id, account: account.id, isNew: live }, kindOfMessage(parsed, own));
  for (const [ordinal, attachment] of parsed.attachments.entries())
    insertAttachment(db, { id, message_id }, ordinal, attachment);
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live)
    VALUES (${account.id}, ${sort_key}, 'put', ${live || isAwaited})`);
  return { id, thread, isFirst: isNew, position: sort_key, flags, attachment_count, ...from, direction };
}

function insertAttachment(
  db: WriteDb,
  { id, message_id }: { id: number; message_id: string },
  ordinal: number,
  { filename, mime_type, size, disposition, content_id, part, start, end, encoding }: ParsedAttachment,
): void {
  db.run(sql`
    INSERT INTO attachments (message, ordinal, attachment_id, filename, mime_type, size, disposition, content_id,
      part, start, "end", encoding)
    VALUES (${id}, ${ordinal}, ${nameId(`attachment\0${ordinal}`, message_id)}, ${baseName(filename)}, ${mime_type},
      ${size}, ${disposition}, ${content_id}, ${part}, ${start}, ${end}, ${encoding})`);
}

/** The name of a file without the folders that a sender adds, in the path syntax of any system. */
function baseName(filename: string): string {
  const name = filename.split(/[/\\]/).findLast((part) => part !== '');
  return name === undefined || name === '.' || name === '..' ? 'unnamed' : name;
}

/** `preferred`, or the next free second. */
function freeSortKey(db: ReadDb, assigned: Map<number, number>, preferred: number): number {
  let key = assigned.get(preferred) ?? preferred;
  while (db.get(sql`SELECT 1 FROM messages WHERE sort_key = ${key}`)) key++;
  if (assigned.size > 10_000) assigned.clear();
  if (key !== preferred) assigned.set(preferred, key);
  return key;
}
