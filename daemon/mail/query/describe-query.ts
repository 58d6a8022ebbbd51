import type { IndexColumn } from '../index/index-file.ts';
import { inCalendar, type CalendarDay, type Day, type Now } from './days.ts';
import { monthNames, weekdayNames } from './relative-days.ts';
import { hasValues, inValues, isValues, type Filter } from './filters.ts';
import { isColumnOfBeginnings, type QueryNode } from './query-node.ts';

/** `now` decides which year a month without one means. */
export type DescribeQueryDeps = Now & {
  /** The display name of a label, by its name or id in the query. */
  labelName: (nameOrId: string) => string;
};

/** A description of a query that continues “Mail”: `from Ada`, `not read yet`, `before 3 May 2026`. */
export function describeQuery(node: QueryNode, deps: DescribeQueryDeps): string {
  switch (node.kind) {
    case 'text':
      return describeInColumn(
        node.column,
        `${node.isBeginning && !isColumnOfBeginnings(node.column) ? 'words that begin with ' : ''}“${node.text}”`,
      );
    case 'near':
      return describeInColumn(node.column, `“${node.texts[0]}” within ${node.distance} words of “${node.texts[1]}”`);
    case 'filter':
      return describeFilter(node.filter, deps);
    case 'not':
      return describeNegation(node.member, deps);
    case 'all':
      return node.members.map((member) => describeInBrackets(member, deps)).join(' and ');
    case 'any':
      return node.members.map((member) => describeInBrackets(member, deps)).join(' or ');
  }
}

function describeInBrackets(node: QueryNode, deps: DescribeQueryDeps): string {
  const words = describeQuery(node, deps);
  return node.kind === 'all' || node.kind === 'any' ? `(${words})` : words;
}

/** The negation of a part. A double negation is removed. */
function describeNegation(node: QueryNode, deps: DescribeQueryDeps): string {
  if (node.kind === 'not') return describeQuery(node.member, deps);
  const words = describeInBrackets(node, deps);
  const opposite = opposites.get(words);
  if (opposite !== undefined) return opposite;
  if (words.startsWith('with ')) return `without ${words.slice(5)}`;
  return `not ${words}`;
}

function describeInColumn(column: IndexColumn | undefined, what: string): string {
  const person = what.replace(/^“(.*)”$/s, '$1');
  switch (column) {
    case undefined:
      return `with ${what}`;
    case 'from':
      return `from ${person}`;
    case 'to':
      return `to ${person}`;
    case 'cc':
      return `Cc ${person}`;
    case 'bcc':
      return `Bcc ${person}`;
    case 'subject':
      return `with ${what} in the subject`;
    case 'body':
      return `with ${what} in the text`;
    case 'filename':
      return `with a file named ${what}`;
    case 'list':
      return `from the mailing list ${person}`;
  }
}

const filterValueWords: Record<string, string> = {
  unread: 'unread',
  read: 'read',
  starred: 'starred',
  important: 'important',
  muted: 'muted',
  answered: 'answered',
  inbox: 'in the inbox',
  drafts: 'in Drafts',
  sent: 'sent by you',
  trash: 'in Trash',
  spam: 'in Spam',
  archived: 'in the archive',
  anywhere: 'anywhere',
  attachment: 'with an attachment',
  calendar: 'with an invitation',
  drive: 'with a link to a file in Drive',
  document: 'with a document',
  spreadsheet: 'with a spreadsheet',
  presentation: 'with a presentation',
  youtube: 'with a video',
  'inline-image': 'with a picture in the text',
  link: 'with a link',
  'link-heavy': 'with many links',
  'link-none': 'without a link',
};

/** Filters whose negation has its own wording instead of “not”. */
const opposites = new Map<string | undefined, string | undefined>([
  [filterValueWords['unread'], filterValueWords['read']],
  [filterValueWords['read'], filterValueWords['unread']],
  [filterValueWords['anywhere'], 'nowhere'],
  [filterValueWords['link-none'], filterValueWords['link']],
  ['without a label', 'with a label'],
]);

/** Values with their own wording, looked up by the identity of their filter. */
const wordsByFilter = new Map<Filter, string>(
  [inValues, isValues, hasValues].flatMap((values) =>
    Object.entries(values).flatMap(([name, filter]): [Filter, string][] => {
      const phrase = filterValueWords[name];
      return phrase === undefined ? [] : [[filter, phrase]];
    }),
  ),
);

function describeFilter(filter: Filter, { labelName, ...now }: DescribeQueryDeps): string {
  const known = wordsByFilter.get(filter);
  if (known !== undefined) return known;
  switch (filter.kind) {
    case 'label':
      return `with the label ${labelName(filter.name)}`;
    case 'own-label':
      return filter.has ? 'with a label' : 'without a label';
    case 'owed-reply':
      return 'awaiting your reply';
    case 'snoozed':
      return 'snoozed';
    case 'reply-later':
      return 'in Reply later';
    case 'keyword':
      return `marked ${filter.name}`;
    case 'message-id':
      return `with the Message-ID ${filter.id}`;
    case 'delivered-to':
      return `delivered to ${filter.address}`;
    case 'size':
      return `${comparisons[filter.comparison]} ${describeSize(filter.bytes)}`;
    case 'day':
      return describeDay(filter.relation, filter.day, now);
    case 'age':
      return `${filter.relation === 'older' ? 'older than' : 'of the last'} ${describeAge(filter.seconds)}`;
    default:
      return 'starred';
  }
}

const comparisons = {
  '>': 'larger than',
  '>=': 'of at least',
  '<': 'smaller than',
  '<=': 'of at most',
  '=': 'of exactly',
} as const;

function describeSize(bytes: number): string {
  const [amount, unit] =
    bytes >= 1024 ** 3
      ? [bytes / 1024 ** 3, 'GB']
      : bytes >= 1024 ** 2
        ? [bytes / 1024 ** 2, 'MB']
        : bytes >= 1024
          ? [bytes / 1024, 'KB']
          : [bytes, 'bytes'];
  return `${Math.round(amount * 10) / 10} ${unit}`;
}

/** The day itself is included, so “after” reads as “since”. */
export function describeDay(relation: 'after' | 'before' | 'date', day: Day, now: Now): string {
  const name = describeCalendarDay(inCalendar(day, now)) ?? describeRelativeDay(day);
  if (relation === 'before') return `before ${name}`;
  if (relation === 'after') return `since ${name}`;
  const date = inCalendar(day, now);
  if (date) return date.day === undefined ? `in ${name}` : `on ${name}`;
  return typeof day === 'object' && 'unit' in day && day.unit === 'weekday' && !day.isBeforeToday ? `on ${name}` : name;
}

function describeCalendarDay(date: CalendarDay | undefined): string | undefined {
  if (date?.month === undefined) return date && String(date.year);
  const month = `${monthNames[date.month - 1]} ${date.year}`;
  return date.day === undefined ? month : `${date.day} ${month}`;
}

function describeRelativeDay(day: Day): string {
  if (typeof day === 'string') return day.replace('-', ' ');
  if (!('unit' in day)) return '';
  switch (day.unit) {
    case 'weekday':
      return `${day.isBeforeToday ? 'last ' : ''}${weekdayNames[day.weekday - 1]}`;
    case 'ago':
      return `${countOf(day.days, 'day')} ago`;
    case 'months-ago':
      return `${countOf(day.months, 'month')} ago`;
    case 'last-days':
      return `the last ${countOf(day.days, 'day')}`;
    case 'month-name':
      return monthNames[day.month - 1] ?? '';
  }
}

function countOf(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}

function describeAge(seconds: number): string {
  const days = seconds / 86_400;
  const [count, unit]: [number, string] =
    days > 0 && days % 365 === 0
      ? [days / 365, 'year']
      : days > 0 && days % 30 === 0
        ? [days / 30, 'month']
        : days > 0 && days % 7 === 0
          ? [days / 7, 'week']
          : [days, 'day'];
  return countOf(count, unit);
}
