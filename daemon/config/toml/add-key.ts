import { itemsOf, statementsOf, type Span, type Statement } from './document.ts';
import { keyText } from './keys.ts';
import { lineEndOf } from './toml-text.ts';

/** The ways to add a new key, the most natural one first. Not every result is a valid document. */
export function additionCandidates(toml: string, path: readonly string[], value: string): (() => string)[] {
  const statements = statementsOf(toml);
  const pair = (inheritedNames: number) => `${keyText(path.slice(inheritedNames))} = ${value}`;
  const inlineTable = enclosingInlineTable(toml, statements, path);
  if (inlineTable) return [() => addToInlineTable(toml, inlineTable.value, pair(inlineTable.length))];
  const table = path.slice(0, -1);
  const isTop = table.length === 0;
  const section = isTop ? topSection(statements) : sectionOf(statements, table);
  return [
    ...(section ? [() => insertLineAfter(toml, section.after, pair(section.inherited))] : []),
    () => (isTop ? insertAboveTables(toml, statements[0], pair(0)) : appendTable(toml, table, pair(table.length))),
  ];
}

/** The innermost inline table around the key: a key of that table can only be added inside its braces. */
function enclosingInlineTable(
  toml: string,
  statements: readonly Statement[],
  path: readonly string[],
): { value: Span; length: number } | undefined {
  let innermost: { value: Span; length: number } | undefined;
  const visit = (pairs: readonly { path: readonly string[]; value: Span }[], length: number) => {
    for (const pair of pairs) {
      const inner = length + pair.path.length;
      if (toml[pair.value.start] !== '{' || !pair.path.every((name, index) => name === path[length + index])) continue;
      innermost = { value: pair.value, length: inner };
      visit(itemsOf(toml, pair.value.start).items, inner);
    }
  };
  visit(
    statements.filter(({ header }) => !header),
    0,
  );
  return innermost;
}

function addToInlineTable(toml: string, { start }: Span, pair: string): string {
  const last = itemsOf(toml, start).items.at(-1);
  if (last) return `${toml.slice(0, last.end)}, ${pair}${toml.slice(last.end)}`;
  const rest = toml.slice(start + 1);
  return `${toml.slice(0, start + 1)} ${pair}${/^\s/.test(rest) ? '' : ' '}${rest}`;
}

/** A line after which a key may be added, and how many names of its path are already given there. */
type Section = { after: Statement; inherited: number };

function sectionOf(statements: readonly Statement[], table: readonly string[]): Section | undefined {
  const header = statements.findIndex((statement) => statement.header === '[' && isSamePath(statement.path, table));
  if (header >= 0) return { after: lastOfSection(statements, header), inherited: table.length };
  for (let length = table.length; length > 0; length--) {
    const outer = table.slice(0, length);
    const lastDottedKey = statements.findLast((statement) => isDottedIn(statement, outer));
    if (lastDottedKey) return { after: lastDottedKey, inherited: lastDottedKey.inherited };
    if (statements.some((statement) => statement.header && isSamePath(statement.path, outer))) return undefined;
  }
  return undefined;
}

/** Whether dotted keys create this table: `b.c = 1` creates `b`. */
function isDottedIn({ header, path, inherited }: Statement, table: readonly string[]): boolean {
  return (
    !header && inherited < table.length && path.length > table.length && isSamePath(path.slice(0, table.length), table)
  );
}

function lastOfSection(statements: readonly Statement[], header: number): Statement {
  const next = statements.findIndex((statement, index) => index > header && statement.header);
  return statements[(next < 0 ? statements.length : next) - 1]!;
}

function insertLineAfter(toml: string, { start, end }: Statement, line: string): string {
  const eol = lineEndOf(toml);
  const indent = /^[ \t]*/.exec(toml.slice(lineStart(toml, start)))?.[0] ?? '';
  const lineBreak = toml.indexOf('\n', end);
  if (lineBreak < 0) return `${toml}${eol}${indent}${line}${eol}`;
  return `${toml.slice(0, lineBreak + 1)}${indent}${line}${eol}${toml.slice(lineBreak + 1)}`;
}

function topSection(statements: readonly Statement[]): Section | undefined {
  return statements[0]?.header === '' ? { after: lastOfSection(statements, 0), inherited: 0 } : undefined;
}

/** Above the first table and the comment directly above it. */
function insertAboveTables(toml: string, first: Statement | undefined, line: string): string {
  const eol = lineEndOf(toml);
  if (!first) return `${withFinalLineEnd(toml, eol)}${line}${eol}`;
  let at = lineStart(toml, first.start);
  for (let above = at; above === at && at > 0;) {
    above = lineStart(toml, at - 1);
    if (/^[ \t]*#/.test(toml.slice(above, at))) at = above;
  }
  return `${toml.slice(0, at)}${line}${eol}${eol}${toml.slice(at)}`;
}

function lineStart(toml: string, at: number): number {
  return at === 0 ? 0 : toml.lastIndexOf('\n', at - 1) + 1;
}

function appendTable(toml: string, table: readonly string[], line: string): string {
  const eol = lineEndOf(toml);
  const before = withFinalLineEnd(toml, eol);
  return `${before}${before.trim() === '' ? '' : eol}[${keyText(table)}]${eol}${line}${eol}`;
}

function withFinalLineEnd(toml: string, eol: string): string {
  return toml === '' || toml.endsWith('\n') ? toml : `${toml}${eol}`;
}

function isSamePath(path: readonly string[], other: readonly string[]): boolean {
  return path.length === other.length && path.every((name, index) => name === other[index]);
}
