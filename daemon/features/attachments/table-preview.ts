import { CsvError, parse } from 'csv-parse/sync';

const maxRows = 500;
const maxColumns = 60;
const maxCellLength = 1_000;

const delimiters = [',', ';', '\t', '|'];

/** The first lines of a table; `columns` is how many there are, of which the first are given. */
export type TablePreview = { head: string[]; rows: string[][]; columns: number; is_cut: boolean };

/**
 * Reads a table as programs write it: commas, semicolons, tabs or bars between, quotes around cells with line ends in them
 * (RFC 4180). What is no table is one of a single column. `isCut` says that the text ends within it.
 */
export function readTable(text: string, isCut: boolean): TablePreview {
  // Excel says in a line of its own what stands between the cells.
  const separatorLine = /^sep=(.)\n/i.exec(text);
  const rest = text.slice(separatorLine?.[0].length ?? 0);
  // What a cut text ends with is half a line.
  const whole = isCut ? rest.slice(0, rest.lastIndexOf('\n') + 1) || rest : rest;
  const records = recordsIn(whole, separatorLine?.[1] ?? detectDelimiter(whole));
  const columns = records.reduce((most, { length }) => Math.max(most, length), 0);
  const width = Math.min(columns, maxColumns);
  const [head = [], ...rows] = records.slice(0, maxRows + 1).map((record) => cellsOf(record, width));
  return { head, rows, columns, is_cut: isCut || records.length > maxRows + 1 };
}

function cellsOf(record: readonly string[], width: number): string[] {
  return Array.from({ length: width }, (_, at) => (record[at] ?? '').trim().slice(0, maxCellLength));
}

function recordsIn(text: string, delimiter: string): string[][] {
  const options = { delimiter, relax_column_count: true, relax_quotes: true, skip_empty_lines: true, to: maxRows + 2 };
  try {
    return parse(text, options);
  } catch (failed) {
    if (!(failed instanceof CsvError)) throw failed;
    // A quote that nothing ends: then quotes are signs like others.
    return parse(text, { ...options, quote: null });
  }
}

/** The sign that the first line has most of, quotes left out. */
function detectDelimiter(text: string): string {
  const head = (/^(?:[^"\n]|"[^"]*")*/.exec(text.slice(0, 20_000))?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}
