import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { strings } from '../../../i18n/strings.ts';
import { formatMonth, formatWeekday } from '../../../i18n/formats.ts';

type Heading = { id: string; label: string };
type Grouped = { row: Pick<MessageRow, 'date'>; group: string };

/**
 * The heading of each row: today, yesterday, a weekday of the last week, or a month. The daemon computes the age of a row. A
 * single row whose date is out of order, for example because of a wrong clock, gets the heading of its neighbours.
 */
export function dayHeadings(rows: readonly Grouped[]): Heading[] {
  const labels = new Map<string, string>();
  const own = rows.map((row) => headingOf(row, labels));
  return own.map((heading, at) => {
    const before = own[at - 1];
    return before && before.id === own[at + 1]?.id ? before : heading;
  });
}

/** Formatting a month takes longer than a cache lookup. */
function headingOf({ row, group }: Grouped, labels: Map<string, string>): Heading {
  if (group === 'today' || group === 'yesterday') return { id: group, label: strings.list[group] };
  const date = new Date(row.date);
  const isInWeek = group === 'last-7-days';
  const id = `${date.getFullYear()}-${date.getMonth()}${isInWeek ? `-${date.getDate()}` : ''}`;
  const label = labels.get(id) ?? (isInWeek ? formatWeekday(date) : formatMonth(date, group === 'earlier'));
  labels.set(id, label);
  return { id, label };
}
