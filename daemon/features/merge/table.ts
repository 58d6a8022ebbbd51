import { isUtf8 } from 'node:buffer';
import { CsvError, parse } from 'csv-parse/sync';
import { Failure } from '../../base/failure.ts';
import { decodeCharset } from '../../mail/mime/charset/charset.ts';

/** `line` is the first line of a row in the file, starting at 1. Cells are in the order of the columns. */
export type TableRow = { line: number; cells: string[] };
export type Table = { columns: string[]; rows: TableRow[] };

const maxRows = 10_000;
const maxColumns = 200;

/**
 * Reads a table with a header row: delimited by commas, semicolons or tabs, with quoted cells that may contain line ends
 * (RFC 4180), in UTF-8, UTF-16 or Windows-1252. Throws Failure `bad_table` and `too_many_rows`.
 */
export function readTable({ csv, csv_base64 }: { csv?: string | undefined; csv_base64?: string | undefined }): Table {
  const text = (csv ?? decodeText(Buffer.from(csv_base64 ?? '', 'base64')))
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n');
  // Excel declares the delimiter in a line of its own.
  const separatorLine = /^sep=(.)\n/i.exec(text);
  const records = recordsIn(text.slice(separatorLine?.[0].length ?? 0), separatorLine?.[1] ?? delimiterOf(text));
  const [head, ...rest] = records;
  if (!head) throw badTable('The table is empty. Its first line must name the columns.');
  const columns = head.cells.map((name, at) => name || `Column ${at + 1}`);
  if (columns.length > maxColumns) throw badTable(`The table has more than ${maxColumns} columns.`);
  const keys = columns.map(columnKey);
  const duplicate = columns.find((_, at) => keys.indexOf(keys[at] ?? '') !== at);
  if (duplicate !== undefined) throw badTable(`Two columns are named "${duplicate}". Rename one of them.`);
  const rows = rest.filter(({ cells }) => cells.some((cell) => cell !== ''));
  if (rows.length === 0) throw badTable('The table has column names but no rows.');
  if (rows.length > maxRows)
    throw new Failure(
      'invalid',
      'too_many_rows',
      `The table has ${rows.length} rows; ${maxRows} is the maximum. Split it.`,
    );
  return { columns, rows: rows.map(({ line, cells }) => ({ line, cells: columns.map((_, at) => cells[at] ?? '') })) };
}

/** The key that matches a column with its placeholders: `First name` is `{first_name}`. */
export function columnKey(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_.-]+/gu, '_');
}

type CsvRecord = { record: string[]; info: { lines: number } };

function recordsIn(text: string, delimiter: string): TableRow[] {
  try {
    let line = 1;
    const options = { delimiter, info: true, relax_column_count: true, relax_quotes: true, skip_empty_lines: true };
    // With `info` each record includes its end line, which the library's types do not declare.
    return (parse(text, options) as unknown as CsvRecord[]).map(({ record, info }) => {
      const row = { line, cells: record.map((cell) => cell.trim()) };
      line = info.lines + 1;
      return row;
    });
  } catch (failed) {
    if (!(failed instanceof CsvError)) throw failed;
    const what =
      failed.code === 'CSV_QUOTE_NOT_CLOSED' ? 'A cell starts with a quote that isn’t closed.' : failed.message;
    throw new Failure('invalid', 'bad_table', `The table can’t be read. ${what}`, { cause: failed });
  }
}

function delimiterOf(text: string): string {
  const head = (/^(?:[^"\r\n]|"[^"]*")*/.exec(text)?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = [',', ';', '\t'].map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}

function decodeText(bytes: Buffer): string {
  const byteOrderMark = bytes.subarray(0, 2).toString('hex');
  if (byteOrderMark === 'fffe') return new TextDecoder('utf-16le').decode(bytes);
  if (byteOrderMark === 'feff') return new TextDecoder('utf-16be').decode(bytes);
  return isUtf8(bytes) ? bytes.toString() : decodeCharset(bytes, 'windows-1252').text;
}

function badTable(message: string): Failure {
  return new Failure('invalid', 'bad_table', message);
}
