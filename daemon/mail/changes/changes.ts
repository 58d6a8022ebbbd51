import { randomId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/**
 * The last change of every message, in the order of the changes. Triggers of the schema record changes and removals in the
 * transaction that makes them; `recordAdded` records new messages.
 */

/** Records a message that was just stored, after its labels, so that it is one change. */
export function recordAdded(db: WriteDb, { id, account }: { id: number; account: number }): void {
  db.run(sql`INSERT INTO message_changes (account, message) VALUES (${account}, ${id})`);
}

/** `history_id` changes where numbers may have been given twice. Removals up to `forgotten_seq` are not recorded. */
export type ChangeHistory = { history_id: string; forgotten_seq: number; last_seq: number };

export function changeHistory(db: ReadDb): ChangeHistory {
  const history = db.get<ChangeHistory>(sql`
    SELECT history_id, forgotten_seq, coalesce((SELECT max(seq) FROM message_changes), 0) AS last_seq FROM change_history`);
  if (!history) throw new Error('the change history has no row');
  return history;
}

/** The number of the last change: as long as it stays, no message has come, gone, or got other flags or labels. */
export function lastChange(db: ReadDb): number {
  return db.get<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM message_changes`)?.seq ?? 0;
}

/** The number of the last change in these accounts (internal ids). */
export function lastChangeIn(db: ReadDb, accounts: readonly number[]): number {
  const last = accounts.map(
    (account) =>
      db.get<{ seq: number | null }>(sql`SELECT max(seq) AS seq FROM message_changes WHERE account = ${account}`)?.seq,
  );
  return Math.max(0, ...last.map((seq) => seq ?? 0));
}

/** A change of a message, or a removed thread. The public ids are those of what is there or was removed. */
export type Change = {
  seq: number;
  /** The number under which the message was added; 0 if that was before changes were recorded. */
  created: number;
  isRemoved: boolean;
  /** Null for a thread. */
  message_id: string | null;
  thread_id: string | null;
};

type ChangesRequest = {
  /** Only changes with higher numbers. */
  after: number;
  limit: number;
  /** Internal ids of the accounts; undefined for all, those that are gone included. */
  accounts: readonly number[] | undefined;
};

/** Changes in their order, each message once, with its last change. */
export function changesAfter(db: ReadDb, { after, limit, accounts }: ChangesRequest): Change[] {
  const numbers = accounts ? changesIn(db, accounts, { after, limit }) : changesInAll(db, { after, limit });
  const rows = db.all<Omit<Change, 'isRemoved'> & { isRemoved: number }>(sql`
    SELECT c.seq, coalesce(c.created, c.seq) AS created, c.message IS NULL AS isRemoved,
      coalesce(c.message_id, m.message_id) AS message_id, coalesce(c.thread_id, t.thread_id) AS thread_id
    FROM message_changes c LEFT JOIN messages m ON m.id = c.message LEFT JOIN threads t ON t.id = m.thread
    WHERE c.seq IN (SELECT value FROM json_each(${jsonList(numbers)})) ORDER BY c.seq`);
  return rows.map((row) => ({ ...row, isRemoved: row.isRemoved === 1 }));
}

type NumbersRequest = Pick<ChangesRequest, 'after' | 'limit'>;

function changesInAll(db: ReadDb, { after, limit }: NumbersRequest): number[] {
  return db
    .all<{ seq: number }>(sql`SELECT seq FROM message_changes WHERE seq > ${after} ORDER BY seq LIMIT ${limit}`)
    .map(({ seq }) => seq);
}

/** One read of the index for each account, so that changes of other accounts cost nothing. */
function changesIn(db: ReadDb, accounts: readonly number[], { after, limit }: NumbersRequest): number[] {
  const found = accounts.flatMap((account) =>
    db.all<{ seq: number }>(sql`
      SELECT seq FROM message_changes WHERE account = ${account} AND seq > ${after} ORDER BY seq LIMIT ${limit}`),
  );
  return found
    .map(({ seq }) => seq)
    .toSorted((one, other) => one - other)
    .slice(0, limit);
}

/** Of these threads those that are there now, and whether they had messages when `since` was the last change. */
export function threadsSince(
  db: ReadDb,
  thread_ids: readonly string[],
  since: number,
): Map<string, { isNew: boolean }> {
  const rows = db.all<{ thread_id: string; isOld: number }>(sql`
    SELECT t.thread_id,
      EXISTS (
        SELECT 1 FROM messages m JOIN message_changes c ON c.message = m.id
        WHERE m.thread = t.id AND coalesce(c.created, c.seq) <= ${since})
      OR EXISTS (
        SELECT 1 FROM message_changes g
        WHERE g.message IS NULL AND g.seq > ${since} AND g.thread_id = t.thread_id AND g.created <= ${since}) AS isOld
    FROM threads t WHERE t.thread_id IN (SELECT value FROM json_each(${jsonList(thread_ids)}))`);
  return new Map(rows.map(({ thread_id, isOld }) => [thread_id, { isNew: isOld === 0 }]));
}

/** Keeps only the newest `kept` removals. The newest change of all stays, because the next number follows from it. */
export function forgetRemovals(db: WriteDb, kept: number): void {
  db.transaction(() => {
    const oldest = db.get<{ seq: number }>(sql`
      SELECT seq FROM message_changes WHERE message IS NULL ORDER BY seq DESC LIMIT 1 OFFSET ${kept}`);
    if (!oldest) return;
    db.run(sql`
      DELETE FROM message_changes
      WHERE message IS NULL AND seq <= ${oldest.seq} AND seq < (SELECT max(seq) FROM message_changes)`);
    db.run(sql`UPDATE change_history SET forgotten_seq = max(forgotten_seq, ${oldest.seq})`);
  });
}

/**
 * Begins another history, after which states of the earlier one are expired: for a copy of the database that others have
 * gone on from, or that was put together from what could be read.
 */
export function renewChangeHistory(db: WriteDb): void {
  db.transaction(() => {
    db.run(sql`UPDATE change_history SET history_id = ${randomId().replaceAll('-', '').slice(-12)}`);
    db.run(sql`UPDATE change_history SET forgotten_seq = 0`);
    db.run(sql`DELETE FROM message_changes`);
    db.run(
      sql`INSERT INTO message_changes (account, message, created) SELECT account, id, 0 FROM messages ORDER BY id`,
    );
  });
}
