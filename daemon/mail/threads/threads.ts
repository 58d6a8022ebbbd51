import { hash } from 'node:crypto';
import { nameId, timeId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

/**
 * The facts that determine the conversation of a message (RFC 5322, section 3.6.4): its id, and the ids it names. The
 * subject never joins messages.
 */
type ThreadFacts = {
  message_id: string;
  header_id: string | null;
  in_reply_to: string | null;
  references: readonly string[];
  /** Separates messages with the same Message-ID; it never joins any. */
  subject: string;
  /** The server's own id of the conversation; if there is one, it alone decides. */
  providerThreadId: string | null;
};

type Owner = Pick<Account, 'id' | 'account_id'>;

/**
 * The conversation of a message, found by any Message-ID it has or names, or created; `isNew` tells which. A message
 * that links several conversations merges them: the one with the most messages survives, and the ids of the others
 * resolve to it permanently.
 */
export function findOrCreateThread(
  db: WriteDb,
  account: Owner,
  facts: ThreadFacts,
): { thread: number; isNew: boolean } {
  const references = referencesOf(db, account, facts);
  const keys = references.map((reference) => referenceKey(reference));
  const known = new Set<number>();
  const unknown = keys.filter((key) => {
    const thread = threadByReference(db, account, key);
    if (thread !== undefined) known.add(thread);
    return thread === undefined;
  });
  const thread = known.size > 1 ? mergeThreads(db, [...known]) : [...known][0];
  const joined = thread ?? createThread(db, account, references[0] ?? facts.message_id);
  for (const key of unknown)
    db.run(sql`INSERT INTO thread_references (account, reference, thread) VALUES (${account.id}, ${key}, ${joined})`);
  return { thread: joined, isNew: thread === undefined };
}

/** The ids that determine the conversation, oldest first. */
function referencesOf(db: ReadDb, account: Owner, facts: ThreadFacts): string[] {
  // Message-IDs contain no spaces, so a server's id cannot collide with one.
  if (facts.providerThreadId !== null) return [`conversation ${facts.providerThreadId}`];
  const named = [...facts.references, ...(facts.in_reply_to === null ? [] : [facts.in_reply_to])];
  const own = facts.header_id === null || isReused(db, account, facts) ? [] : [facts.header_id];
  return [...new Set([...named, ...own])];
}

/**
 * Whether the Message-ID belongs to another message with another subject: some senders give all their mail the same id.
 */
function isReused(db: ReadDb, account: Owner, { header_id, subject }: ThreadFacts): boolean {
  const other = db.get<{ subject: string }>(
    sql`SELECT subject FROM messages WHERE header_id = ${header_id} COLLATE NOCASE AND account = ${account.id} LIMIT 1`,
  );
  return other !== undefined && baseSubject(other.subject) !== baseSubject(subject);
}

/** A subject without the prefixes of replies and lists. */
function baseSubject(subject: string): string {
  let base = subject.trim().toLowerCase();
  for (;;) {
    const shorter = base.replace(/^(?:\p{L}{2,4}(?:\[\d+\])?:|\[[^\]]{0,100}\])\s*/u, '');
    if (shorter === base) return base.replace(/\s+/g, ' ');
    base = shorter;
  }
}

/** 64 bits of a Message-ID's hash: a tenth of the space of the id itself. */
function referenceKey(reference: string): bigint {
  return hash('sha1', reference, 'buffer').readBigInt64BE(0);
}

/**
 * Whether any message of an account has this Message-ID (without brackets), or names it. Not for servers that assign
 * conversation ids.
 */
export function isMessageIdKnown(db: ReadDb, account: number, header_id: string): boolean {
  const isHere = db.get(sql`
    SELECT 1 FROM messages WHERE header_id = ${header_id} COLLATE NOCASE AND +account = ${account} LIMIT 1`);
  return isHere !== undefined || threadByReference(db, { id: account }, referenceKey(header_id)) !== undefined;
}

function threadByReference(db: ReadDb, account: Pick<Owner, 'id'>, key: bigint): number | undefined {
  return db.get<{ thread: number }>(
    sql`SELECT thread FROM thread_references WHERE account = ${account.id} AND reference = ${key}`,
  )?.thread;
}

function createThread(db: WriteDb, account: Owner, root: string): number {
  const thread_id = nameId(`thread\0${root}`, account.account_id);
  const created = db.run(sql`
    INSERT INTO threads (account, thread_id) SELECT ${account.id}, ${thread_id}
    WHERE NOT EXISTS (SELECT 1 FROM thread_aliases WHERE old_id = ${thread_id})
    ON CONFLICT DO NOTHING`);
  if (created.changes > 0) return created.id;
  return db.run(sql`INSERT INTO threads (account, thread_id) VALUES (${account.id}, ${timeId()})`).id;
}

/**
 * Moves all data stored per conversation: add new such tables here. The largest conversation stays, so that a message
 * moves at most logarithmically often.
 */
function mergeThreads(db: WriteDb, threads: readonly number[]): number {
  const sizes = db.all<{ id: number }>(sql`
    SELECT id, (SELECT count(*) FROM messages WHERE thread = threads.id) AS size FROM threads
    WHERE id IN (SELECT value FROM json_each(${jsonList(threads)})) ORDER BY size DESC, id`);
  const [survivor, ...others] = sizes.map(({ id }) => id) as [number, ...number[]];
  for (const thread of others) {
    db.run(sql`UPDATE messages SET thread = ${survivor} WHERE thread = ${thread}`);
    db.run(sql`UPDATE thread_references SET thread = ${survivor} WHERE thread = ${thread}`);
    db.run(sql`UPDATE thread_aliases SET thread = ${survivor} WHERE thread = ${thread}`);
    db.run(sql`UPDATE OR IGNORE muted_threads SET thread = ${survivor} WHERE thread = ${thread}`);
    db.run(
      sql`INSERT INTO thread_aliases (old_id, thread) SELECT thread_id, ${survivor} FROM threads WHERE id = ${thread}`,
    );
    db.run(sql`DELETE FROM threads WHERE id = ${thread}`);
  }
  return survivor;
}

/** The internal id for a public one, merged conversations included. */
export function findThread(db: ReadDb, thread_id: string): number | undefined {
  return (
    db.get<{ id: number }>(sql`SELECT id FROM threads WHERE thread_id = ${thread_id}`)?.id ??
    db.get<{ id: number }>(sql`SELECT thread AS id FROM thread_aliases WHERE old_id = ${thread_id}`)?.id
  );
}

/** The conversations (internal ids) of messages, without duplicates. */
export function threadsOfMessages(db: ReadDb, messages: readonly number[]): number[] {
  return db
    .all<{ thread: number }>(
      sql`SELECT DISTINCT thread FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(messages)}))`,
    )
    .map(({ thread }) => thread);
}

/** The present ids of conversations that were merged into others, by their earlier ids, in lower case. */
export function presentThreadIds(db: ReadDb, thread_ids: readonly string[]): Map<string, string> {
  const rows = db.all<{ old_id: string; thread_id: string }>(sql`
    SELECT old_id, t.thread_id FROM thread_aliases JOIN threads t ON t.id = thread
    WHERE old_id IN (SELECT value FROM json_each(${jsonList(thread_ids)}))`);
  return new Map(rows.map(({ old_id, thread_id }) => [old_id, thread_id]));
}
