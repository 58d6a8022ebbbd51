import type { MutationReply } from '../../contract/mutation.ts';
import type { Account } from '../accounts.ts';
import type { Applied, AccountWish, Skipped } from '../apply.ts';

/** No answer lists more messages than these. */
const mostOutcomes = 1000;

/** What an answer says of a mutation (wire-contract, sections 5.1 and 14.5). */
export function appliedReply({ mutation_id, undoable, undoable_until, job_id, wishes, left }: Applied): MutationReply {
  return replyWith(wishes, left, { mutation_id, undoable, undoable_until, job_id, dry_run: false });
}

/** What an answer says where nothing is made: of a mutation that was only asked about, or that found no message. */
export function previewReply(
  wishes: readonly AccountWish[],
  left: readonly Skipped[],
  { undoable = true, dry_run = true }: { undoable?: boolean; dry_run?: boolean } = {},
): MutationReply {
  return replyWith(wishes, left, { mutation_id: null, undoable, undoable_until: null, job_id: null, dry_run });
}

type Made = Pick<MutationReply['result'], 'mutation_id' | 'undoable' | 'undoable_until' | 'job_id' | 'dry_run'>;

function replyWith(wishes: readonly AccountWish[], left: readonly Skipped[], made: Made): MutationReply {
  const succeeded = wishes.reduce((sum, { targets }) => sum + targets.length, 0);
  const failed = countOf(left, 'failed');
  return {
    ok: left.length === 0,
    result: {
      requested: succeeded + left.length,
      succeeded,
      skipped: left.length - failed,
      failed,
      accounts: accountResults(wishes, left),
      undo_note: made.undoable ? null : nothingWords,
      undo_unavailable: false,
      outcomes: left.slice(0, mostOutcomes).map(({ message_id, outcome, reason }) => ({ message_id, outcome, reason })),
      ...made,
    },
  };
}

const nothingWords = 'No message is changed by it, so there is nothing to take back.';

function accountResults(wishes: readonly AccountWish[], left: readonly Skipped[]): MutationReply['result']['accounts'] {
  const accounts = new Map<number, Account>(
    [...wishes, ...left].flatMap(({ account }) => (account ? [[account.id, account]] : [])),
  );
  return [...accounts.values()]
    .map((account) => {
      const own = left.filter((each) => each.account?.id === account.id);
      return {
        account_id: account.account_id,
        account_name: account.name,
        succeeded: wishes.find((wish) => wish.account.id === account.id)?.targets.length ?? 0,
        skipped: countOf(own, 'skipped'),
        failed: countOf(own, 'failed'),
        error: own.find(({ outcome }) => outcome === 'failed')?.reason ?? null,
      };
    })
    .toSorted((a, b) => a.account_name.localeCompare(b.account_name));
}

function countOf(left: readonly Skipped[], outcome: Skipped['outcome']): number {
  return left.filter((each) => each.outcome === outcome).length;
}
