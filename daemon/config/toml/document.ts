import { namesOfKey } from './keys.ts';

/** From the first character to the one after the last. */
export type Span = { readonly start: number; readonly end: number };

/** An item on its own line: a table's header, or a key with its value. */
export type Statement = Span & {
  readonly header: '' | '[' | '[[';
  /** From the root of the document. */
  readonly path: readonly string[];
  /** How many names of the path are those of the enclosing table; the others are written here. */
  readonly inherited: number;
  /** Undefined for a header. */
  readonly value: Span;
};

/** An item within brackets or braces. `path` is the key as written there, empty in a list. */
export type Item = Span & {
  readonly path: readonly string[];
  readonly value: Span;
  /** The position of the comma after it. */
  readonly comma: number | undefined;
};

/** The headers, keys and values of a valid TOML document, in order. */
export function statementsOf(toml: string): Statement[] {
  const statements: Statement[] = [];
  let table: readonly string[] = [];
  for (let at = skipBlank(toml, 0); at < toml.length;) {
    const statement = statementAt(toml, at, table);
    if (statement.header) table = statement.path;
    statements.push(statement);
    at = skipBlank(toml, statement.end);
  }
  return statements;
}

function statementAt(toml: string, start: number, table: readonly string[]): Statement {
  const header = matchTextAt(/\[\[?/y, toml, start) as Statement['header'];
  const key = keyAt(toml, start + header.length);
  if (header) {
    const end = key.end + header.length;
    return { header, path: key.path, inherited: 0, start, end, value: { start: end, end } };
  }
  const value = valueAfter(toml, key.end);
  return { header, path: [...table, ...key.path], inherited: table.length, start, end: value.end, value };
}

/** The content between the bracket or brace at `open` and the closing one; `end` is the position after it. */
export function itemsOf(toml: string, open: number): { items: Item[]; end: number } {
  const isTable = toml[open] === '{';
  const closing = isTable ? '}' : ']';
  const items: Item[] = [];
  let at = skipBlank(toml, open + 1);
  while (toml[at] !== closing) {
    const item = itemAt(toml, at, isTable);
    items.push(item);
    at = skipBlank(toml, item.comma === undefined ? item.end : item.comma + 1);
  }
  return { items, end: at + 1 };
}

function itemAt(toml: string, start: number, isTable: boolean): Item {
  const key = isTable ? keyAt(toml, start) : undefined;
  const value = key ? valueAfter(toml, key.end) : valueAt(toml, start);
  const next = skipBlank(toml, value.end);
  return { path: key?.path ?? [], value, start, end: value.end, comma: toml[next] === ',' ? next : undefined };
}

function keyAt(toml: string, start: number): { path: string[]; end: number } {
  const keySource = matchTextAt(/(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+|[ \t.]+)+/y, toml, start);
  return { path: namesOfKey(keySource), end: start + keySource.length };
}

function valueAfter(toml: string, equals: number): Span {
  return valueAt(toml, equals + 1 + matchTextAt(/[ \t]*/y, toml, equals + 1).length);
}

// Strings of three quotes may end in up to five: the first two then belong to the text. A date may contain a space.
const scalar =
  /"""(?:\\[^]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[^])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[^\s,#\]}]+(?:[ \t]+[^\s,#\]}]+)*/y;

function valueAt(toml: string, start: number): Span {
  const isBracketed = toml[start] === '[' || toml[start] === '{';
  const end = isBracketed ? itemsOf(toml, start).end : start + matchTextAt(scalar, toml, start).length;
  if (end === start) throw new Error(`no value stands at character ${start} of a document that parses`);
  return { start, end };
}

function skipBlank(toml: string, at: number): number {
  return at + matchTextAt(/(?:\s+|#[^\n]*)*/y, toml, at).length;
}

function matchTextAt(pattern: RegExp, toml: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(toml)?.[0] ?? '';
}
