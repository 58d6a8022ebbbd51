import { textsOf } from './faults.ts';
import type { Tree } from './text.ts';
import { wordUses } from './word-uses.ts';

/** The words that no source says. */
export function unsaidWords(words: Tree, sources: readonly string[]): string[] {
  const said = new Set(
    sources.flatMap((source) => wordUses('page.tsx', source, words)).map((place) => place.join('\0')),
  );
  const isSaid = (place: readonly string[]) =>
    said.has('') || place.some((_, index) => said.has(place.slice(0, index + 1).join('\0')));
  return textsOf(words).flatMap(({ at, place }) => (isSaid(place) ? [] : [at]));
}
