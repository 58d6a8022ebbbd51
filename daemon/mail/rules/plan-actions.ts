import type { RuleAction } from '../../contract/rule.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { labelMap } from '../labels/labels.ts';
import { snoozeLocation } from '../later/snooze-location.ts';
import type { NewSnooze } from '../later/snoozes.ts';
import type { MutationTarget } from '../mutations/apply.ts';
import type { Change } from '../mutations/change.ts';
import { displayedPlacements, labelRules } from '../mutations/displayed-placements.ts';
import type { FolderEdit } from '../mutations/folders/folder-edits.ts';
import { findLabelByName, findOrCreateFolder, labelTargetForRole } from '../mutations/folders/label-targets.ts';
import { labelChanges, type LabelRequest } from '../mutations/label-changes.ts';
import { inverseOf } from '../mutations/plan/inverse.ts';
import { plan } from '../mutations/plan/plan.ts';

/** The actions of a rule as changes to the mail of one account. */
export type PlannedActions = {
  changes: Change[];
  before: FolderEdit[];
  /** Stored with the mutation, so that the messages come back. */
  snoozes: NewSnooze[];
  wakeAt: Date | undefined;
};

/** Why actions cannot be applied, as a sentence for the user. */
export class ActionFailure extends Error {}

type PlanContext = { account: Account; targets: readonly MutationTarget[]; now: Date };

/**
 * Plans what a rule does with messages of one account, in the order of its actions; a snooze is last, because it moves them
 * away. A label that the account lacks is made. Throws `ActionFailure`.
 */
export function planActions(db: WriteDb, actions: readonly RuleAction[], context: PlanContext): PlannedActions {
  const planned: PlannedActions = { changes: [], before: [], snoozes: [], wakeAt: undefined };
  for (const action of actions) planAction(db, planned, { action, ...context });
  const snooze = actions.findLast((action) => action.type === 'snooze');
  if (snooze) planSnooze(db, planned, { duration: snooze.duration, ...context });
  return planned;
}

function planAction(
  db: WriteDb,
  planned: PlannedActions,
  { action, account, targets }: PlanContext & { action: RuleAction },
) {
  switch (action.type) {
    case 'archive':
    case 'trash': {
      const { label, edit } = labelTargetForRole(db, account, action.type);
      planned.changes.push({ do: action.type, to: label });
      if (edit) planned.before.push(edit);
      return;
    }
    case 'star':
      planned.changes.push({ do: 'flags', add: ['\\Flagged'], remove: [] });
      return;
    case 'mark_read':
      planned.changes.push({ do: 'flags', add: ['\\Seen'], remove: [] });
      return;
    case 'mark_unread':
      planned.changes.push({ do: 'flags', add: [], remove: ['\\Seen'] });
      return;
    case 'add_label':
    case 'move':
      makeLabel(db, planned, account, action.label);
      planLabels(db, planned, { account, targets }, labelRequest(action));
      return;
    case 'remove_label':
      // An account without the label has nothing to remove.
      if (isFlag(action.label) || findLabelByName(db, account, action.label))
        planLabels(db, planned, { account, targets }, labelRequest(action));
      return;
    case 'snooze':
    case 'shell_hook':
    case 'stop':
  }
}

function labelRequest({ type, label }: RuleAction & { type: 'add_label' | 'remove_label' | 'move' }): LabelRequest {
  if (type === 'remove_label') return { kind: 'modify_labels', add: [], remove: [label] };
  return { kind: type === 'move' ? 'move' : 'modify_labels', add: [label], remove: [] };
}

/** Labels that stand for flags. */
function isFlag(label: string): boolean {
  return ['STARRED', 'UNREAD'].includes(label.toUpperCase());
}

function makeLabel(db: WriteDb, planned: PlannedActions, account: Account, label: string): void {
  if (isFlag(label) || findLabelByName(db, account, label)) return;
  const { edit } = findOrCreateFolder(db, account, label);
  if (edit) planned.before.push(edit);
}

function planLabels(
  db: WriteDb,
  planned: PlannedActions,
  { account, targets }: Pick<PlanContext, 'account' | 'targets'>,
  request: LabelRequest,
): void {
  const labels = labelChanges(db, { account, accounts: [account], targets }, request);
  if ('error' in labels) throw new ActionFailure(labels.error);
  planned.changes.push(...labels.changes);
  planned.before.push(...(labels.before ?? []));
}

type Duration = (RuleAction & { type: 'snooze' })['duration'];

function planSnooze(
  db: WriteDb,
  planned: PlannedActions,
  { account, targets, duration, now }: PlanContext & { duration: Duration },
): void {
  const wakeAt = wakeTimeOf(duration, now);
  if (wakeAt <= now) throw new ActionFailure('The time the rule snoozes mail until has passed.');
  const { label, changes, before } = snoozeLocation(db, account);
  const maps = labelMap(db, account.id);
  const rules = labelRules(db, maps);
  for (const { id } of targets) {
    const { placements } = plan(planned.changes, displayedPlacements(db, id, maps), rules);
    const restore = inverseOf(placements, plan(changes, placements, rules).placements);
    planned.snoozes.push({ message: id, label, restore });
  }
  planned.changes.push(...changes);
  planned.before.push(...before);
  planned.wakeAt = wakeAt;
}

const hourMs = 3_600_000;

function wakeTimeOf(duration: Duration, now: Date): Date {
  if (duration.type === 'until') return new Date(duration.date);
  return new Date(now.getTime() + duration.count * (duration.type === 'hours' ? hourMs : 24 * hourMs));
}
