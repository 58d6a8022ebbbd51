import { type KeyBindings, type KeyContext, keyContexts } from './bindings.ts';
import type { Command } from './command-table.ts';

/** The bindings of each context. */
export type KeyMatchers = Readonly<Record<KeyContext, ContextMatcher>>;
type ContextMatcher = { commands: ReadonlyMap<string, Command>; leaders: ReadonlySet<string> };

export function matchersOf(bindings: KeyBindings): KeyMatchers {
  return Object.fromEntries(keyContexts.map((context) => [context, contextMatcher(bindings[context])])) as KeyMatchers;
}

function contextMatcher(bindings: KeyBindings[KeyContext]): ContextMatcher {
  const pairs = Object.entries(bindings).flatMap(([command, keys]) =>
    keys.map((key) => [key, command as Command] as const),
  );
  const chords = pairs.map(([key]) => key.split(' ')).filter(([first, second]) => first !== 'Mod' && second);
  return {
    commands: new Map(pairs),
    leaders: new Set(chords.flatMap(([first]) => (first === undefined ? [] : [first]))),
  };
}

/** The meaning of a key after the previous one (`Mod` for Ctrl): a command, the start of a chord, or nothing. */
export function matchKey(
  { commands, leaders }: ContextMatcher,
  key: string,
  before: string | undefined,
): { command?: Command; leader?: string } {
  if (before === 'Mod') {
    const withMod = commands.get(`Mod ${key}`);
    return withMod ? { command: withMod } : {};
  }
  const command = (before === undefined ? undefined : commands.get(`${before} ${key}`)) ?? commands.get(key);
  if (command) return { command };
  return leaders.has(key) ? { leader: key } : {};
}
