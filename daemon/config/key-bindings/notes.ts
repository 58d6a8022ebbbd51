import { keyText } from '../toml/keys.ts';
import type { lineFinder } from '../toml/line-finder.ts';
import type { ConfigNote } from '../config-source.ts';

/** Collects problems with the keys of keys.toml. `problem` follows the key in a sentence. */
export function keyNoteCollector(lineOf: ReturnType<typeof lineFinder>, notes: ConfigNote[]) {
  return (path: readonly string[], problem: string): void => {
    const key = keyText(path);
    const between = problem.startsWith(':') ? '' : ' ';
    notes.push({ severity: 'warning', key, line: lineOf(path), message: `${key}${between}${problem}.` });
  };
}
