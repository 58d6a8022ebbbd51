import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Label } from '../labels/labels.ts';
import type { AccountMutation, MutationTarget } from './apply.ts';
import type { Change } from './change.ts';
import { findLabelByName, labelTargetForRole } from './folders/label-targets.ts';

/** The planned changes for the mail of one account, or why they are impossible. */
export type AccountPlan = Pick<AccountMutation, 'changes' | 'before'> | { error: string };

/** Labels by name, path or id. */
export type LabelRequest = {
  kind: 'modify_labels' | 'move' | 'route';
  add: readonly string[];
  remove: readonly string[];
  /** Also removes the mail from the inbox and marks it read. */
  archive?: boolean;
};

/**
 * Resolves label names to changes in an account, or to the reason why they are invalid: a label to add must exist in the
 * account, a label to remove in one of `accounts`. A label in both lists is left as it is; labels that stand for flags
 * become flag changes.
 */
export function labelChanges(
  db: WriteDb,
  {
    account,
    accounts,
    targets,
  }: { account: Account; accounts: readonly Account[]; targets: readonly MutationTarget[] },
  { kind, archive = false, ...names }: LabelRequest,
): AccountPlan {
  const isKnown = (name: string, ...among: readonly Account[]) =>
    flagNamed(name) !== undefined || among.some((each) => findLabelByName(db, each, name));
  const unknown =
    names.add.find((name) => !isKnown(name, account)) ?? names.remove.find((name) => !isKnown(name, ...accounts));
  if (unknown !== undefined) return { error: `${account.name} has no label named ${unknown}.` };
  const [toAdd, toRemove] = [names.add, names.remove].map((each) => resolveNames(db, account, each));
  const add = toAdd?.filter((each) => !toRemove?.some(isSame(each))) ?? [];
  const remove = toRemove?.filter((each) => !toAdd?.some(isSame(each))) ?? [];
  const [added, removed] = [labelsIn(add), labelsIn(remove)];
  const trashOrSpam = added.find(({ role }) => role === 'trash' || role === 'spam');
  const flags = flagChanges(add, remove, archive);
  if (trashOrSpam)
    return { changes: [...flags, { do: trashOrSpam.role === 'trash' ? 'trash' : 'spam', to: trashOrSpam.id }] };
  // Mail without any placement left goes to the archive.
  const isUnlabelling = added.length === 0 && removed.length > 0;
  const needsArchive = archive || (isUnlabelling && someHaveNoOtherLabel(db, targets, removed));
  const { label: rest, edit } = needsArchive ? labelTargetForRole(db, account, 'archive') : { label: 0 };
  const changes = [...flags, ...placementChanges(kind, { added, removed, rest })];
  if (archive) changes.push({ do: 'archive', to: rest });
  return { changes, ...(edit && { before: [edit] }) };
}

/** The display names of labels for the history. */
export function labelNamesIn(db: WriteDb, accounts: readonly Account[], names: readonly string[]): string[] {
  return names.map((name) => {
    const account = accounts.find((each) => findLabelByName(db, each, name));
    return (account && findLabelByName(db, account, name)?.name) ?? name;
  });
}

/** A label, or a flag that a label stands for. */
type LabelOrFlag = Label | FlagState;

function resolveNames(db: WriteDb, account: Account, names: readonly string[]): LabelOrFlag[] {
  return names.flatMap((name) => flagNamed(name) ?? findLabelByName(db, account, name) ?? []);
}

function isSame(one: LabelOrFlag): (other: LabelOrFlag) => boolean {
  return (other) => ('id' in one ? 'id' in other && one.id === other.id : 'flag' in other && one.flag === other.flag);
}

function labelsIn(each: readonly LabelOrFlag[]): Label[] {
  return each.filter((one) => 'id' in one);
}

/** The caller handles trash and spam; every other label is added next to the others, unless mail is moved to it. */
function placementChanges(
  kind: LabelRequest['kind'],
  { added, removed, rest }: { added: readonly Label[]; removed: readonly Label[]; rest: number },
): Change[] {
  const [first] = added;
  if (kind === 'move' && first) return [{ do: 'move', to: first.id }];
  if (added.length + removed.length === 0) return [];
  return [{ do: 'label', add: added.map(({ id }) => id), remove: removed.map(({ id }) => id), rest }];
}

type FlagState = { flag: string; isSet: boolean };

/** Labels that every server stores as flags; `UNREAD` is inverted. */
function flagNamed(name: string): FlagState | undefined {
  const upper = name.toUpperCase();
  if (upper === 'STARRED') return { flag: '\\Flagged', isSet: true };
  if (upper === 'UNREAD') return { flag: '\\Seen', isSet: false };
  return undefined;
}

function flagChanges(add: readonly LabelOrFlag[], remove: readonly LabelOrFlag[], isRead: boolean): Change[] {
  const flags = (each: readonly LabelOrFlag[]) => each.filter((one) => 'flag' in one);
  const requestedFlags = [...flags(add), ...flags(remove).map(({ flag, isSet }) => ({ flag, isSet: !isSet }))];
  if (isRead) requestedFlags.push({ flag: '\\Seen', isSet: true });
  if (requestedFlags.length === 0) return [];
  const flagsThat = (isSet: boolean) => requestedFlags.filter((each) => each.isSet === isSet).map(({ flag }) => flag);
  return [{ do: 'flags', add: flagsThat(true), remove: flagsThat(false) }];
}

/** Whether some of these messages would have no placement without these labels. */
function someHaveNoOtherLabel(
  db: ReadDb,
  messages: readonly { id: number }[],
  labels: readonly { id: number }[],
): boolean {
  return (
    db.get(sql`
      SELECT 1 FROM json_each(${idsOf(messages)}) m WHERE NOT EXISTS
        (SELECT 1 FROM label_messages lm JOIN labels l ON l.id = lm.label
         WHERE lm.message = m.value AND l.synthetic = 0 AND l.id NOT IN (SELECT value FROM json_each(${idsOf(labels)})))`) !==
    undefined
  );
}

function idsOf(rows: readonly { id: number }[]): string {
  return jsonList(rows.map(({ id }) => id));
}
