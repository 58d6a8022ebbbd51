import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import type { Change } from './change.ts';

/** The state of an operation: it is open as long as the display depends on it. */
export type OperationState =
  | 'new'
  /** Waits to be sent. */
  | 'queued'
  | 'sending'
  /** It is unknown whether the server carried it out: the next sync pass resolves it. */
  | 'unsure'
  /** The server carried it out; a sync pass that began earlier may report an older state of the message. */
  | 'landed'
  | 'done'
  | 'refused'
  | 'cancelled';

export type Operation = {
  id: number;
  mutation: number;
  account: number;
  message: number | null;
  message_id: string | null;
  /** Its own changes, or those of the mutation. */
  changes: string;
  folder: string | null;
  state: OperationState;
  inverse: string | null;
  error: string | null;
  /** How often it may have been sent; 0 if it never was. */
  attempts: number;
};

type NewOperation = Pick<Operation, 'mutation' | 'account' | 'message' | 'message_id'> & {
  /** Only if they differ from those of the mutation. */
  changes?: readonly Change[] | undefined;
  folder?: string | undefined;
  state: OperationState;
  inverse?: string | undefined;
};

export function addOperation(db: WriteDb, operation: NewOperation): number {
  const { mutation, account, message, message_id, changes, folder = null, state, inverse = null } = operation;
  return db.run(sql`
    INSERT INTO operations (mutation, account, message, message_id, changes, folder, state, inverse)
    VALUES (${mutation}, ${account}, ${message}, ${message_id}, ${changes ? JSON.stringify(changes) : null}, ${folder},
      ${state}, ${inverse})`).id;
}

/** Adds an unsettled operation for each of these messages: equivalent to single inserts, but faster. */
export function addNewOperations(
  db: WriteDb,
  { mutation, account }: Pick<Operation, 'mutation' | 'account'>,
  targets: readonly { id: number; message_id: string; changes?: readonly Change[] }[],
): void {
  const rows = targets.map(({ id, message_id, changes }) => [id, message_id, changes ? JSON.stringify(changes) : null]);
  db.run(sql`
    INSERT INTO operations (mutation, account, message, message_id, changes, state)
    SELECT ${mutation}, ${account}, value ->> 0, value ->> 1, value ->> 2, 'new' FROM json_each(${JSON.stringify(rows)})
    ORDER BY key`);
}

/** Whether a mutation has unsettled operations. Earlier requests are settled first. */
export function hasNewOperations(db: ReadDb, mutation: number): boolean {
  return db.get(sql`SELECT 1 FROM operations WHERE state = 'new' AND mutation = ${mutation} LIMIT 1`) !== undefined;
}

/**
 * Cancels the operations of a mutation that cannot have been sent. Their display is reverted later, with other
 * operations in state `new`. Returns the folder edits among them.
 */
export function withdrawUnsentOperations(db: WriteDb, mutation: number): { id: number; folder: string }[] {
  db.run(sql`UPDATE mutations SET cancelled = 1 WHERE id = ${mutation}`);
  db.run(sql`
    UPDATE operations SET state = 'new', changes = '[]', inverse = NULL
    WHERE mutation = ${mutation} AND folder IS NULL AND state IN ('new', 'queued') AND attempts = 0`);
  return db.all(sql`
    SELECT id, folder FROM operations
    WHERE mutation = ${mutation} AND folder IS NOT NULL AND state = 'queued' AND attempts = 0 ORDER BY id`);
}

/** The first `limit` operations of a mutation, in order. */
export function operationsOf(db: ReadDb, mutation: number, limit = Number.MAX_SAFE_INTEGER): Operation[] {
  return operationsWhere(db, sql`WHERE o.mutation = ${mutation} ORDER BY o.id LIMIT ${limit}`);
}

/** `waits`: an earlier operation left its message at an unknown placement, until a sync pass reports it. */
export type QueuedOperation = Operation & { waits: number; not_found_count: number };

/** The first `limit` operations to push to an account's server, in order. */
export function queuedOperations(db: ReadDb, account: number, limit: number): QueuedOperation[] {
  return db.all<QueuedOperation>(sql`
    SELECT o.id, o.mutation, o.account, o.message, o.message_id, coalesce(o.changes, ma.changes) AS changes, o.folder,
      o.state, o.inverse, o.error, o.attempts, o.not_found_count, EXISTS (
        SELECT 1 FROM operations e WHERE e.message = o.message AND e.id < o.id AND e.state = 'landed' AND e.is_placement_unknown = 1
      ) AS waits
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account
    WHERE o.account = ${account} AND o.state IN ('new', 'queued', 'sending', 'unsure')
    ORDER BY o.id LIMIT ${limit}`);
}

/** The number of operations to push to an account's server. */
export function countQueued(db: ReadDb, account: number): number {
  return (
    db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM operations
      WHERE account = ${account} AND state IN ('new', 'queued', 'sending', 'unsure')`)?.n ?? 0
  );
}

/** Unsettled operations, in order. */
export function newOperations(db: ReadDb, limit: number): Operation[] {
  return operationsWhere(db, sql`WHERE o.state = 'new' ORDER BY o.id LIMIT ${limit}`);
}

function operationsWhere(db: ReadDb, { text, values }: Sql): Operation[] {
  const operations = `
    SELECT o.id, o.mutation, o.account, o.message, o.message_id, coalesce(o.changes, ma.changes) AS changes, o.folder,
      o.state, o.inverse, o.error, o.attempts
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account`;
  return db.all<Operation>({ text: `${operations} ${text}`, values });
}

/** A change to an operation; omitted fields stay as they are. `changes` and `inverse` are JSON. */
type OperationUpdate = {
  state: OperationState;
  changes?: string;
  inverse?: string | null;
  error?: string;
  pass?: number;
  /** The server did not report the new placement of the message. */
  isPlacementUnknown?: boolean;
};

export function saveOperation(
  db: WriteDb,
  id: number,
  { state, changes, inverse, error, pass, isPlacementUnknown = false }: OperationUpdate,
): void {
  db.run(sql`
    UPDATE operations SET state = ${state}, error = coalesce(${error ?? null}, error),
      changes = coalesce(${changes ?? null}, changes),
      inverse = CASE WHEN ${inverse !== undefined} THEN ${inverse ?? null} ELSE inverse END,
      pass = coalesce(${pass ?? null}, pass), is_placement_unknown = ${isPlacementUnknown}
    WHERE id = ${id}`);
}

/** Queues the inverse of a refused operation that the server may have carried out in part. */
export function queueReversal(
  db: WriteDb,
  id: number,
  { inverse, error, pass }: { inverse: string; error: string; pass: number },
): void {
  db.run(sql`
    UPDATE operations SET state = 'queued', changes = ${`[${inverse}]`}, error = ${error}, attempts = 1, pass = ${pass}
    WHERE id = ${id}`);
}

/** Records that an operation may have been sent. */
export function recordSendAttempt(db: WriteDb, id: number): void {
  db.run(sql`UPDATE operations SET attempts = max(attempts, 1) WHERE id = ${id}`);
}

/** As `saveOperation`, for many operations with the same outcome. */
export function saveOperationStates(db: WriteDb, ids: readonly number[], state: OperationState): void {
  db.run(sql`UPDATE operations SET state = ${state} WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

/**
 * Whether a mutation blocked or muted, marked mail as done or changed to-dos, or undid that. Its undo has an effect even if it moved no
 * message.
 */
export function changesMoreThanMail(db: ReadDb, mutation: number): boolean {
  return (
    db.get(sql`
      WITH RECURSIVE chain (id, kind, undo_of) AS (
        SELECT id, kind, undo_of FROM mutations WHERE id = ${mutation}
        UNION ALL SELECT m.id, m.kind, m.undo_of FROM mutations m JOIN chain c ON m.id = c.undo_of)
      SELECT 1 FROM chain WHERE kind IN ('mute', 'block', 'mode_done', 'todo')`) !== undefined
  );
}

/** Whether any part of a mutation is undoable, or may become so. */
export function isReversible(db: ReadDb, mutation: number): boolean {
  return (
    changesMoreThanMail(db, mutation) ||
    db.get(sql`
      SELECT 1 FROM operations
      WHERE mutation = ${mutation} AND state NOT IN ('refused', 'cancelled') AND (inverse IS NOT NULL OR state = 'new')`) !==
      undefined
  );
}

export type OperationCounts = {
  succeeded: number;
  failed: number;
  cancelled: number;
  open: number;
  error: string | null;
};

/** The counts of a mutation: messages that succeeded, and those that failed; `error` is the error of one of them. */
export function countOperations(db: ReadDb, mutation: number, account?: number): OperationCounts {
  const counts = db.get<OperationCounts>(sql`
    SELECT coalesce(sum(state IN ('landed', 'done') AND folder IS NULL), 0) AS succeeded, coalesce(sum(state = 'refused'), 0) AS failed,
      coalesce(sum(state = 'cancelled'), 0) AS cancelled,
      coalesce(sum(state IN ('new', 'queued', 'sending', 'unsure')), 0) AS open, min(error) AS error
    FROM operations WHERE mutation = ${mutation} AND (${account ?? null} IS NULL OR account = ${account ?? null})`);
  return counts ?? { succeeded: 0, failed: 0, cancelled: 0, open: 0, error: null };
}
