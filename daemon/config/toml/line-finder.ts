import { statementsOf } from './document.ts';
import { keyText } from './keys.ts';

/**
 * Finds the lines of keys in a valid TOML document. The result is the line, counted from 1, of a key or table. For a key
 * that is missing or inside braces, it is the line of the nearest enclosing table; otherwise null.
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
  for (const { path, start } of statementsOf(toml)) {
    for (let length = 1; length <= path.length; length++) {
      const name = keyText(path.slice(0, length));
      // The first header of a repeated table counts; `[a]` after `[a.b]` is the line of `a` itself.
      if (!lines.has(name) || length === path.length) lines.set(name, lineAt(start));
    }
  }
  return lines;
}

/** Positions must be queried in ascending order. */
function lineCounter(toml: string): (position: number) => number {
  let line = 1;
  let counted = 0;
  return (position) => {
    for (; counted < position; counted++) if (toml[counted] === '\n') line++;
    return line;
  };
}
