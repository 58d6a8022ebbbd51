import { statementsOf } from './document.ts';
import { keyText } from './keys.ts';

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
  for (const { path, start } of statementsOf(toml)) {
    for (let length = 1; length <= path.length; length++) {
      const name = keyText(path.slice(0, length));
      // A table named again is still the first; `[a]` after `[a.b]` is where `a` itself stands.
      if (!lines.has(name) || length === path.length) lines.set(name, lineAt(start));
    }
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
