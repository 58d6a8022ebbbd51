import { type KeyBindings, type KeyContext, keyContexts } from './key-bindings.ts';
import type { Act } from './key-table.ts';

/** What keys mean, by where one is. */
export type KeyMeanings = Readonly<Record<KeyContext, Meanings>>;
type Meanings = { acts: ReadonlyMap<string, Act>; leaders: ReadonlySet<string> };

export function meaningsOf(bindings: KeyBindings): KeyMeanings {
  return Object.fromEntries(keyContexts.map((context) => [context, inContext(bindings[context])])) as KeyMeanings;
}

function inContext(bindings: KeyBindings[KeyContext]): Meanings {
  const pairs = Object.entries(bindings).flatMap(([act, keys]) => keys.map((key) => [key, act as Act] as const));
  const chords = pairs.map(([key]) => key.split(' ')).filter(([first, second]) => first !== 'Mod' && second);
  return { acts: new Map(pairs), leaders: new Set(chords.flatMap(([first]) => (first === undefined ? [] : [first]))) };
}

/** What a key means after the one before (`Mod` for Ctrl): an act, the start of a chord, or nothing. */
export function meaningOf(
  { acts, leaders }: Meanings,
  key: string,
  before: string | undefined,
): { act?: Act; leader?: string } {
  if (before === 'Mod') {
    const held = acts.get(`Mod ${key}`);
    return held ? { act: held } : {};
  }
  const act = (before === undefined ? undefined : acts.get(`${before} ${key}`)) ?? acts.get(key);
  if (act) return { act };
  return leaders.has(key) ? { leader: key } : {};
}
