import { instantOf } from '../../base/clock.ts';
import type { MutationReply } from '../../contract/mutation.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { Mutation } from './journal.ts';
import { countOperations, isReversible } from './operations.ts';

/** Maximum number of messages listed in a result. */
const maxOutcomes = 1000;

type MutationResult = MutationReply['result'];

/** Why a mutation cannot be undone. */
export const noUndoReasons = {
  undone: 'This has already been undone. To restore it, undo the undo.',
  expired: 'It’s too late to undo this.',
  nothing: 'No mail was changed, so there’s nothing to undo.',
};

/** What a mutation came to (wire-contract, section 14.5), once each message was changed on its server or left as it was. */
export function resultOf(db: ReadDb, mutation: Mutation, now: Date): MutationResult | null {
  if (mutation.completed === 0) return null;
  const { id, mutation_id, requested, undoable_until, job_id } = mutation;
  const { succeeded, failed, cancelled } = countOperations(db, id);
  const undoable = isUndoable(db, mutation, now);
  return {
    requested,
    succeeded,
    skipped: mutation.skipped + cancelled,
    failed,
    accounts: accountResults(db, id),
    mutation_id,
    undoable,
    undo_note: undoable ? null : noUndoReason(mutation, now),
    undoable_until,
    undo_unavailable: false,
    job_id,
    outcomes: outcomesOf(db, mutation),
    dry_run: false,
  };
}

/** Messages that were not found belong to no account. */
function accountResults(db: ReadDb, mutation: number): MutationResult['accounts'] {
  const accounts = db.all<{ id: number; account_id: string; account_name: string }>(sql`
    SELECT a.id, a.account_id, a.name AS account_name FROM mutation_accounts ma JOIN accounts a ON a.id = ma.account
    WHERE ma.mutation = ${mutation}`);
  return accounts
    .map(({ id, account_id, account_name }) => {
      const { succeeded, failed, cancelled, error } = countOperations(db, mutation, id);
      return { account_id, account_name, succeeded, skipped: cancelled, failed, error };
    })
    .toSorted((a, b) => a.account_name.localeCompare(b.account_name));
}

export function isUndoable(db: ReadDb, { id, undone_by, undoable_until }: Mutation, now: Date): boolean {
  return undone_by === null && undoable_until > instantOf(now) && isReversible(db, id);
}

function noUndoReason({ undone_by, undoable_until }: Mutation, now: Date): string {
  if (undone_by !== null) return noUndoReasons.undone;
  return undoable_until > instantOf(now) ? noUndoReasons.nothing : noUndoReasons.expired;
}

/** The messages whose outcome differs from the request, with the reason. */
export function outcomesOf(db: ReadDb, { id }: Mutation): MutationResult['outcomes'] {
  const unchanged = db.all<{ message_id: string; state: 'refused' | 'cancelled'; error: string | null }>(sql`
    SELECT message_id, state, error FROM operations
    WHERE mutation = ${id} AND message_id IS NOT NULL AND state IN ('refused', 'cancelled')
    ORDER BY id LIMIT ${maxOutcomes}`);
  return unchanged.map(({ message_id, state, error }) =>
    state === 'refused'
      ? { message_id, outcome: 'failed', reason: error ?? 'The server didn’t make the change.' }
      : { message_id, outcome: 'skipped', reason: 'It was undone before it reached the server.' },
  );
}
