import type { IndexColumn } from '../index/index-file.ts';
import type { Day } from './days.ts';
import { hasValues, inValues, isValues, type Filter } from './filters.ts';
import type { QueryNode } from './query-node.ts';

export type DescribeQueryDeps = {
  /** The display name of a label, by its name or id in the query. */
  labelName: (nameOrId: string) => string;
};

/** A description of a query that continues “Mail”: `from Ada`, `not read yet`, `before 3 May 2026`. */
export function describeQuery(node: QueryNode, deps: DescribeQueryDeps): string {
  switch (node.kind) {
    case 'text':
      return describeInColumn(node.column, `${node.isBeginning ? 'words that begin with ' : ''}“${node.text}”`);
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
  return words.startsWith('that is ') ? `that is not ${words.slice(8)}` : `not ${words}`;
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
      return `with a copy to ${person}`;
    case 'bcc':
      return `with a hidden copy to ${person}`;
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
  unread: 'not read yet',
  read: 'that is read',
  starred: 'with a star',
  important: 'marked as important',
  muted: 'that is muted',
  answered: 'that was answered',
  inbox: 'in the inbox',
  drafts: 'among the drafts',
  sent: 'that you sent',
  trash: 'in the trash',
  spam: 'in spam',
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
  [filterValueWords['answered'], 'that was not answered'],
  [filterValueWords['sent'], 'that you did not send'],
  [filterValueWords['anywhere'], 'nowhere'],
  [filterValueWords['link-none'], filterValueWords['link']],
  ['without a label', 'with a label'],
  ['that waits for your answer', 'that does not wait for your answer'],
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

function describeFilter(filter: Filter, { labelName }: DescribeQueryDeps): string {
  const known = wordsByFilter.get(filter);
  if (known !== undefined) return known;
  switch (filter.kind) {
    case 'label':
      return `with the label ${labelName(filter.name)}`;
    case 'own-label':
      return filter.has ? 'with a label' : 'without a label';
    case 'owed-reply':
      return 'that waits for your answer';
    case 'snoozed':
      return 'that is snoozed';
    case 'reply-later':
      return 'kept to be answered later';
    case 'keyword':
      return `marked ${filter.name}`;
    case 'message-id':
      return `with the Message-ID ${filter.id}`;
    case 'delivered-to':
      return `delivered to ${filter.address}`;
    case 'size':
      return `${comparisons[filter.comparison]} ${describeSize(filter.bytes)}`;
    case 'day':
      return describeDay(filter.relation, filter.day);
    case 'age':
      return `${filter.relation === 'older' ? 'older than' : 'of the last'} ${describeAge(filter.seconds)}`;
    default:
      return 'with a star';
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

// prettier-ignore
const months = [
  'January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December',
];

function describeDay(relation: 'after' | 'before' | 'date', day: Day): string {
  const dayName = typeof day === 'string' ? day.replace('-', ' ') : `${day.day} ${months[day.month - 1]} ${day.year}`;
  if (relation === 'before') return `before ${dayName}`;
  // The day itself is included, so “after” reads as “since”.
  if (relation === 'after') return `since ${dayName}`;
  if (typeof day === 'object') return `on ${dayName}`;
  return `of ${dayName}`;
}

function describeAge(seconds: number): string {
  const days = seconds / 86_400;
  const [count, unit] =
    days > 0 && days % 365 === 0
      ? [days / 365, 'year']
      : days > 0 && days % 30 === 0
        ? [days / 30, 'month']
        : days > 0 && days % 7 === 0
          ? [days / 7, 'week']
          : [days, 'day'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
