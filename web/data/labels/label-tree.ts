import type { SidebarItem } from '../../../daemon/contract/shell.ts';
import type { LabelRecord } from '../queries/labels.ts';

/** A label as people choose it: one name, in every account that has a label of that name. */
export type NamedLabel = {
  /** Its levels parted by `/`. */
  fullName: string;
  /** What requests call it: its last part where that is clear, else the whole. */
  name: string;
  /** What is left of its name where its parent stands above it. */
  shortName: string;
  depth: number;
  records: readonly LabelRecord[];
};

const collator = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' });

/** The labels that people give to mail, nested ones below those they lie in. */
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

/** A label of the sidebar at its place among the others of its account. */
export type ListedLabel = {
  item: SidebarItem;
  record: LabelRecord | undefined;
  /** What requests call it: its last part where that is clear, else the whole. */
  name: string;
  shortName: string;
  depth: number;
};

/** The sidebar's labels with nested ones below theirs; as the daemon lists them until their whole names are known. */
export function nestedLabels(items: readonly SidebarItem[], labels: readonly LabelRecord[]): ListedLabel[] {
  const records = new Map(labels.map((label) => [label.id, label]));
  const names = Map.groupBy(labels, ({ account_id }) => account_id);
  const listed = items.map((item): ListedLabel => {
    const record = records.get(item.lens.labelId ?? '');
    if (!record) return { item, record, name: item.label, shortName: item.label, depth: 0 };
    const siblings = names.get(record.account_id) ?? [];
    const { depth, shortName } = positionOf(
      record.full_name,
      new Set(siblings.map(({ full_name }) => keyOf(full_name))),
    );
    const isClear = siblings.filter(({ name }) => keyOf(name) === keyOf(record.name)).length === 1;
    const name = isClear ? record.name : record.full_name;
    // Where two accounts have a label of one name, the daemon says whose it is behind the name.
    const owner = item.label.startsWith(record.name) ? item.label.slice(record.name.length) : '';
    return { item, record, name, shortName: shortName + owner, depth };
  });
  const levelsOf = ({ item, record }: ListedLabel) => (record?.full_name ?? item.label).split('/');
  return listed.sort((one, other) => compareLevels(levelsOf(one), levelsOf(other)));
}

/** Under which the browser keeps that the labels below one are folded away. */
export function collapseKeyOf(item: SidebarItem): string {
  return `label ${item.lens.labelId ?? item.id}`;
}

/** What is to be seen of nested labels while those below some are folded away, and which have others below them. */
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

/** Names are the same whatever the size of their letters and however their accents are written. */
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

/** How deep a label stands below labels that are there; levels that are no labels stay in its words. */
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
