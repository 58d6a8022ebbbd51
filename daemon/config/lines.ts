import { parse } from 'smol-toml';

/** A dotted key as TOML writes it: names that need quotes get them. */
export function keyText(path: readonly string[]): string {
  return path.map((name) => (/^[A-Za-z0-9_-]+$/.test(name) ? name : JSON.stringify(name))).join('.');
}

/**
 * Finds where keys stand in a TOML document that parses. The answer gives the line, counted from 1, of a key or table;
 * for one that is not written, or stands within braces, that of the nearest table around it; else null.
 */
export function lineFinder(toml: string): (path: readonly string[]) => number | null {
  const lines = linesOfKeys(toml);
  return (path) => {
    for (let length = path.length; length > 0; length--) {
      const line = lines.get(keyText(path.slice(0, length)));
      if (line !== undefined) return line;
    }
    return null;
  };
}

function linesOfKeys(toml: string): Map<string, number> {
  const lines = new Map<string, number>();
  const lineAt = lineCounter(toml);
  let table: string[] = [];
  for (let at = skipBlank(toml, 0); at < toml.length; at = skipBlank(toml, at)) {
    const header = matchAt(/\[\[?/y, toml, at);
    const key = readKey(toml, at + header.length);
    const path = header ? key.path : [...table, ...key.path];
    if (header) table = path;
    for (let length = 1; length <= path.length; length++) {
      const name = keyText(path.slice(0, length));
      // A table named again is still the first; `[a]` after `[a.b]` is where `a` itself stands.
      if (!lines.has(name) || length === path.length) lines.set(name, lineAt(at));
    }
    at = header ? endOfLine(toml, key.end) : endOfValue(toml, key.end);
  }
  return lines;
}

/** Answers for positions that ascend. */
function lineCounter(toml: string): (position: number) => number {
  let line = 1;
  let counted = 0;
  return (position) => {
    for (; counted < position; counted++) if (toml[counted] === '\n') line++;
    return line;
  };
}

function matchAt(pattern: RegExp, toml: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(toml)?.[0] ?? '';
}

function skipBlank(toml: string, at: number): number {
  return at + matchAt(/(?:\s+|#[^\n]*)*/y, toml, at).length;
}

function endOfLine(toml: string, at: number): number {
  return at + matchAt(/[^\n]*/y, toml, at).length;
}

/** The key that begins at `start`; its spelling is left to the parser. */
function readKey(toml: string, start: number): { path: string[]; end: number } {
  const written = matchAt(/(?:"(?:\\.|[^"\\\n])*"|'[^'\n]*'|[A-Za-z0-9_-]+|[ \t.]+)+/y, toml, start);
  const path: string[] = [];
  for (let at: unknown = parse(`${written} = 0`); typeof at === 'object' && at !== null;) {
    const [name, inner] = Object.entries(at)[0] ?? [];
    if (name !== undefined) path.push(name);
    at = inner;
  }
  return { path, end: start + written.length };
}

// Strings of three quotes may end in up to five: the first two then belong to the text.
const valueToken =
  /"""(?:\\[^]|(?!""")[^\\])*"{3,5}|'''(?:(?!''')[^])*'{3,5}|"(?:\\.|[^"\\\n])*"|'[^'\n]*'|#[^\n]*|[[{]|[\]}]|\n|[^"'#[\]{}\n]+/y;

/** The end of the value that begins after the `=` at `start`: its line break, or that of its last bracket. */
function endOfValue(toml: string, start: number): number {
  let depth = 0;
  for (let at = start; at < toml.length;) {
    const token = matchAt(valueToken, toml, at);
    if (token === '' || (token === '\n' && depth === 0)) return at + 1;
    if (token === '[' || token === '{') depth++;
    if (token === ']' || token === '}') depth--;
    at += token.length;
  }
  return toml.length;
}
