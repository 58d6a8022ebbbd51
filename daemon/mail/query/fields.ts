import type { IndexColumn } from '../index/index-file.ts';
import { badQuery, unknownValue, type Span } from './bad-query.ts';
import { categories, inValues, hasValues, isValues, type Filter } from './filters.ts';
import { dayForms, readAge, readDay } from './days.ts';
import { readSize } from './sizes.ts';

/** Fields that search one column of the index. */
const columnsByField: Record<string, IndexColumn> = {
  from: 'from',
  to: 'to',
  cc: 'cc',
  bcc: 'bcc',
  subject: 'subject',
  body: 'body',
  filename: 'filename',
  list: 'list',
};

type ValueParser = (value: string, span: Span) => Filter;

const valueParsers: Record<string, ValueParser> = {
  deliveredto: (value) => ({ kind: 'delivered-to', address: value.toLowerCase() }),
  rfc822msgid: (value) => ({ kind: 'message-id', id: value.replace(/^<|>$/g, '') }),
  label: (value) => ({ kind: 'label', name: value }),
  category: enumParser('category', categories),
  is: (value, span) => (value.startsWith('$') ? keywordFilter(value) : enumParser('is', isValues)(value, span)),
  in: enumParser('in', inValues),
  has: enumParser('has', hasValues),
  after: dayParser('after'),
  before: dayParser('before'),
  date: dayParser('date'),
  older: ageParser('older'),
  older_than: ageParser('older'),
  newer: ageParser('newer'),
  newer_than: ageParser('newer'),
  size: sizeParser(undefined),
  larger: sizeParser('>'),
  smaller: sizeParser('<'),
};

/** The name of a field, lower-case with underscores. */
export type Field = string & { readonly field: unique symbol };

export function isField(name: string): name is Field {
  return Object.hasOwn(columnsByField, name) || Object.hasOwn(valueParsers, name);
}

/** The column of the index that a field searches; undefined for a field that is not about text. */
export function columnOf(field: Field): IndexColumn | undefined {
  return columnsByField[field];
}

/** The filter for `field:value`. Throws Failure `bad_query` for an invalid value. */
export function filterFrom(field: Field, value: string, span: Span): Filter {
  const parseValue = valueParsers[field];
  if (!parseValue) throw new Error(`${field} isn’t a filter field`);
  return parseValue(value.trim(), span);
}

/** An example value for a field that was written without one. */
export function exampleFor(field: Field): string {
  const examples: Record<string, string> = {
    is: 'is:unread',
    in: 'in:inbox',
    has: 'has:attachment',
    label: 'label:travel',
    category: 'category:updates',
    size: 'size:>5mb',
    larger: 'larger:5mb',
    smaller: 'smaller:100k',
    older: 'older:2w',
    older_than: 'older_than:2w',
    newer: 'newer:3d',
    newer_than: 'newer_than:3d',
    subject: 'subject:invoice',
    body: 'body:invoice',
    filename: 'filename:report.pdf',
    list: 'list:announce',
    rfc822msgid: 'rfc822msgid:<id@example.org>',
  };
  if (field === 'after' || field === 'before' || field === 'date') return `${field}:2026-03-01 or ${field}:today`;
  return examples[field] ?? `${field}:alice`;
}

/** Underscores and hyphens are interchangeable in values. */
function enumParser(field: string, values: Record<string, Filter>): ValueParser {
  return (value, span) => {
    const name = value.toLowerCase().replaceAll('_', '-');
    const found = Object.hasOwn(values, name) ? values[name] : undefined;
    if (found) return found;
    const known = Object.keys(values);
    const more = field === 'in' ? ' For a label of your own write label:name.' : '';
    throw badQuery(`${unknownValue(field, value, known, withoutSynonyms(values))}${more}`, span, known);
  };
}

function withoutSynonyms(values: Record<string, Filter>): string[] {
  const seen = new Set<Filter>();
  return Object.keys(values).filter((name) => {
    const filter = values[name];
    return filter && !seen.has(filter) && seen.add(filter);
  });
}

function keywordFilter(value: string): Filter {
  return { kind: 'keyword', name: value.toLowerCase().replaceAll('_', '-') };
}

function dayParser(relation: 'after' | 'before' | 'date'): ValueParser {
  return (value, span) => {
    const found = readDay(value);
    if (found) return { kind: 'day', relation, day: found };
    throw badQuery(
      `“${value}” isn’t a date. Use a date like 2026-03-01, today, yesterday or this-week.`,
      span,
      dayForms,
    );
  };
}

function ageParser(relation: 'older' | 'newer'): ValueParser {
  return (value, span) => {
    const seconds = readAge(value);
    if (seconds !== undefined) return { kind: 'age', relation, seconds };
    throw badQuery(
      `“${value}” isn’t an age. Write a number with d, w, m or y after “${relation}:”, such as 3d, 2w, 6m, 1y.`,
      span,
      ['<number>d', '<number>w', '<number>m', '<number>y'],
    );
  };
}

function sizeParser(comparison: '>' | '<' | undefined): ValueParser {
  return (value, span) => {
    const found = readSize(value);
    if (found && (!comparison || !found.comparison)) {
      return { kind: 'size', comparison: comparison ?? found.comparison ?? '=', bytes: found.bytes };
    }
    throw badQuery(
      `“${value}” isn’t a size. Write a number with b, k, m or g, such as ${comparison ? 'larger:5mb' : 'size:>5mb or size:<=100k'}.`,
      span,
      ['<number>b', '<number>k', '<number>m', '<number>g'],
    );
  };
}
