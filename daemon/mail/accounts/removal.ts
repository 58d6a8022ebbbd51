import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from './accounts.ts';
import { completeFinishedMutations, type CompletionResult } from '../mutations/completion.ts';
import { deleteMutationsOfAccount, mutationsWithoutOpenOperations } from '../mutations/journal.ts';

/** What there is of an account here. */
export type AccountContents = { messages: number; drafts: number; waiting: number };

type Owner = Pick<Account, 'id' | 'account_id'>;

/** Counts what an account has here. `waiting` is mail on its way out, or of which nobody knows whether it went. */
export function countAccountContents(db: ReadDb, { id, account_id }: Owner): AccountContents {
  const counts = db.get<AccountContents>(sql`
    SELECT (SELECT count(*) FROM messages WHERE account = ${id}) AS messages,
      (SELECT count(*) FROM drafts WHERE account_id = ${account_id} AND purpose = 'mail' AND discarded_at IS NULL
        AND is_saved = 1) AS drafts,
      (SELECT count(*) FROM outbox WHERE account_id = ${account_id}
        AND state IN ('queued', 'sending', 'unknown')) AS waiting`);
  if (!counts) throw new Error('counting gave no row');
  return counts;
}

/** Notes that all mail of an account is to go: from then on it is gone on with however often Posthorn is stopped. */
export function beginRemoval(db: WriteDb, { id }: Pick<Account, 'id'>, at: string): void {
  db.run(sql`INSERT INTO account_removals (account, asked_at) VALUES (${id}, ${at}) ON CONFLICT DO NOTHING`);
}

/** It was not to be, after all, or the account is configured again. */
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

/** The accounts whose mail is to go, in the order in which that was asked for. */
export function pendingRemovals(db: ReadDb): (Owner & { key: string | null })[] {
  return db.all(sql`
    SELECT id, account_id, key FROM account_removals JOIN accounts ON accounts.id = account ORDER BY asked_at, id`);
}

/** Messages removed in one transaction: a dozen milliseconds, in which requests wait. */
const messagesPerStep = 30;
/** Contacts likewise. */
const contactsPerStep = 200;

export type RemovalStepResult = {
  /** Public ids. */
  messages: string[];
  /** What was cut out of them: it goes where no other message names it. */
  hashes: string[];
  /** Files in the cache that were theirs. */
  files: string[];
  /** What was done to its mail and to that of others, and had nothing left to wait for but this account. */
  closed: CompletionResult;
  /** Whether the account itself has gone, with all that was left of it. */
  isDone: boolean;
};

const emptyResult: RemovalStepResult = {
  messages: [],
  hashes: [],
  files: [],
  closed: { completed: [], inProgress: [] },
  isDone: false,
};

/** Takes the next step of a removal, in one transaction. Drafts stay, with the id of their account; what was sent does not. */
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

/** Should the account come back before the end, all of its mail is fetched again. */
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
  // An operation on a message that is no more would never end.
  db.run(sql`DELETE FROM operations WHERE message IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`DELETE FROM messages WHERE id IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`
    DELETE FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList([...new Set(batch.map(({ thread }) => thread))])}))
      AND NOT EXISTS (SELECT 1 FROM messages WHERE thread = threads.id)`);
  return { ...emptyResult, messages: batch.map(({ message_id }) => message_id), hashes, files };
}

/** The attachments of a message that were fetched later. Their keys begin as `cacheKey` of attachments.ts has it. */
function removeCachedRows(db: WriteDb, message_id: string): string[] {
  const prefix = `attachment ${message_id}`;
  return db
    .all<{ file: string }>(
      sql`DELETE FROM cached_files WHERE key >= ${`${prefix} `} AND key < ${`${prefix}!`} RETURNING file`,
    )
    .map(({ file }) => file);
}

/** What is left once its messages are gone. What hangs on the account goes with it. */
function removeAccountRow(db: WriteDb, { id, account_id }: Owner): void {
  db.run(sql`DELETE FROM index_queue WHERE account = ${id} AND op = 'put'`);
  db.run(sql`DELETE FROM outbox WHERE account_id = ${account_id} AND state NOT IN ('queued', 'sending', 'unknown')`);
  db.run(sql`DELETE FROM thread_references WHERE account = ${id}`);
  deleteMutationsOfAccount(db, id);
  db.run(sql`DELETE FROM accounts WHERE id = ${id}`);
}

/** Removes what lay in the cache; it may be gone already. */
export function removeCachedFiles(folder: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(folder, file), { force: true });
}
