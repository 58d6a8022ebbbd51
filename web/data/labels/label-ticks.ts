import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { NamedLabel } from './label-tree.ts';

/** Whether all, some or none of what was chosen carries a label. */
type CheckState = boolean | 'mixed';

/** What was ticked in the menu, by full name, beside how it was. */
export type CheckedLabels = ReadonlyMap<string, boolean>;

/** How a label stands among rows. Rows of accounts that have no such label do not count. */
export function checkStateOf({ records }: NamedLabel, rows: readonly MessageRow[]): CheckState {
  const ids = new Set(records.map(({ id }) => id));
  const accounts = new Set(records.map(({ account_id }) => account_id));
  const able = rows.filter(({ account_id }) => accounts.has(account_id));
  const carrying = able.filter(({ labels }) => labels?.some(({ id }) => ids.has(id))).length;
  if (carrying === 0) return false;
  return carrying === able.length ? true : 'mixed';
}

/** After one more tick: all get it, or all lose it; what comes back to how it was is no change. */
export function withToggledLabel(before: CheckedLabels, label: NamedLabel, rows: readonly MessageRow[]): CheckedLabels {
  const was = checkStateOf(label, rows);
  const next = !(before.get(label.fullName) ?? was === true);
  const after = new Map(before).set(label.fullName, next);
  if (next === was) after.delete(label.fullName);
  return after;
}

/** The ticks as the names that a request adds and removes. */
export function changesOf(
  checked: CheckedLabels,
  labels: readonly NamedLabel[],
): { add: readonly string[]; remove: readonly string[] } {
  const named = (isChecked: boolean) =>
    labels.filter(({ fullName }) => checked.get(fullName) === isChecked).map(({ name }) => name);
  return { add: named(true), remove: named(false) };
}
