import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { LabelRecord } from '../queries/labels.ts';

/** A label as the user chooses it: one name, in every account that has a label with that name. */
export type NamedLabel = {
  /** Its levels, separated by `/`. */
  fullName: string;
  /** Its name in requests: the last level if that is unambiguous, else the full name. */
  name: string;
  /** The rest of its name below the displayed parent. */
  shortName: string;
  depth: number;
  records: readonly LabelRecord[];
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The user's labels, nested below their parents. */
export function labelTree(labels: readonly LabelRecord[]): NamedLabel[] {
  const own = labels.filter(({ kind, pending }) => kind !== 'System' && pending !== 'delete');
  const byName = Map.groupBy(own, ({ full_name }) => keyOf(full_name));
  const lastSegments = Map.groupBy(byName.keys(), (key) => key.split('/').at(-1) ?? '');
  return [...byName.entries()]
    .sort(([one], [other]) => compareLevels(one.split('/'), other.split('/')))
    .flatMap(([key, records]) => {
      const [first] = records;
      if (!first) return [];
      const isClear = lastSegments.get(key.split('/').at(-1) ?? '')?.length === 1;
      const { depth, shortName } = positionOf(first.full_name, byName);
      return [{ fullName: first.full_name, name: isClear ? first.name : first.full_name, shortName, depth, records }];
    });
}

/** A label of the sidebar at its place among the labels of its account. */
export type ListedLabel = {
  item: SidebarItem;
  record: LabelRecord | undefined;
  /** Its name in requests: the last level if that is unambiguous, else the full name. */
  name: string;
  shortName: string;
  /** The name of its account, if another account has a label with the same name. */
  owner: string | undefined;
  depth: number;
};

/** The sidebar's labels, nested below their parents. In the daemon's order until their full names are known. */
export function nestedLabels(items: readonly SidebarItem[], labels: readonly LabelRecord[]): ListedLabel[] {
  const records = new Map(labels.map((label) => [label.id, label]));
  const names = Map.groupBy(labels, ({ account_id }) => account_id);
  const listed = items.map((item): ListedLabel => {
    const record = records.get(item.lens.labelId ?? '');
    if (!record) return { item, record, name: item.label, shortName: item.label, owner: undefined, depth: 0 };
    const siblings = names.get(record.account_id) ?? [];
    const { depth, shortName } = positionOf(
      record.full_name,
      new Set(siblings.map(({ full_name }) => keyOf(full_name))),
    );
    const isClear = siblings.filter(({ name }) => keyOf(name) === keyOf(record.name)).length === 1;
    const name = isClear ? record.name : record.full_name;
    // If two accounts have a label with the same name, the daemon adds the account to the name, in parentheses.
    const owner = item.label.startsWith(`${record.name} (`) ? item.label.slice(record.name.length + 2, -1) : undefined;
    return { item, record, name, shortName, owner, depth };
  });
  const levelsOf = ({ item, record }: ListedLabel) => (record?.full_name ?? item.label).split('/');
  return listed.sort((one, other) => compareLevels(levelsOf(one), levelsOf(other)));
}

/** The storage key for the collapsed state of a label. */
export function collapseKeyOf(item: SidebarItem): string {
  return `label ${item.lens.labelId ?? item.id}`;
}

/** The visible nested labels, given the collapsed ones, and whether each has children. */
export function visibleLabels(
  labels: readonly ListedLabel[],
  collapsed: ReadonlySet<string>,
): (ListedLabel & { hasChildren: boolean })[] {
  let hiddenBelow = Infinity;
  return labels.flatMap((label, at) => {
    if (label.depth > hiddenBelow) return [];
    const hasChildren = (labels[at + 1]?.depth ?? 0) > label.depth;
    hiddenBelow = hasChildren && collapsed.has(collapseKeyOf(label.item)) ? label.depth : Infinity;
    return [{ ...label, hasChildren }];
  });
}

/** Names that differ only in case or in Unicode normalization are the same. */
export function keyOf(fullName: string): string {
  return fullName.normalize('NFC').toLowerCase();
}

function compareLevels(one: readonly string[], other: readonly string[]): number {
  for (const [at, level] of one.entries()) {
    const against = other[at];
    if (against === undefined) return 1;
    const order = collator.compare(level, against);
    if (order !== 0) return order;
  }
  return one.length - other.length;
}

/** The depth of a label below existing labels. Levels without a label stay part of its name. */
function positionOf(fullName: string, known: { has: (key: string) => boolean }): { depth: number; shortName: string } {
  const levels = fullName.split('/');
  let depth = 0;
  let start = 0;
  for (let end = 1; end < levels.length; end += 1) {
    if (!known.has(keyOf(levels.slice(0, end).join('/')))) continue;
    depth += 1;
    start = end;
  }
  return { depth, shortName: levels.slice(start).join('/') };
}
