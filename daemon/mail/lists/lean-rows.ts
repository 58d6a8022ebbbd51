import type { LeanRow, MessageRow, RowField, RowGroup } from '../../contract/fields.ts';

/** Rows with these fields alone, in order and without their day headings. A field that a row does not have is left out. */
function leanRows(groups: readonly RowGroup[], fields: readonly RowField[]): LeanRow[] {
  return groups.flatMap(({ rows }) => rows.map((row) => leanRow(row, fields)));
}

export function leanRow(row: MessageRow, fields: readonly RowField[]): LeanRow {
  return Object.fromEntries(fields.flatMap((field) => (row[field] === undefined ? [] : [[field, row[field]]])));
}

/** What a page shows of its rows: groups, or `rows` for who names fields. */
export function shownRows(
  groups: RowGroup[],
  fields: readonly RowField[] | undefined,
): { groups: RowGroup[]; rows?: LeanRow[] } {
  return fields === undefined ? { groups } : { groups: [], rows: leanRows(groups, fields) };
}
