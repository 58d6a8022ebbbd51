import type { z } from 'zod';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { ReadDb } from '../../store/db.ts';
import {
  accountsOfMutation,
  mutationById,
  undoableMs,
  type MutationDetails,
  type Mutation,
} from '../../mail/mutations/journal.ts';
import { isUndoable } from '../../mail/mutations/mutation-result.ts';
import { countOperations } from '../../mail/mutations/operations.ts';
import type { mutation as mutationSchema } from './contract.ts';
import { countWaiting, firstMessage, mutationsBefore, tokenName, type CallerAccounts } from './store.ts';

type MutationRecord = z.input<typeof mutationSchema>;

type HistoryRequest = { limit: number; cursor?: string | undefined; call: CallerAccounts; now: Date };

/** Mutations that can be undone or are not pushed yet, newest first. */
export function historyPage(db: ReadDb, { limit, cursor, call, now }: HistoryRequest) {
  const after = cursor === undefined ? Number.MAX_SAFE_INTEGER : parseCursor(cursor);
  const since = instantOf(new Date(now.getTime() - undoableMs));
  const rows = mutationsBefore(db, after, { since, call, limit: limit + 1 });
  const page = rows.slice(0, limit);
  const last = page.at(-1);
  return {
    mutations: page.map((mutation) => recordOf(db, mutation, now)),
    next_cursor: rows.length > limit && last ? String(last.id) : null,
    waiting: countWaiting(db, call),
  };
}

function parseCursor(cursor: string): number {
  if (/^\d{1,15}$/.test(cursor)) return Number(cursor);
  throw new Failure('invalid', 'bad_cursor', 'cursor must be the next_cursor of an earlier answer.');
}

/** A mutation as clients see it. */
export function recordOf(db: ReadDb, mutation: Mutation, now: Date): MutationRecord {
  const { id, mutation_id, kind, made_at, origin, requested, undoable_until, job_id } = mutation;
  const { succeeded, failed, cancelled, open, error } = countOperations(db, id);
  const idOf = (other: number | null) => (other === null ? null : (mutationById(db, other)?.mutation_id ?? null));
  return {
    mutation_id,
    kind,
    made_at,
    origin,
    by: mutation.token_id === null ? null : (tokenName(db, mutation.token_id) ?? null),
    requested,
    succeeded,
    waiting: open,
    skipped: mutation.skipped + cancelled,
    failed,
    error,
    undoable: isUndoable(db, mutation, now),
    undoable_until,
    undone_by: idOf(mutation.undone_by),
    undo_of: idOf(mutation.undo_of),
    job_id,
    about: JSON.parse(mutation.about) as MutationDetails,
    account_ids: accountsOfMutation(db, id).map(({ account_id }) => account_id),
    example: firstMessage(db, id) ?? null,
  };
}
