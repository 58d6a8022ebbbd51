import { readText } from './icu.ts';
import { placesOf } from './filled-places.ts';
import type { Tree } from './text.ts';

/** A text and the names that lead to it, which may have dots in them. */
export type Placed = { at: string; place: readonly string[]; text: string };

/** All texts of a tree. */
export function textsOf(words: Tree, place: readonly string[] = []): Placed[] {
  return Object.entries(words).flatMap(([name, value]) => {
    const here = [...place, name];
    return typeof value === 'string' ? [{ at: here.join(' > '), place: here, text: value }] : textsOf(value, here);
  });
}

/** What is wrong with the words of a language: texts that are missing, unknown or unreadable, or ask for what is not told. */
export function faultsOf(words: Tree, english: Tree): string[] {
  const known = new Map(textsOf(english).map(({ at, text }) => [at, text]));
  const own = textsOf(words);
  const has = new Set(own.map(({ at }) => at));
  const missing = [...known.keys()].filter((at) => !has.has(at));
  return [
    ...own.flatMap((placed) => faultsIn(placed, known.get(placed.at))),
    ...missing.map((at) => `${at} is missing`),
  ];
}

function faultsIn({ at, text }: Placed, model: string | undefined): string[] {
  if (model === undefined) return [`${at} is unknown`];
  try {
    const told = placesOf(readText(model));
    const asked = [...placesOf(readText(text)).keys()].filter((name) => !told.has(name));
    return asked.map((name) => `${at} asks for {${name}}`);
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    return [`${at} cannot be read: ${error.message}`];
  }
}
