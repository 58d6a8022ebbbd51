import { instantOf } from '../../base/clock.ts';
import { timeId } from '../../base/ids.ts';
import type { Owned } from '../../contract/ownership.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Disposition } from '../screener/decision.ts';
import { parseChanges, type Change } from './change.ts';

/** The kinds of mutations, as events and the history name them (wire-contract, section 13.2, after `mutation.`). */
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
  'mute',
  'block',
  'mode_done',
  'todo',
  'screen',
  'rule',
  'create_label',
  'rename_label',
  'delete_label',
  'undo',
] as const;
export type MutationKind = (typeof mutationKinds)[number];

/** Details of a mutation for the history: names at the time of the mutation. */
export type MutationDetails = {
  starred?: boolean;
  read?: boolean;
  added?: string[];
  removed?: string[];
  to?: string;
  from?: string;
  until?: string;
  muted?: boolean;
  blocked?: boolean;
  sender?: string;
  /** The rule for new mail that made the mutation. */
  rule?: 'blocked' | 'screened_out' | 'routed' | 'muted';
  /** A decision of the screener about `sender`, which may also be a list or a domain; null where it was taken away. */
  disposition?: Disposition | null;
  /** How many decisions were made at once. */
  decisions?: number;
  /** The mode in which mail is done. */
  mode?: string;
  /** The rule of the user that made the mutation. */
  rule_name?: string;
  /** What the user did to to-dos. */
  todo?: 'ticked' | 'dismissed' | 'postponed' | 'reopened';
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
  cancelled: number;
  completed: number;
};

/** How long a mutation can be undone, in milliseconds. */
export const undoableMs = 24 * 3_600_000;

type NewMutation = {
  kind: MutationKind;
  about: MutationDetails;
  origin: string;
  token_id?: string | null | undefined;
  correlation?: string | undefined;
  requested: number;
  skipped: number;
  undoOf?: number | undefined;
};

export function addMutation(
  db: WriteDb,
  mutation: NewMutation,
  now: Date,
): Pick<Mutation, 'id' | 'mutation_id' | 'undoable_until'> {
  const { kind, about, origin, token_id = null, correlation = null, requested, skipped, undoOf = null } = mutation;
  const mutation_id = timeId(now);
  const undoable_until = instantOf(new Date(now.getTime() + undoableMs));
  const { id } = db.run(sql`
    INSERT INTO mutations (mutation_id, kind, about, origin, token_id, correlation, made_at, undoable_until, requested,
      skipped, undo_of)
    VALUES (${mutation_id}, ${kind}, ${JSON.stringify(about)}, ${origin}, ${token_id}, ${correlation}, ${instantOf(now)},
      ${undoable_until}, ${requested}, ${skipped}, ${undoOf})`);
  return { id, mutation_id, undoable_until };
}

/** Stores the changes that a mutation applies to all of its messages in an account. */
export function addMutationAccount(db: WriteDb, mutation: number, account: number, changes: readonly Change[]): void {
  db.run(sql`
    INSERT INTO mutation_accounts (mutation, account, changes) VALUES (${mutation}, ${account}, ${JSON.stringify(changes)})`);
}

/** A mutation by its public id. */
export function mutationByPublicId(db: ReadDb, mutation_id: string): Mutation | undefined {
  return db.get<Mutation>(sql`SELECT * FROM mutations WHERE mutation_id = ${mutation_id.toLowerCase()}`);
}

/**
 * The mutation at the beginning of a chain of undos, and whether undoing the last one makes it again. Undefined if it is
 * deleted.
 */
export function originOf(db: ReadDb, mutation: Mutation): { original: Mutation; isRedone: boolean } | undefined {
  let original = mutation;
  let isRedone = false;
  while (original.undo_of !== null) {
    const earlier = mutationById(db, original.undo_of);
    if (!earlier) return undefined;
    original = earlier;
    isRedone = !isRedone;
  }
  return { original, isRedone };
}

/** The accounts whose messages a mutation changes. */
export function accountsOfMutation(db: ReadDb, mutation: number): { id: number; account_id: string }[] {
  return db.all(sql`
    SELECT a.id, a.account_id FROM mutation_accounts ma JOIN accounts a ON a.id = ma.account WHERE ma.mutation = ${mutation}`);
}

/** The owner of a mutation. */
export function ownerOfMutation(db: ReadDb, { id, origin, token_id }: Mutation): Owned {
  const accounts = accountsOfMutation(db, id).map(({ account_id }) => account_id);
  return { accounts, actor: { origin, token_id } };
}

/** The changes that a mutation applies to every message, for all of its accounts. */
export function changesOfMutation(db: ReadDb, mutation: number): Change[] {
  return db
    .all<{ changes: string }>(sql`SELECT changes FROM mutation_accounts WHERE mutation = ${mutation}`)
    .flatMap(({ changes }) => parseChanges(changes));
}

export function setUndoneBy(db: WriteDb, mutation: number, undoneBy: number): void {
  db.run(sql`UPDATE mutations SET undone_by = ${undoneBy} WHERE id = ${mutation}`);
}

/** Deletes the mutations of an account; those of other accounts stay. */
export function deleteMutationsOfAccount(db: WriteDb, account: number): void {
  db.run(sql`
    DELETE FROM mutations WHERE id IN (SELECT mutation FROM mutation_accounts WHERE account = ${account})
      AND NOT EXISTS (SELECT 1 FROM mutation_accounts o WHERE o.mutation = mutations.id AND o.account <> ${account})`);
}

/** Incomplete mutations that have no open operations. */
export function mutationsWithoutOpenOperations(db: ReadDb): number[] {
  return db
    .all<{ id: number }>(
      sql`
      SELECT id FROM mutations WHERE completed = 0 AND NOT EXISTS (SELECT 1 FROM operations o
        WHERE o.mutation = mutations.id AND o.state IN ('new', 'queued', 'sending', 'unsure'))`,
    )
    .map(({ id }) => id);
}

export function mutationById(db: ReadDb, id: number): Mutation | undefined {
  return db.get<Mutation>(sql`SELECT * FROM mutations WHERE id = ${id}`);
}

/** Marks a mutation as not undoable. */
export function makeIrreversible(db: WriteDb, mutation: number): void {
  db.run(sql`UPDATE mutations SET undoable_until = made_at WHERE id = ${mutation}`);
}
