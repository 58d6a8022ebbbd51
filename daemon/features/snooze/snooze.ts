import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  applyMutation,
  type MutationResult,
  type Actor,
  type AppliedMutation,
  type ApplyDeps,
} from '../../mail/mutations/apply.ts';
import { labelMap } from '../../mail/labels/labels.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { inverseOf } from '../../mail/mutations/plan/inverse.ts';
import { labelRules, displayedPlacements } from '../../mail/mutations/displayed-placements.ts';
import { plan } from '../../mail/mutations/plan/plan.ts';
import type { ChosenTargets } from '../../mail/mutations/targets/targets.ts';
import { snoozeLocation } from '../../mail/later/snooze-location.ts';
import { saveSnoozes, type NewSnooze } from '../../mail/later/snoozes.ts';
import type { WriteDb } from '../../store/db.ts';

type SnoozeRequest = { chosen: ChosenTargets; wakeAt: Date; actor: Actor; correlation: string | undefined };

/** Moves mail out of the inbox until an instant, and stores how to restore it. */
export function snoozeMail(deps: ApplyDeps, { chosen, wakeAt, actor, correlation }: SnoozeRequest): AppliedMutation {
  const { db, clock, onMutationResult } = deps;
  const mutations = chosen.byAccount.map(({ account, targets }) => ({
    account,
    targets,
    ...snoozeLocation(db, account),
  }));
  const snoozes = mutations.flatMap(({ account, targets, label, changes }) =>
    restoresOf(db, account, targets, changes).map((each): NewSnooze => ({ ...each, label })),
  );
  const wake_at = instantOf(wakeAt);
  let result: MutationResult | undefined;
  const applied = applyMutation(
    { ...deps, onMutationResult: (applying) => (result = applying) },
    { kind: 'snooze', details: { until: wake_at }, actor, correlation, accounts: mutations, skipped: chosen.skipped },
  );
  saveSnoozes(db, snoozes, { wake_at, snoozed_at: instantOf(clock.now()), mutation: applied.id, ...actor });
  // Mail that was snoozed already is shown with its new time.
  const updated = mutations.map(({ account, targets }) => ({ account, messages: targets.map(({ id }) => id) }));
  if (result) onMutationResult({ ...result, updated });
  return applied;
}

/** The changes that return each message from the location of these changes. */
function restoresOf(
  db: WriteDb,
  account: Account,
  targets: readonly { id: number }[],
  changes: readonly Change[],
): Omit<NewSnooze, 'label'>[] {
  const labels = labelMap(db, account.id);
  const rules = labelRules(db, labels);
  return targets.map(({ id }) => {
    const before = displayedPlacements(db, id, labels);
    return { message: id, restore: inverseOf(before, plan(changes, before, rules).placements) };
  });
}
