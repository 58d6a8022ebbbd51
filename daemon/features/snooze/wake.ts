import { instantOf } from '../../base/clock.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import {
  applyMutation,
  type MutationResult,
  type Actor,
  type AppliedMutation,
  type ApplyDeps,
} from '../../mail/mutations/apply.ts';
import { labelMap, type LabelMap } from '../../mail/labels/labels.ts';
import type { Change, RestoreChange } from '../../mail/mutations/change.ts';
import { refreshThreadsOfMessages } from '../../mail/mutations/apply-locally.ts';
import { labelRules, displayedPlacements } from '../../mail/mutations/displayed-placements.ts';
import { plan } from '../../mail/mutations/plan/plan.ts';
import { messagesByIds } from '../../mail/messages/messages.ts';
import { setListPosition } from '../../mail/messages/placements.ts';
import { returnPosition } from '../../mail/later/return-position.ts';
import { removeSnooze, type Snooze } from '../../mail/later/snoozes.ts';
import type { FolderRole } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';

type WakeRequest = { account: Account; snooze: Snooze; actor: Actor; correlation?: string | undefined };

/** Returns a message to its place, above mail that arrived in the meantime. Call it inside a transaction. */
export function wakeMail(deps: ApplyDeps, { account, snooze, actor, correlation }: WakeRequest): AppliedMutation {
  const { db, clock, onMutationResult } = deps;
  const { message: id, message_id, wake_at } = snooze;
  const { account_id } = account;
  const changes = wakeChanges(db, snooze);
  removeSnooze(db, id);
  setListPosition(db, id, returnPosition(db, wake_at, clock.now()));
  let result: MutationResult | undefined;
  const applied = applyMutation(
    { ...deps, onMutationResult: (applying) => (result = applying) },
    {
      kind: 'unsnooze',
      details: { until: wake_at },
      actor,
      correlation,
      accounts: [{ account, changes, targets: [{ id, message_id }] }],
    },
  );
  refreshThreadsOfMessages(db, [id]);
  const [woken] = messagesByIds(db, [id]);
  if (!result || !woken) return applied;
  const { thread_id, subject } = woken;
  const is_due = wake_at <= instantOf(clock.now());
  const announcements = [{ event: 'MessageUnsnoozed', account_id, message_id, thread_id, subject, is_due }] as const;
  onMutationResult({ ...result, updated: [{ account, messages: [id] }], announcements });
  return applied;
}

/**
 * The changes that return mail to its folders, keeping later changes. Mail that would not be visible there, or whose folder
 * is deleted, goes to the inbox.
 */
function wakeChanges(db: WriteDb, { message, account, label, restore }: Snooze): Change[] {
  const labels = labelMap(db, account);
  const rules = labelRules(db, labels);
  const restoration = restore === null ? undefined : restorable(JSON.parse(restore) as RestoreChange, labels);
  const changes = restoration ? [restoration] : [];
  const after = plan(changes, displayedPlacements(db, message, labels), rules).placements;
  const inbox = [...labels.byId.values()].find(({ role }) => role === 'inbox')?.id;
  const isVisible = after.some((place) => place.label !== label && isVisibleRole(rules.roleOf(place.label), labels));
  if (isVisible || inbox === undefined) return changes;
  const hidden = after.map((place) => place.label).filter((each) => hiddenRoles.has(rules.roleOf(each) ?? ''));
  return [
    { do: 'label', add: [inbox], remove: [...new Set([...(label === null ? [] : [label]), ...hidden])], rest: 0 },
  ];
}

/** On a server whose folders are labels only the inbox is visible: other mail is in the folder of all mail. */
function isVisibleRole(role: FolderRole | null, { serverAllMail }: LabelMap): boolean {
  return role === 'inbox' || (serverAllMail === undefined && !hiddenRoles.has(role ?? ''));
}

const hiddenRoles: ReadonlySet<string> = new Set(['archive', 'all_mail', 'trash', 'spam', 'sent', 'drafts']);

/** The part of the changes whose folders exist. */
function restorable(restore: RestoreChange, { byId }: LabelMap): RestoreChange | undefined {
  const put = restore.put.filter(({ label }) => {
    const there = byId.get(label);
    return there !== undefined && there.selectable === 1 && there.pending !== 'delete';
  });
  return put.length === 0 ? undefined : { ...restore, put };
}
