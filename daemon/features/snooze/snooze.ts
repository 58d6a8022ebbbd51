import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts.ts';
import { applyMutation, type Acted, type Actor, type Applied, type ApplyParts } from '../../mail/apply.ts';
import { foldedName, fullNameOf, openRenamings } from '../../mail/label-paths.ts';
import { labelMap, labelsOf, snoozeFolder } from '../../mail/labels.ts';
import type { Change } from '../../mail/mutations/change.ts';
import type { FolderEdit } from '../../mail/mutations/folders.ts';
import { inverseOf } from '../../mail/mutations/inverse.ts';
import { madeFolder } from '../../mail/mutations/label-targets.ts';
import { labelRules, shownPlaces } from '../../mail/mutations/shown.ts';
import { plan } from '../../mail/mutations/steps.ts';
import type { Chosen } from '../../mail/mutations/targets.ts';
import { saveSnoozes, type NewSnooze } from '../../mail/snoozes.ts';
import type { WriteDb } from '../../store/db.ts';

type SnoozeWish = { chosen: Chosen; wakeAt: Date; actor: Actor; correlation: string | undefined };

/** Takes mail out of the inbox until a moment, and notes how it comes back. */
export function snoozeMail(parts: ApplyParts, { chosen, wakeAt, actor, correlation }: SnoozeWish): Applied {
  const { db, clock, onActed } = parts;
  const wishes = chosen.byAccount.map(({ account, targets }) => ({ account, targets, ...placeFor(db, account) }));
  const snoozes = wishes.flatMap(({ account, targets, label, changes }) =>
    restoresOf(db, account, targets, changes).map((each): NewSnooze => ({ ...each, label })),
  );
  const wake_at = instantOf(wakeAt);
  let acted: Acted | undefined;
  const applied = applyMutation(
    { ...parts, onActed: (made) => (acted = made) },
    { kind: 'snooze', about: { until: wake_at }, actor, correlation, accounts: wishes, left: chosen.left },
  );
  saveSnoozes(db, snoozes, { wake_at, snoozed_at: instantOf(clock.now()), mutation: applied.id, ...actor });
  // Mail that was away already is shown with another time.
  const updated = wishes.map(({ account, targets }) => ({ account, messages: targets.map(({ id }) => id) }));
  if (acted) onActed({ ...acted, updated });
  return applied;
}

/** Where an account's mail lies while it is away: in a folder that other programs see too, or with all the rest of its mail. */
function placeFor(db: WriteDb, account: Account): { label: number; changes: Change[]; before: FolderEdit[] } {
  const { everything } = labelMap(db, account.id);
  if (everything !== undefined) return { label: everything, changes: [{ do: 'archive', to: everything }], before: [] };
  const wished = openRenamings(db, [account]);
  const there = labelsOf(db, [account]).find(
    (each) => !each.synthetic && each.selectable && foldedName(fullNameOf(each, wished)) === foldedName(snoozeFolder),
  );
  const { label, edit } = there ? { label: there.id } : madeFolder(db, account, snoozeFolder);
  return { label, changes: [{ do: 'move', to: label }], before: edit ? [edit] : [] };
}

/** What brings each message back from where these changes take it. */
function restoresOf(
  db: WriteDb,
  account: Account,
  targets: readonly { id: number }[],
  changes: readonly Change[],
): Omit<NewSnooze, 'label'>[] {
  const labels = labelMap(db, account.id);
  const rules = labelRules(db, labels);
  return targets.map(({ id }) => {
    const before = shownPlaces(db, id, labels);
    return { message: id, restore: inverseOf(before, plan(changes, before, rules).places) };
  });
}
