import { instantOf } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Change } from './change.ts';

/** What was done, as events and the history name it (wire-contract, section 13.2, after `mutation.`). */
export const mutationKinds = [
  'archive',
  'trash',
  'spam',
  'star',
  'set_read',
  'read_and_archive',
  'modify_labels',
  'move',
  'route',
  'set_flags',
  'snooze',
  'unsnooze',
  'create_label',
  'rename_label',
  'delete_label',
  'undo',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/** What a history says of a mutation beside its kind: names as they were then. */
export type About = {
  starred?: boolean;
  read?: boolean;
  added?: string[];
  removed?: string[];
  to?: string;
  from?: string;
  until?: string;
};

export type Mutation = {
  id: number;
  mutation_id: string;
  kind: MutationKind;
  about: string;
  origin: string;
  token_id: string | null;
  correlation: string | null;
  made_at: string;
  undoable_until: string;
  requested: number;
  skipped: number;
  undo_of: number | null;
  undone_by: number | null;
  job_id: string | null;
  completed: number;
};

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
  attempts: number;
};

/** How long what was done can be taken back, in milliseconds. */
export const undoableMs = 24 * 3_600_000;

export type NewMutation = {
  kind: MutationKind;
  about: About;
  origin: string;
  token_id?: string | null | undefined;
  correlation?: string | undefined;
  requested: number;
  skipped: number;
  undoOf?: number | undefined;
};

export function addMutation(
  db: WriteDb,
  wanted: NewMutation,
  now: Date,
): Pick<Mutation, 'id' | 'mutation_id' | 'undoable_until'> {
  const { kind, about, origin, token_id = null, correlation = null, requested, skipped, undoOf = null } = wanted;
  const mutation_id = timeId(now);
  const undoable_until = instantOf(new Date(now.getTime() + undoableMs));
  const { id } = db.run(sql`
    INSERT INTO mutations (mutation_id, kind, about, origin, token_id, correlation, made_at, undoable_until, requested,
      skipped, undo_of)
    VALUES (${mutation_id}, ${kind}, ${JSON.stringify(about)}, ${origin}, ${token_id}, ${correlation}, ${instantOf(now)},
      ${undoable_until}, ${requested}, ${skipped}, ${undoOf})`);
  return { id, mutation_id, undoable_until };
}

/** What a mutation asks of every message it names of an account. */
export function addAccount(db: WriteDb, mutation: number, account: number, changes: readonly Change[]): void {
  db.run(sql`
    INSERT INTO mutation_accounts (mutation, account, changes) VALUES (${mutation}, ${account}, ${JSON.stringify(changes)})`);
}

export type NewOperation = Pick<Operation, 'mutation' | 'account' | 'message' | 'message_id'> & {
  /** Only where they are not the mutation's own. */
  changes?: readonly Change[] | undefined;
  folder?: string | undefined;
  state: OperationState;
  inverse?: string | undefined;
};

export function addOperation(db: WriteDb, wanted: NewOperation): number {
  const { mutation, account, message, message_id, changes, folder = null, state, inverse = null } = wanted;
  return db.run(sql`
    INSERT INTO operations (mutation, account, message, message_id, changes, folder, state, inverse)
    VALUES (${mutation}, ${account}, ${message}, ${message_id}, ${changes ? JSON.stringify(changes) : null}, ${folder},
      ${state}, ${inverse})`).id;
}

/** A mutation by its public id. */
export function mutationNamed(db: ReadDb, mutation_id: string): Mutation | undefined {
  return db.get<Mutation>(sql`SELECT * FROM mutations WHERE mutation_id = ${mutation_id.toLowerCase()}`);
}

export function noteUndone(db: WriteDb, mutation: number, undoneBy: number): void {
  db.run(sql`UPDATE mutations SET undone_by = ${undoneBy} WHERE id = ${mutation}`);
}

export function mutationById(db: ReadDb, id: number): Mutation | undefined {
  return db.get<Mutation>(sql`SELECT * FROM mutations WHERE id = ${id}`);
}

/** The operations of a mutation, in order, the first `limit`. */
export function operationsOf(db: ReadDb, mutation: number, limit = Number.MAX_SAFE_INTEGER): Operation[] {
  return db.all<Operation>(sql`
    SELECT o.id, o.mutation, o.account, o.message, o.message_id, coalesce(o.changes, ma.changes) AS changes, o.folder,
      o.state, o.inverse, o.error, o.attempts
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account
    WHERE o.mutation = ${mutation} ORDER BY o.id LIMIT ${limit}`);
}

/** What an account's server has yet to be told, in order, the first `limit`. */
export function queueOf(db: ReadDb, account: number, limit: number): Operation[] {
  return db.all<Operation>(sql`
    SELECT o.id, o.mutation, o.account, o.message, o.message_id, coalesce(o.changes, ma.changes) AS changes, o.folder,
      o.state, o.inverse, o.error, o.attempts
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
  return db.all<Operation>(sql`
    SELECT o.id, o.mutation, o.account, o.message, o.message_id, coalesce(o.changes, ma.changes) AS changes, o.folder,
      o.state, o.inverse, o.error, o.attempts
    FROM operations o JOIN mutation_accounts ma ON ma.mutation = o.mutation AND ma.account = o.account
    WHERE o.state = 'new' ORDER BY o.id LIMIT ${limit}`);
}

export function saveOperation(
  db: WriteDb,
  id: number,
  { state, inverse, error, pass }: { state: OperationState; inverse?: string | null; error?: string; pass?: number },
): void {
  db.run(sql`
    UPDATE operations SET state = ${state}, error = coalesce(${error ?? null}, error),
      inverse = CASE WHEN ${inverse !== undefined} THEN ${inverse ?? null} ELSE inverse END,
      pass = coalesce(${pass ?? null}, pass)
    WHERE id = ${id}`);
}

/** As `saveOperation`, for many that come to the same. */
export function saveStates(db: WriteDb, ids: readonly number[], state: OperationState): void {
  db.run(sql`UPDATE operations SET state = ${state} WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
}

export type Tally = { succeeded: number; failed: number; cancelled: number; open: number; error: string | null };

/** How the operations of a mutation stand: messages that succeeded, and all that failed; `error` is of one of these. */
export function tallyOf(db: ReadDb, mutation: number, account?: number): Tally {
  const tally = db.get<Tally>(sql`
    SELECT coalesce(sum(state IN ('landed', 'done') AND folder IS NULL), 0) AS succeeded, coalesce(sum(state = 'refused'), 0) AS failed,
      coalesce(sum(state = 'cancelled'), 0) AS cancelled,
      coalesce(sum(state IN ('new', 'queued', 'sending', 'unsure')), 0) AS open, min(error) AS error
    FROM operations WHERE mutation = ${mutation} AND (${account ?? null} IS NULL OR account = ${account ?? null})`);
  return tally ?? { succeeded: 0, failed: 0, cancelled: 0, open: 0, error: null };
}

/** The number of the account's latest sync pass, running or not. */
export function latestPass(db: ReadDb, account: number): number {
  return db.get<{ passes: number }>(sql`SELECT passes FROM sync_status WHERE account = ${account}`)?.passes ?? 0;
}

/** What an account's server was told before the `pass`th sync pass began, and is shown on top of what it told since. */
export function landedBefore(db: ReadDb, account: number, pass: number): { id: number; message: number | null }[] {
  return db.all(sql`
    SELECT id, message FROM operations WHERE account = ${account} AND state = 'landed' AND pass < ${pass} ORDER BY id`);
}

/** What is shown of its message no longer depends on it. */
export function endLanded(db: WriteDb, { id }: Pick<Operation, 'id'>): void {
  db.run(sql`UPDATE operations SET state = 'done' WHERE id = ${id} AND state = 'landed'`);
}

/** Of what nobody knew whether the server did it, a whole pass has told: what is left of it to do can be told again. */
export function requeueUnsure(db: WriteDb, account: number, pass: number): void {
  db.run(sql`
    UPDATE operations SET state = 'queued' WHERE account = ${account} AND state = 'unsure' AND coalesce(pass, 0) < ${pass}`);
}

/**
 * Whether a message without a place may only be between two: its server has been asked to put it elsewhere, and no whole
 * pass has told since where it lies.
 */
export function isOnItsWay(db: ReadDb, message: number): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM operations WHERE message = ${message} AND state IN ('sending', 'unsure', 'landed')`) !== undefined
  );
}

/** Messages that a server refused to change because they are gone, as far as they are still kept here. */
export function keptWithoutPlace(db: ReadDb, account: number): number[] {
  return db
    .all<{ message: number }>(
      sql`
      SELECT DISTINCT message FROM operations
      WHERE account = ${account} AND state = 'refused' AND message IS NOT NULL
        AND NOT EXISTS (SELECT 1 FROM placements p WHERE p.message = operations.message)`,
    )
    .map(({ message }) => message);
}

/** A stop in the middle leaves nobody knowing what the servers did. */
export function doubtSending(db: WriteDb): void {
  db.run(sql`
    UPDATE operations SET state = 'unsure', pass = (SELECT passes FROM sync_status s WHERE s.account = operations.account)
    WHERE state = 'sending'`);
}

/** So many are forgotten in one transaction. */
const sweptTogether = 500;

/**
 * Forgets some of what cannot be taken back any more and is complete, and labels that were deleted then; gives whether
 * there may be more.
 */
export function sweepJournal(db: WriteDb, before: string): boolean {
  return db.transaction(() => {
    const old = db.all<{ id: number }>(sql`
      SELECT o.id FROM mutations m JOIN operations o ON o.mutation = m.id
      WHERE m.undoable_until < ${before} AND m.completed = 1 AND o.state IN ('done', 'refused', 'cancelled')
      LIMIT ${sweptTogether}`);
    const ids = jsonList(old.map(({ id }) => id));
    db.run(sql`DELETE FROM operations WHERE id IN (SELECT value FROM json_each(${ids}))`);
    if (old.length === sweptTogether) return true;
    db.run(sql`
      DELETE FROM mutations WHERE undoable_until < ${before} AND completed = 1
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.mutation = mutations.id)`);
    db.run(sql`
      DELETE FROM labels WHERE pending = 'delete'
        AND NOT EXISTS (SELECT 1 FROM operations o WHERE o.folder ->> '$.label' = labels.id)
        AND NOT EXISTS (SELECT 1 FROM placements p WHERE p.label = labels.id)`);
    return false;
  });
}
