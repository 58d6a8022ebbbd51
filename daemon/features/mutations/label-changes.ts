import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts.ts';
import type { AccountWish, Target } from '../../mail/apply.ts';
import type { Label } from '../../mail/labels.ts';
import type { Change } from '../../mail/mutations/change.ts';
import { labelNamed, roleTarget } from '../../mail/mutations/label-targets.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/** Labels by name, path or id. */
export type LabelWish = {
  kind: 'modify_labels' | 'move' | 'route';
  add: readonly string[];
  remove: readonly string[];
  /** Also out of the inbox, and read. */
  archive?: boolean;
};

/**
 * What labels by these names come to in each account. A name that is in both lists is left as it is; labels that say what
 * flags say are flags. Throws Failure `label_not_found` where none of the accounts has a label that is to be added.
 */
export function labelChanges(db: WriteDb, wish: LabelWish, accounts: readonly Account[]) {
  const isInBoth = (name: string) => wish.add.includes(name) && wish.remove.includes(name);
  const [add, remove] = [wish.add, wish.remove].map((names) => names.filter((name) => !isInBoth(name)));
  for (const name of add ?? [])
    if (!flagNamed(name) && !accounts.some((account) => labelNamed(db, account, name))) throw labelNotFound(name);
  return (
    account: Account,
    targets: readonly Pick<Target, 'id'>[],
  ): Pick<AccountWish, 'changes' | 'before'> | { error: string } =>
    planFor(db, { account, targets }, { ...wish, add: add ?? [], remove: remove ?? [] });
}

function planFor(
  db: WriteDb,
  { account, targets }: { account: Account; targets: readonly Pick<Target, 'id'>[] },
  { kind, add, remove, archive = false }: LabelWish,
) {
  const added: Label[] = [];
  for (const name of add.filter((each) => !flagNamed(each))) {
    const label = labelNamed(db, account, name);
    if (!label) return { error: `${account.name} has no label named ${name}.` };
    added.push(label);
  }
  const removed = remove.filter((name) => !flagNamed(name)).flatMap((name) => labelNamed(db, account, name) ?? []);
  const needsRest = archive || (added.length === 0 && liesNowhereElse(db, targets, removed));
  const { label: rest, edit } = needsRest ? roleTarget(db, account, 'archive') : { label: 0 };
  const changes: Change[] = [...flagChanges(add, remove), ...placeChanges(kind, added, removed, rest)];
  if (archive) changes.push({ do: 'flags', add: ['\\Seen'], remove: [] }, { do: 'archive', to: rest });
  return { changes, ...(edit && { before: [edit] }) };
}

/** Whether some of the messages would lie nowhere without these labels: then they go to the archive. */
function liesNowhereElse(db: ReadDb, targets: readonly Pick<Target, 'id'>[], removed: readonly Label[]): boolean {
  if (removed.length === 0) return false;
  const [messages, labels] = [targets, removed].map((each) => jsonList(each.map(({ id }) => id)));
  return (
    db.get(sql`
      SELECT 1 FROM json_each(${messages ?? '[]'}) m WHERE NOT EXISTS
        (SELECT 1 FROM label_messages lm JOIN labels l ON l.id = lm.label
         WHERE lm.message = m.value AND l.synthetic = 0 AND l.id NOT IN (SELECT value FROM json_each(${labels ?? '[]'})))`) !==
    undefined
  );
}

/** The bin and spam take a message whole; every other label is one beside the others. */
function placeChanges(
  kind: LabelWish['kind'],
  added: readonly Label[],
  removed: readonly Label[],
  rest: number,
): Change[] {
  const away = added.find(({ role }) => role === 'trash' || role === 'spam');
  if (away) return [{ do: away.role === 'trash' ? 'trash' : 'spam', to: away.id }];
  const [first] = added;
  if (kind === 'move' && first) return [{ do: 'move', to: first.id }];
  if (added.length + removed.length === 0) return [];
  return [{ do: 'label', add: added.map(({ id }) => id), remove: removed.map(({ id }) => id), rest }];
}

/** Labels that every server has as flags: with `UNREAD` it is the other way round. */
function flagNamed(name: string): { flag: string; isSet: boolean } | undefined {
  const upper = name.toUpperCase();
  if (upper === 'STARRED') return { flag: '\\Flagged', isSet: true };
  if (upper === 'UNREAD') return { flag: '\\Seen', isSet: false };
  return undefined;
}

function flagChanges(add: readonly string[], remove: readonly string[]): Change[] {
  const named = (names: readonly string[], isAdded: boolean) =>
    names.flatMap((name) => {
      const meant = flagNamed(name);
      return meant ? [{ flag: meant.flag, isSet: meant.isSet === isAdded }] : [];
    });
  const wanted = [...named(add, true), ...named(remove, false)];
  if (wanted.length === 0) return [];
  const flagsThat = (isSet: boolean) => wanted.filter((each) => each.isSet === isSet).map(({ flag }) => flag);
  return [{ do: 'flags', add: flagsThat(true), remove: flagsThat(false) }];
}

function labelNotFound(name: string): Failure {
  const sentence = `There is no label named ${name}. Make it first, or choose one of those there are.`;
  return new Failure('missing', 'label_not_found', sentence);
}
