import type { MessageRow, RowGroup } from '../../../daemon/contract/fields.ts';
import { strings } from '../../i18n/strings.ts';
import { formatMonth, formatWeekday } from '../../i18n/formats.ts';

type Heading = { id: string; label: string };
type Grouped = { row: Pick<MessageRow, 'date'>; group: RowGroup['id'] };

/**
 * The heading of each row: today, yesterday, a day of the week before, or a month. The daemon says how long ago a row is.
 * A single one whose date is out of order, such as that of a clock put wrong, stays under the heading of those around it.
 */
export function dayHeadings(rows: readonly Grouped[]): Heading[] {
  const labels = new Map<string, string>();
  const own = rows.map((row) => headingOf(row, labels));
  return own.map((heading, at) => {
    const before = own[at - 1];
    return before && before.id === own[at + 1]?.id ? before : heading;
  });
}

/** To write out a month takes longer than to look whether it has been written before. */
function headingOf({ row, group }: Grouped, labels: Map<string, string>): Heading {
  if (group === 'today' || group === 'yesterday') return { id: group, label: strings.list[group] };
  const date = new Date(row.date);
  const isInWeek = group === 'last-7-days';
  const id = `${date.getFullYear()}-${date.getMonth()}${isInWeek ? `-${date.getDate()}` : ''}`;
  const label = labels.get(id) ?? (isInWeek ? formatWeekday(date) : formatMonth(date, group === 'earlier'));
  labels.set(id, label);
  return { id, label };
}
