import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import type { Change } from './change.ts';

/** Where an operation is: open until what is shown no longer depends on it. */
export type OperationState =
  | 'new'
  /** Waits for its turn. */
  | 'queued'
  | 'sending'
  /** Nobody knows whether the server carried it out: the next sync pass tells. */
  | 'unsure'
  /** The server has it; what a pass that began before tells of the message may be older. */
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
  /** What is asked: its own changes, or those of the mutation. */
  changes: string;
  folder: string | null;
  state: OperationState;
  inverse: string | null;
  error: string | null;
  /** How often its server may have been told; 0 where it never was. */
  attempts: number;
};

export type NewOperation = Pick<Operation, 'mutation' | 'account' | 'message' | 'message_id'> & {
  /** Only where they are not the mutation's own. */
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

/** Adds an operation for each of these messages, whose local part is not done yet; the same as one by one, but faster. */
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

/** Whether something of a mutation is left whose local part is not done. What is asked first is settled first. */
export function hasNewOperations(db: ReadDb, mutation: number): boolean {
  return db.get(sql`SELECT 1 FROM operations WHERE state = 'new' AND mutation = ${mutation} LIMIT 1`) !== undefined;
}

/**
 * Asks nothing any more of what no server can have been told of a mutation. To show it as it was again is left to be done,
 * with whatever else is `new`. Gives the changes of folders among it.
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

/** The operations of a mutation, in order, the first `limit`. */
export function operationsOf(db: ReadDb, mutation: number, limit = Number.MAX_SAFE_INTEGER): Operation[] {
  return operationsWhere(db, sql`WHERE o.mutation = ${mutation} ORDER BY o.id LIMIT ${limit}`);
}

/** `waits`: nobody knows where an earlier operation has put its message, until a pass tells. */
export type QueuedOperation = Operation & { waits: number; not_found_count: number };

/** What an account's server has yet to be told, in order, the first `limit`. */
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

/** How many operations of an account its server has yet to be told. */
export function countQueued(db: ReadDb, account: number): number {
  return (
    db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM operations
      WHERE account = ${account} AND state IN ('new', 'queued', 'sending', 'unsure')`)?.n ?? 0
  );
}

/** Operations whose local part is not done yet, in order. */
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

/** What becomes of an operation; what is not named stays as it is. `changes` and `inverse` are JSON. */
type OperationUpdate = {
  state: OperationState;
  changes?: string;
  inverse?: string | null;
  error?: string;
  pass?: number;
  /** Its server did not say where it put the message. */
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

/** A server has refused an operation of which it may have carried out some: that is what it is told to take back now. */
export function queueReversal(
  db: WriteDb,
  id: number,
  { inverse, error, pass }: { inverse: string; error: string; pass: number },
): void {
  db.run(sql`
    UPDATE operations SET state = 'queued', changes = ${`[${inverse}]`}, error = ${error}, attempts = 1, pass = ${pass}
    WHERE id = ${id}`);
}

/** Notes that a server may have been told of an operation. */
export function recordSendAttempt(db: WriteDb, id: number): void {
  db.run(sql`UPDATE operations SET attempts = max(attempts, 1) WHERE id = ${id}`);
}

/** As `saveOperation`, for many that come to the same. */
export function saveOperationStates(db: WriteDb, ids: readonly number[], state: OperationState): void {
  db.run(sql`UPDATE operations SET state = ${state} WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

/** Whether anything of a mutation can be taken back, or may turn out to. */
export function isReversible(db: ReadDb, mutation: number): boolean {
  return (
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

/** How the operations of a mutation stand: messages that succeeded, and all that failed; `error` is of one of these. */
export function countOperations(db: ReadDb, mutation: number, account?: number): OperationCounts {
  const counts = db.get<OperationCounts>(sql`
    SELECT coalesce(sum(state IN ('landed', 'done') AND folder IS NULL), 0) AS succeeded, coalesce(sum(state = 'refused'), 0) AS failed,
      coalesce(sum(state = 'cancelled'), 0) AS cancelled,
      coalesce(sum(state IN ('new', 'queued', 'sending', 'unsure')), 0) AS open, min(error) AS error
    FROM operations WHERE mutation = ${mutation} AND (${account ?? null} IS NULL OR account = ${account ?? null})`);
  return counts ?? { succeeded: 0, failed: 0, cancelled: 0, open: 0, error: null };
}
