import type { Account } from '../../mail/accounts.ts';
import { applyMutation, type Acted, type Actor, type Applied, type ApplyParts } from '../../mail/apply.ts';
import { labelMap, type LabelMap } from '../../mail/labels.ts';
import type { Change, Restore } from '../../mail/mutations/change.ts';
import { refreshThreadsOf } from '../../mail/mutations/settle.ts';
import { labelRules, shownPlaces } from '../../mail/mutations/shown.ts';
import { plan } from '../../mail/mutations/steps.ts';
import { moveInLists } from '../../mail/placements.ts';
import { removeSnooze, type Snooze } from '../../mail/snoozes.ts';
import type { FolderRole } from '../../providers/provider.ts';
import type { WriteDb } from '../../store/db.ts';

type WakeWish = { account: Account; snooze: Snooze; actor: Actor; correlation?: string | undefined };

/** Brings a message back to where it lay, on top of what has come meanwhile. Call it inside a transaction. */
export function wakeMail(parts: ApplyParts, { account, snooze, actor, correlation }: WakeWish): Applied {
  const { db, clock, onActed } = parts;
  const { message: id, message_id, wake_at } = snooze;
  const { account_id } = account;
  const changes = wakeChanges(db, snooze);
  removeSnooze(db, id);
  moveInLists(db, id, Math.floor(clock.now().getTime() / 1000));
  let acted: Acted | undefined;
  const applied = applyMutation(
    { ...parts, onActed: (made) => (acted = made) },
    {
      kind: 'unsnooze',
      about: { until: wake_at },
      actor,
      correlation,
      accounts: [{ account, changes, targets: [{ id, message_id }] }],
    },
  );
  refreshThreadsOf(db, [id]);
  const besides = [{ event: 'MessageUnsnoozed', account_id, message_id }] as const;
  if (acted) onActed({ ...acted, updated: [{ account, messages: [id] }], besides });
  return applied;
}

/**
 * Mail goes back to where it lay, with all that was done to it since. What would be out of sight there, or whose folder is
 * gone, comes to the inbox.
 */
function wakeChanges(db: WriteDb, { message, account, label, restore }: Snooze): Change[] {
  const labels = labelMap(db, account);
  const rules = labelRules(db, labels);
  const back = restore === null ? undefined : possible(JSON.parse(restore) as Restore, labels);
  const changes = back ? [back] : [];
  const after = plan(changes, shownPlaces(db, message, labels), rules).places;
  const inbox = [...labels.byId.values()].find(({ role }) => role === 'inbox')?.id;
  const isSeen = after.some((place) => place.label !== label && isInSight(rules.roleOf(place.label), labels));
  if (isSeen || inbox === undefined) return changes;
  const hidden = after.map((place) => place.label).filter((each) => outOfSight.has(rules.roleOf(each) ?? ''));
  return [
    { do: 'label', add: [inbox], remove: [...new Set([...(label === null ? [] : [label]), ...hidden])], rest: 0 },
  ];
}

/** On a server whose folders are labels only the inbox is: mail with any other label lies with all the rest. */
function isInSight(role: FolderRole | null, { everything }: LabelMap): boolean {
  return role === 'inbox' || (everything === undefined && !outOfSight.has(role ?? ''));
}

const outOfSight: ReadonlySet<string> = new Set(['archive', 'all_mail', 'trash', 'spam', 'sent', 'drafts']);

/** As much of it as there are folders for. */
function possible(restore: Restore, { byId }: LabelMap): Restore | undefined {
  const put = restore.put.filter(({ label }) => {
    const there = byId.get(label);
    return there !== undefined && there.selectable === 1 && there.pending !== 'delete';
  });
  return put.length === 0 ? undefined : { ...restore, put };
}
