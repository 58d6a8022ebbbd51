import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { NamedLabel } from './label-tree.ts';

/** Whether all, some or none of the chosen mail has a label. */
type CheckState = boolean | 'mixed';

/** The changed ticks of the menu, by full label name. */
export type CheckedLabels = ReadonlyMap<string, boolean>;

/** The tick of a label for these rows. Rows of accounts without the label do not count. */
export function checkStateOf({ records }: NamedLabel, rows: readonly MessageRow[]): CheckState {
  const ids = new Set(records.map(({ id }) => id));
  const accounts = new Set(records.map(({ account_id }) => account_id));
  const able = rows.filter(({ account_id }) => accounts.has(account_id));
  const carrying = able.filter(({ labels }) => labels?.some(({ id }) => ids.has(id))).length;
  if (carrying === 0) return false;
  return carrying === able.length ? true : 'mixed';
}

/** Applies one more tick: all rows get the label, or all lose it. A tick that returns to the initial state is no change. */
export function withToggledLabel(before: CheckedLabels, label: NamedLabel, rows: readonly MessageRow[]): CheckedLabels {
  const initial = checkStateOf(label, rows);
  const next = !(before.get(label.fullName) ?? initial === true);
  const after = new Map(before).set(label.fullName, next);
  if (next === initial) after.delete(label.fullName);
  return after;
}

/** The ticks as the label names that a request adds and removes. */
export function changesOf(
  checked: CheckedLabels,
  labels: readonly NamedLabel[],
): { add: readonly string[]; remove: readonly string[] } {
  const named = (isChecked: boolean) =>
    labels.filter(({ fullName }) => checked.get(fullName) === isChecked).map(({ name }) => name);
  return { add: named(true), remove: named(false) };
}
