import { Readable } from 'node:stream';
import { instantOf } from '../../base/clock.ts';
import type { ActivityEntry } from '../../contract/activity.ts';
import type { FileContent } from '../../contract/define.ts';
import { entriesOf, type ActivityQuery } from '../../mail/activity/store.ts';
import type { ReadDb } from '../../store/db.ts';

type ExportFormat = 'csv' | 'json' | 'ndjson';

/** Entries that are read at once; other requests run in between. */
const pageSize = 500;
/** The maximum number of entries in one JSON answer. */
const maxTextEntries = 10_000;

const contentTypes: Record<ExportFormat, string> = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
};

/** All matching entries as a file, read while it is sent. */
export function exportFile(
  db: ReadDb,
  query: ActivityQuery,
  { format, now }: { format: ExportFormat; now: Date },
): FileContent {
  const pieces = function* () {
    const { begin, end } = frames[format];
    yield begin;
    let isFirst = true;
    for (const entry of allEntries(db, query)) {
      yield lineOf(entry, format, isFirst);
      isFirst = false;
    }
    yield end;
  };
  const name = `posthorn-activity-${instantOf(now).slice(0, 10)}.${format}`;
  return { stream: Readable.from(pieces()), type: contentTypes[format], name };
}

/** The entries as a text, up to the maximum. */
export function exportText(db: ReadDb, query: ActivityQuery, format: ExportFormat): { content: string; count: number } {
  const entries = entriesOf(db, query, { limit: maxTextEntries });
  const { begin, end } = frames[format];
  const lines = entries.map((entry, at) => lineOf(entry, format, at === 0));
  return { content: [begin, ...lines, end].join(''), count: entries.length };
}

function* allEntries(db: ReadDb, query: ActivityQuery): Generator<ActivityEntry> {
  let page = entriesOf(db, query, { limit: pageSize });
  while (page.length > 0) {
    yield* page;
    const last = page.at(-1);
    page = page.length < pageSize || !last ? [] : entriesOf(db, query, { limit: pageSize, cursor: last });
  }
}

const columns = [
  'id',
  'time',
  'source',
  'token_id',
  'action',
  'tier',
  'account_id',
  'target_kind',
  'target_id',
  'outcome',
  'took_ms',
  'redacted',
  'context',
] as const;

const frames: Record<ExportFormat, { begin: string; end: string }> = {
  csv: { begin: `${columns.join(',')}\r\n`, end: '' },
  json: { begin: '[', end: ']\n' },
  ndjson: { begin: '', end: '' },
};

function lineOf(entry: ActivityEntry, format: ExportFormat, isFirst: boolean): string {
  switch (format) {
    case 'csv':
      return csvLine(entry);
    case 'json':
      return `${isFirst ? '' : ','}\n${JSON.stringify(entry)}`;
    case 'ndjson':
      return `${JSON.stringify(entry)}\n`;
  }
}

/** One record of RFC 4180. */
function csvLine({ context, ts, ...entry }: ActivityEntry): string {
  const values = {
    ...entry,
    time: instantOf(new Date(ts)),
    context: context === null ? null : JSON.stringify(context),
  };
  return `${columns.map((column) => csvCell(values[column])).join(',')}\r\n`;
}

/** Spreadsheets read a cell with one of these first characters as a formula; a leading apostrophe prevents it. */
export function csvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const escaped = /^[=+\-@\t\r\n]/.test(value) ? `'${value}` : value;
  return `"${escaped.replaceAll('"', '""')}"`;
}
