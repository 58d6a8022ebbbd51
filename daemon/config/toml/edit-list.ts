import { parse } from 'smol-toml';
import { itemsOf, type Span } from './document.ts';
import { lineEndOf, tomlText } from './toml-text.ts';

/** An entry with the line break, blanks and comments before it, and the comment beside it. */
type Row = { above: string; entry: string; beside: string };

/**
 * The text of the list at `span` with other entries. A multi-line list stays multi-line: existing entries keep their
 * comments, a new entry gets its own line, and comments above a removed entry stay.
 */
export function editedList(toml: string, span: Span, entries: readonly string[]): string {
  if (!toml.slice(span.start, span.end).includes('\n')) return tomlText(entries);
  const { rows, closing, newLine, hasLastComma } = parseList(toml, span);
  const unusedRows = [...rows];
  const newRows = entries.map((entry) => {
    const knownIndex = unusedRows.findIndex((row) => entryValue(row.entry) === entry);
    const [row] = knownIndex < 0 ? [] : unusedRows.splice(knownIndex, 1);
    return row ?? { above: newLine, entry: tomlText(entry), beside: '' };
  });
  const orphans = orphanedComments(rows, unusedRows);
  const rowTexts = newRows.map((row, index) => {
    const comma = index < newRows.length - 1 || hasLastComma ? ',' : '';
    return (orphans.get(row) ?? '') + row.above + row.entry + comma + row.beside;
  });
  return `[${rowTexts.join('')}${orphans.get(undefined) ?? ''}${closing}]`;
}

function parseList(toml: string, { start, end }: Span) {
  const { items } = itemsOf(toml, start);
  const eol = lineEndOf(toml);
  const indent = /\n([ \t]*)$/.exec(toml.slice(start, items[0]?.start ?? start))?.[1] ?? '  ';
  const newLine = eol + indent;
  let at = start + 1;
  const rows = items.map((item): Row => {
    const above = toml.slice(at, item.start);
    const itemEnd = item.comma === undefined ? item.end : item.comma + 1;
    at = itemEnd + (/^[ \t]*#[^\r\n]*/.exec(toml.slice(itemEnd, end))?.[0].length ?? 0);
    const beside = toml.slice(item.end, at).replace(/^([ \t]*),/, '$1');
    return { above: above.includes('\n') ? above : newLine, entry: toml.slice(item.start, item.end), beside };
  });
  const tail = toml.slice(at, end - 1);
  const hasLastComma = items.length === 0 || items.at(-1)?.comma !== undefined;
  return { rows, newLine, hasLastComma, closing: tail.includes('\n') ? tail : eol };
}

/** The comments above removed rows, by the next kept row; under undefined those at the end. */
function orphanedComments(rows: readonly Row[], removedRows: readonly Row[]): Map<Row | undefined, string> {
  const orphans = new Map<Row | undefined, string>();
  let comments = '';
  for (const row of [...rows, undefined]) {
    if (row && removedRows.includes(row)) {
      comments += /^[^]*#[^\r\n]*/.exec(row.above)?.[0] ?? '';
      continue;
    }
    orphans.set(row, comments);
    comments = '';
  }
  return orphans;
}

function entryValue(entry: string): unknown {
  return parse(`entry = ${entry}`).entry;
}
