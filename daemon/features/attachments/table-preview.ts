import { CsvError, parse } from 'csv-parse/sync';

const maxRows = 500;
const maxColumns = 60;
const maxCellLength = 1_000;

const delimiters = [',', ';', '\t', '|'];

/** The first rows of a table; `columns` is the number of columns, of which only the first are returned. */
type TablePreview = { head: string[]; rows: string[][]; columns: number; is_cut: boolean };

/**
 * Reads a table: delimited by commas, semicolons, tabs or bars, with quoted cells that may contain line ends (RFC 4180).
 * Other text becomes a single column. `isCut`: the text is incomplete.
 */
export function readTable(text: string, isCut: boolean): TablePreview {
  // Excel declares the delimiter in a line of its own.
  const separatorLine = /^sep=(.)\n/i.exec(text);
  const rest = text.slice(separatorLine?.[0].length ?? 0);
  // The last line of a cut text is incomplete.
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
    // An unclosed quote: read quotes as ordinary characters.
    return parse(text, { ...options, quote: null });
  }
}

/** The delimiter that occurs most often in the first line outside of quotes. */
function detectDelimiter(text: string): string {
  const head = (/^(?:[^"\n]|"[^"]*")*/.exec(text.slice(0, 20_000))?.[0] ?? '').replaceAll(/"[^"]*"/g, '');
  const counts = delimiters.map((sign) => ({ sign, count: head.split(sign).length }));
  return counts.reduce((most, each) => (each.count > most.count ? each : most)).sign;
}
