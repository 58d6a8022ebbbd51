import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { actorOf } from '../../contract/ownership.ts';
import type { MutationReply } from '../../contract/mutation.ts';
import type { Caller, ChangeCall } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  applyMutation,
  type AccountMutation,
  type Actor,
  type ApplyDeps,
  type SkippedMessage,
  type MutationTarget,
} from '../../mail/mutations/apply.ts';
import type { MutationDetails, MutationKind } from '../../mail/mutations/journal.ts';
import { changesAnyMessage, runOrPreview } from '../../mail/mutations/preview.ts';
import { buildMutationReply, previewReply } from '../../mail/mutations/mutation-reply.ts';
import { chooseTargets, type ChosenTargets, type TargetRequest } from '../../mail/mutations/targets/targets.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import type { AccountPlan } from '../../mail/mutations/label-changes.ts';
import { effectsOf } from '../../mail/mutations/effects.ts';

export type RunMutationDeps = Omit<ApplyDeps, 'db'> & {
  clock: Clock;
  /** A connection with the index attached. */
  read: ReadDb;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

export type MutationAction = {
  kind: MutationKind;
  details?: MutationDetails;
  planFor: (account: Account, targets: readonly MutationTarget[]) => AccountPlan;
  /** Selects among the named targets. */
  selectTargets?: (chosen: ChosenTargets) => ChosenTargets;
  /** Called in the same transaction, with the targets. */
  onApplied?: (chosen: ChosenTargets, actor: Actor) => void;
};

export type MutationInput = TargetRequest & { dry_run: boolean };
export type MutationCall = ChangeCall & { db: WriteDb; caller: Caller; accounts: readonly Account[] };

/**
 * Resolves the targets, plans and applies the changes in one transaction; a dry run is rolled back at the end. Throws what
 * `chooseTargets` throws, `label_not_found` if no account concerned can apply it, and `policy` if the changes exceed the
 * caller's permissions.
 */
export function runMutation(
  deps: RunMutationDeps,
  input: MutationInput,
  { db, caller, accounts, key, permit, ...rest }: MutationCall & { actionFor: (db: WriteDb) => MutationAction },
): MutationReply {
  const { clock, read, zone } = deps;
  return runOrPreview(db, input.dry_run, () => {
    const { kind, details = {}, planFor, onApplied, selectTargets = (chosen) => chosen } = rest.actionFor(db);
    const chosen = selectTargets(chooseTargets(input, { read, accounts, now: clock.now(), zone }));
    const { mutations, skipped } = planAccounts(chosen, planFor);
    if (input.dry_run || mutations.length + skipped.length === 0)
      return previewReply(mutations, skipped, { undoable: changesAnyMessage(db, mutations), dry_run: input.dry_run });
    for (const { changes } of mutations) for (const effect of effectsOf(db, { kind, changes })) permit(effect);
    const actor = actorOf(caller);
    const applied = applyMutation(
      { ...deps, db },
      { kind, details, actor, correlation: key, accounts: mutations, skipped },
    );
    onApplied?.(chosen, actor);
    return buildMutationReply(applied);
  });
}

function planAccounts(
  { byAccount, skipped }: ChosenTargets,
  planFor: MutationAction['planFor'],
): { mutations: AccountMutation[]; skipped: SkippedMessage[] } {
  const plans = byAccount.map(({ account, targets }) => ({ account, targets, plan: planFor(account, targets) }));
  const errors = plans.flatMap(({ plan }) => ('error' in plan ? [plan.error] : []));
  if (errors[0] !== undefined && errors.length === plans.length) throw labelNotFound(errors[0]);
  const failed: SkippedMessage[] = [];
  const mutations = plans.map(({ account, targets, plan }): AccountMutation => {
    if (!('error' in plan)) return { account, targets, ...plan };
    const reason = plan.error;
    failed.push(...targets.map(({ message_id }) => ({ message_id, outcome: 'failed' as const, reason, account })));
    return { account, targets: [], changes: [] };
  });
  return { mutations, skipped: [...skipped, ...failed] };
}

function labelNotFound(sentence: string): Failure {
  return new Failure('missing', 'label_not_found', `${sentence} Create it first, or choose another.`);
}
