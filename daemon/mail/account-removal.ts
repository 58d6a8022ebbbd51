import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../base/clock.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';
import { closeCompleted, type Closed } from './mutations/completion.ts';
import { forgetMutationsOf, openWithoutOperations } from './mutations/journal.ts';

/** What there is of an account here. */
export type Holdings = { messages: number; drafts: number; waiting: number };

type Owner = Pick<Account, 'id' | 'account_id'>;

/** Counts what an account has here. `waiting` is mail on its way out, or of which nobody knows whether it went. */
export function holdingsOf(db: ReadDb, { id, account_id }: Owner): Holdings {
  const counted = db.get<Holdings>(sql`
    SELECT (SELECT count(*) FROM messages WHERE account = ${id}) AS messages,
      (SELECT count(*) FROM drafts WHERE account_id = ${account_id} AND purpose = 'mail' AND discarded_at IS NULL
        AND is_saved = 1) AS drafts,
      (SELECT count(*) FROM outbox WHERE account_id = ${account_id}
        AND state IN ('queued', 'sending', 'unknown')) AS waiting`);
  if (!counted) throw new Error('counting gave no row');
  return counted;
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
export function removalsDue(db: ReadDb): (Owner & { key: string | null })[] {
  return db.all(sql`
    SELECT id, account_id, key FROM account_removals JOIN accounts ON accounts.id = account ORDER BY asked_at, id`);
}

/** Messages removed in one transaction: a dozen milliseconds, in which requests wait. */
const mostAtOnce = 30;
/** Contacts likewise. */
const contactsAtOnce = 200;

export type Removed = {
  /** Public ids. */
  messages: string[];
  /** What was cut out of them: it goes where no other message names it. */
  hashes: string[];
  /** Files in the cache that were theirs. */
  files: string[];
  /** What was done to its mail and to that of others, and had nothing left to wait for but this account. */
  closed: Closed;
  /** Whether the account itself has gone, with all that was left of it. */
  isDone: boolean;
};

const nothing: Removed = {
  messages: [],
  hashes: [],
  files: [],
  closed: { completed: [], underWay: [] },
  isDone: false,
};

/** Takes the next step of a removal, in one transaction. Drafts stay, with the id of their account; what was sent does not. */
export function removeSome({ db, clock }: { db: WriteDb; clock: Clock }, owner: Owner): Removed {
  return db.transaction(() => {
    forgetServer(db, owner);
    const some = db.all<Doomed>(sql`
      SELECT id, message_id, thread, sort_key FROM messages WHERE account = ${owner.id} ORDER BY sort_key LIMIT ${mostAtOnce}`);
    if (some.length > 0) return removeMessages(db, owner, some);
    const { changes } = db.run(sql`
      DELETE FROM contacts WHERE id IN (SELECT id FROM contacts WHERE account = ${owner.id} LIMIT ${contactsAtOnce})`);
    if (changes > 0) return nothing;
    removeRest(db, owner);
    return { ...nothing, closed: closeCompleted({ db, clock }, openWithoutOperations(db)), isDone: true };
  });
}

/** Should the account come back before the end, all of its mail is fetched again. */
function forgetServer(db: WriteDb, { id }: Owner): void {
  db.run(sql`DELETE FROM sync_cursors WHERE account = ${id}`);
  db.run(sql`DELETE FROM sync_ahead WHERE account = ${id}`);
  db.run(sql`DELETE FROM sync_missing WHERE account = ${id}`);
  db.run(sql`DELETE FROM sync_status WHERE account = ${id}`);
}

type Doomed = { id: number; message_id: string; thread: number; sort_key: number };

function removeMessages(db: WriteDb, { id: account }: Owner, some: readonly Doomed[]): Removed {
  const ids = jsonList(some.map(({ id }) => id));
  const keys = jsonList(some.map(({ sort_key }) => sort_key));
  const hashes = db
    .all<{ hash: string }>(
      sql`SELECT DISTINCT hash FROM source_cuts WHERE message IN (SELECT value FROM json_each(${ids}))`,
    )
    .map(({ hash }) => hash);
  const files = some.flatMap(({ message_id }) => forgetCached(db, message_id));
  db.run(
    sql`DELETE FROM index_queue WHERE account = ${account} AND sort_key IN (SELECT value FROM json_each(${keys}))`,
  );
  db.run(sql`
    INSERT INTO index_queue (account, sort_key, op, live) SELECT ${account}, value, 'drop', 0 FROM json_each(${keys})`);
  // An operation on a message that is no more would never end.
  db.run(sql`DELETE FROM operations WHERE message IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`DELETE FROM messages WHERE id IN (SELECT value FROM json_each(${ids}))`);
  db.run(sql`
    DELETE FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList([...new Set(some.map(({ thread }) => thread))])}))
      AND NOT EXISTS (SELECT 1 FROM messages WHERE thread = threads.id)`);
  return { ...nothing, messages: some.map(({ message_id }) => message_id), hashes, files };
}

/** The attachments of a message that were fetched later. Their keys begin as `cacheKey` of attachments.ts has it. */
function forgetCached(db: WriteDb, message_id: string): string[] {
  const prefix = `attachment ${message_id}`;
  return db
    .all<{ file: string }>(
      sql`DELETE FROM cached_files WHERE key >= ${`${prefix} `} AND key < ${`${prefix}!`} RETURNING file`,
    )
    .map(({ file }) => file);
}

/** What is left once its messages are gone. What hangs on the account goes with it. */
function removeRest(db: WriteDb, { id, account_id }: Owner): void {
  db.run(sql`DELETE FROM index_queue WHERE account = ${id} AND op = 'put'`);
  db.run(sql`DELETE FROM outbox WHERE account_id = ${account_id} AND state NOT IN ('queued', 'sending', 'unknown')`);
  db.run(sql`DELETE FROM thread_references WHERE account = ${id}`);
  forgetMutationsOf(db, id);
  db.run(sql`DELETE FROM accounts WHERE id = ${id}`);
}

/** Removes what lay in the cache; it may be gone already. */
export function removeCached(folder: string, files: readonly string[]): void {
  for (const file of files) rmSync(join(folder, file), { force: true });
}
