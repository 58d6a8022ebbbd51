import type { MutationReply } from '../../contract/mutation.ts';
import type { Account } from '../accounts/accounts.ts';
import type { AppliedMutation, AccountMutation, SkippedMessage } from './apply.ts';

/** Maximum number of messages listed in a reply. */
const maxOutcomes = 1000;

/** The reply to a mutation (wire-contract, sections 5.1 and 14.5). */
export function buildMutationReply({
  mutation_id,
  undoable,
  undoable_until,
  job_id,
  accountMutations,
  skipped,
}: AppliedMutation): MutationReply {
  return buildReply(accountMutations, skipped, { mutation_id, undoable, undoable_until, job_id, dry_run: false });
}

/** The reply if no mutation is made: for a preview, or if no message was found. */
export function previewReply(
  accountMutations: readonly AccountMutation[],
  skipped: readonly SkippedMessage[],
  { undoable = true, dry_run = true }: { undoable?: boolean; dry_run?: boolean } = {},
): MutationReply {
  return buildReply(accountMutations, skipped, {
    mutation_id: null,
    undoable,
    undoable_until: null,
    job_id: null,
    dry_run,
  });
}

type MutationSummary = Pick<
  MutationReply['result'],
  'mutation_id' | 'undoable' | 'undoable_until' | 'job_id' | 'dry_run'
>;

function buildReply(
  accountMutations: readonly AccountMutation[],
  skipped: readonly SkippedMessage[],
  summary: MutationSummary,
): MutationReply {
  const succeeded = accountMutations.reduce((sum, { targets }) => sum + targets.length, 0);
  const failed = countOutcome(skipped, 'failed');
  return {
    ok: skipped.length === 0,
    result: {
      requested: succeeded + skipped.length,
      succeeded,
      skipped: skipped.length - failed,
      failed,
      accounts: accountResults(accountMutations, skipped),
      undo_note: summary.undoable ? null : noChangeMessage,
      undo_unavailable: false,
      outcomes: skipped
        .slice(0, maxOutcomes)
        .map(({ message_id, outcome, reason }) => ({ message_id, outcome, reason })),
      ...summary,
    },
  };
}

const noChangeMessage = 'No messages were changed, so there’s nothing to undo.';

function accountResults(
  accountMutations: readonly AccountMutation[],
  skipped: readonly SkippedMessage[],
): MutationReply['result']['accounts'] {
  const accounts = new Map<number, Account>(
    [...accountMutations, ...skipped].flatMap(({ account }) => (account ? [[account.id, account]] : [])),
  );
  return [...accounts.values()]
    .map((account) => {
      const own = skipped.filter((each) => each.account?.id === account.id);
      return {
        account_id: account.account_id,
        account_name: account.name,
        succeeded:
          accountMutations.find((accountMutation) => accountMutation.account.id === account.id)?.targets.length ?? 0,
        skipped: countOutcome(own, 'skipped'),
        failed: countOutcome(own, 'failed'),
        error: own.find(({ outcome }) => outcome === 'failed')?.reason ?? null,
      };
    })
    .toSorted((a, b) => a.account_name.localeCompare(b.account_name));
}

function countOutcome(skipped: readonly SkippedMessage[], outcome: SkippedMessage['outcome']): number {
  return skipped.filter((each) => each.outcome === outcome).length;
}
