import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from './accounts.ts';
import { completeFinishedMutations, type CompletionResult } from '../mutations/completion.ts';
import { deleteMutationsOfAccount, mutationsWithoutOpenOperations } from '../mutations/journal.ts';

/** The number of messages, drafts and waiting sends of an account. */
export type AccountContents = { messages: number; drafts: number; waiting: number };

type Owner = Pick<Account, 'id' | 'account_id'>;

/**
 * Counts what is stored for an account. `waiting` counts sends that are queued, in progress, or have an unknown
 * outcome.
 */
export function countAccountContents(db: ReadDb, { id, account_id }: Owner): AccountContents {
  const counts = db.get<AccountContents>(sql`
    SELECT (SELECT count(*) FROM messages WHERE account = ${id}) AS messages,
      (SELECT count(*) FROM drafts WHERE account_id = ${account_id} AND purpose = 'mail' AND discarded_at IS NULL
        AND is_saved = 1) AS drafts,
      (SELECT count(*) FROM outbox WHERE account_id = ${account_id}
        AND state IN ('queued', 'sending', 'unknown')) AS waiting`);
  if (!counts) throw new Error('the count query returned no row');
  return counts;
}

/**
 * Records that all mail of an account is to be removed. The removal continues after every restart until it is
 * complete.
 */
export function beginRemoval(db: WriteDb, { id }: Pick<Account, 'id'>, at: string): void {
  db.run(sql`INSERT INTO account_removals (account, asked_at) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`);
}

/** Ends a removal that was cancelled, or whose account is configured again. */
export function endRemoval(db: WriteDb, { id }: Pick<Account, 'id'>): void {
  db.run(sql`DELETE FROM account_removals WHERE account = ${id}`);
}

export function isBeingRemoved(db: ReadDb, account_id: string): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM account_removals JOIN accounts ON accounts.id = account WHERE account_id = ${account_id}`) !==
    undefined
  );
}

/** The accounts that are being removed, in the order of the requests. */
export function pendingRemovals(db: ReadDb): (Owner & { key: string | null })[] {
  return db.all(sql`
    SELECT id, account_id, key FROM account_removals JOIN accounts ON accounts.id = account ORDER BY asked_at, id`);
}

/** Messages removed in one transaction. It takes about 12 ms, and requests wait for it. */
const messagesPerStep = 30;
/** Contacts removed in one transaction. */
const contactsPerStep = 200;

type RemovalStepResult = {
  /** Public ids of the removed messages. */
  messages: string[];
  /** Hashes of blobs that were cut out of the messages; a blob is deleted when no other message refers to it. */
  hashes: string[];
  /** Cached files of the removed messages. */
  files: string[];
  /** Mutations that also affect other accounts and waited only for this account. */
  closed: CompletionResult;
  /** Whether the account itself is removed with all its data. */
  isDone: boolean;
};

const emptyResult: RemovalStepResult = {
  messages: [],
  hashes: [],
  files: [],
  closed: { completed: [], inProgress: [] },
  isDone: false,
};

/**
 * Executes the next step of a removal in one transaction. Drafts are kept with the id of their account; sends are
 * removed.
 */
export function removeNextBatch({ db, clock }: { db: WriteDb; clock: Clock }, owner: Owner): RemovalStepResult {
  return db.transaction(() => {
    clearSyncState(db, owner);
    const batch = db.all<MessageToRemove>(sql`
      SELECT id, message_id, thread, sort_key FROM messages WHERE account = ${owner.id} ORDER BY sort_key LIMIT ${messagesPerStep}`);
    if (batch.length > 0) return removeMessages(db, owner, batch);
    const { changes } = db.run(sql`
      DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE account = ${owner.id} LIMIT ${contactsPerStep})`);
    if (changes > 0) return emptyResult;
    removeAccountRow(db, owner);
    return {
      ...emptyResult,
      closed: completeFinishedMutations({ db, clock }, mutationsWithoutOpenOperations(db)),
      isDone: true,
    };
  });
}

/** If the account is added again before the removal ends, all of its mail is fetched again. */
function clearSyncState(db: WriteDb, { id }: Owner): void {
  db.run(sql`DELETE FROM sync_cursors WHERE account = ${id}`);
  db.run(sql`DELETE FROM uncommitted_placements WHERE account = ${id}`);
  db.run(sql`DELETE FROM sync_missing WHERE account = ${id}`);
  db.run(sql`DELETE FROM sync_status WHERE account = ${id}`);
}

type MessageToRemove = { id: number; message_id: string; thread: number; sort_key: number };

function removeMessages(db: WriteDb, { id: account }: Owner, batch: readonly MessageToRemove[]): RemovalStepResult {
  const ids = jsonList(batch.map(({ id }) => id));
  const keys = jsonList(batch.map(({ sort_key }) => sort_key));
  const hashes = db
    .all<{ hash: string }>(
      sql`SELECT DISTINCT hash FROM source_blobs WHERE message IN (SELECT value FROM json_each(${ids}))`,
    )
    .map(({ hash }) => hash);
  const files = batch.flatMap(({ message_id }) => removeCachedRows(db, message_id));
  db.run(
    sql`DELETE FROM index_queue WHERE account = ${account} AND sort_key IN (SELECT value FROM json_each(${keys}))`,
  );
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT ${account}, value, 'drop', 0 FROM json_each(${keys})`);
  // An operation on a removed message would never complete.
  db.run(sql`DELETE FROM operations WHERE message IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`DELETE FROM messages WHERE id IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`
    DELETE FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList([...new Set(batch.map(({ thread }) => thread))])}))
      AND NOT EXISTS (SELECT 1 FROM messages WHERE thread = threads.id)`);
  return { ...emptyResult, messages: batch.map(({ message_id }) => message_id), hashes, files };
}

/** Removes cached attachments of a message. Their keys begin like those of `attachmentCacheKey` in attachments.ts. */
function removeCachedRows(db: WriteDb, message_id: string): string[] {
  const prefix = `attachment ${message_id}`;
  return db
    .all<{ file: string }>(
      sql`DELETE FROM cached_files WHERE key >= ${`${prefix} `} AND key < ${`${prefix}!`} RETURNING file`,
    )
    .map(({ file }) => file);
}

/** Removes the account row after its messages. Rows that refer to the account are removed with it. */
function removeAccountRow(db: WriteDb, { id, account_id }: Owner): void {
  db.run(sql`DELETE FROM index_queue WHERE account = ${id} AND op = 'put'`);
  db.run(sql`DELETE FROM outbox WHERE account_id = ${account_id} AND state NOT IN ('queued', 'sending', 'unknown')`);
  db.run(sql`DELETE FROM thread_references WHERE account = ${id}`);
  deleteMutationsOfAccount(db, id);
  db.run(sql`DELETE FROM accounts WHERE id = ${id}`);
}

/** Removes files from the cache; a file may already be gone. */
export function removeCachedFiles(folder: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(folder, file), { force: true });
}
