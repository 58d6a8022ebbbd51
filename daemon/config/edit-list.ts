import { parse } from 'smol-toml';
import { itemsOf, type Span } from './document.ts';
import { lineEndOf, tomlText } from './toml-text.ts';

/** An entry, the line break, blanks and comments before it, and the comment beside it. */
type Row = { above: string; entry: string; beside: string };

/**
 * How the list at `place` is written with other entries. A list of several lines stays one: an entry that is in it
 * already keeps the comments about it, a new one has a line of its own, and comments above one that goes stay.
 */
export function editedList(toml: string, place: Span, entries: readonly string[]): string {
  if (!toml.slice(place.start, place.end).includes('\n')) return tomlText(entries);
  const { rows, closing, newLine, hasLastComma } = takenApart(toml, place);
  const left = [...rows];
  const wanted = entries.map((entry) => {
    const known = left.findIndex((row) => textOf(row.entry) === entry);
    const [row] = known < 0 ? [] : left.splice(known, 1);
    return row ?? { above: newLine, entry: tomlText(entry), beside: '' };
  });
  const orphans = orphansOf(rows, left);
  const written = wanted.map((row, index) => {
    const comma = index < wanted.length - 1 || hasLastComma ? ',' : '';
    return (orphans.get(row) ?? '') + row.above + row.entry + comma + row.beside;
  });
  return `[${written.join('')}${orphans.get(undefined) ?? ''}${closing}]`;
}

function takenApart(toml: string, { start, end }: Span) {
  const { items } = itemsOf(toml, start);
  const eol = lineEndOf(toml);
  const indent = /\n([ \t]*)$/.exec(toml.slice(start, items[0]?.start ?? start))?.[1] ?? '  ';
  const newLine = eol + indent;
  let at = start + 1;
  const rows = items.map((item): Row => {
    const above = toml.slice(at, item.start);
    const ended = item.comma === undefined ? item.end : item.comma + 1;
    at = ended + (/^[ \t]*#[^\r\n]*/.exec(toml.slice(ended, end))?.[0].length ?? 0);
    const beside = toml.slice(item.end, at).replace(/^([ \t]*),/, '$1');
    return { above: above.includes('\n') ? above : newLine, entry: toml.slice(item.start, item.end), beside };
  });
  const rest = toml.slice(at, end - 1);
  const hasLastComma = items.length === 0 || items.at(-1)?.comma !== undefined;
  return { rows, newLine, hasLastComma, closing: rest.includes('\n') ? rest : eol };
}

/** The comments above the rows that go, by the row that comes next; under undefined those at the end. */
function orphansOf(rows: readonly Row[], gone: readonly Row[]): Map<Row | undefined, string> {
  const orphans = new Map<Row | undefined, string>();
  let comments = '';
  for (const row of [...rows, undefined]) {
    if (row && gone.includes(row)) {
      comments += /^[^]*#[^\r\n]*/.exec(row.above)?.[0] ?? '';
      continue;
    }
    orphans.set(row, comments);
    comments = '';
  }
  return orphans;
}

function textOf(entry: string): unknown {
  return parse(`entry = ${entry}`).entry;
}
