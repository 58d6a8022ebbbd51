import { configNoteAt } from './key-bindings-notes.ts';
import type { ConfigNote } from './file.ts';
import { parseToml } from './file.ts';
import { chordOf, collide } from './key-bindings-chords.ts';
import {
  keyActions,
  keyContexts,
  keyPresets,
  presetKeys,
  type KeyContext,
  type KeyPreset,
} from './key-bindings-actions.ts';
import { lineFinder } from './lines.ts';
import { isTable, type Values } from './values.ts';

/** Chords by the names of actions. */
export type ContextKeys = ReadonlyMap<string, readonly string[]>;

export type KeyBindings = {
  readonly preset: KeyPreset;
  readonly contexts: Readonly<Record<KeyContext, ContextKeys>>;
  /** What the file says itself, as `mail_list.archive`. */
  readonly own: ReadonlySet<string>;
  readonly notes: readonly ConfigNote[];
};

/** More notes help nobody. */
const mostNotes = 200;

/**
 * Reads `text` as keys.toml; `file` names it in messages. What is wrong at one key is a note, and the default keys hold for
 * that action alone. No text means defaults. Throws `Failure` invalid `config_unreadable` when it is not TOML.
 */
export function readKeyBindings(text: string | undefined, file: string): KeyBindings {
  const toml = (text ?? '').replace(/^\uFEFF/, '');
  const values = parseToml(toml, file);
  const notes: ConfigNote[] = [];
  const note = configNoteAt(lineFinder(toml), notes);
  const preset = presetIn(values, note);
  for (const name of Object.keys(values)) {
    if (name === 'preset' || isContext(name)) continue;
    note([name], `is no context: there are ${keyContexts.join(', ')}`);
  }
  const own = new Set<string>();
  const contexts = {} as Record<KeyContext, ContextKeys>;
  for (const context of keyContexts) {
    const said = ownKeys(values, context, note);
    for (const action of said.keys()) own.add(`${context}.${action}`);
    contexts[context] = settled({ context, said, preset, note });
  }
  const inOrder = notes.sort((one, other) => (one.line ?? Infinity) - (other.line ?? Infinity) || 0);
  return { preset, contexts, own, notes: inOrder.slice(0, mostNotes) };
}

type Note = ReturnType<typeof configNoteAt>;

function presetIn({ preset = 'gmail' }: Values, note: Note): KeyPreset {
  const known = keyPresets.find((each) => each === preset);
  if (!known) note(['preset'], `must be one of ${keyPresets.join(' and ')}; the keys of gmail hold`);
  return known ?? 'gmail';
}

/** What a context of the file says, as far as it is understood, in its order. */
function ownKeys(values: Values, context: KeyContext, note: Note): Map<string, readonly string[]> {
  const said = new Map<string, readonly string[]>();
  const table = values[context];
  if (table === undefined) return said;
  if (!isTable(table)) {
    note([context], 'must be a table; its default keys hold');
    return said;
  }
  for (const [name, value] of Object.entries(table)) {
    const path = [context, name];
    if (!keyActions.some((action) => action.name === name)) {
      note(path, 'is no action, so it is left out; every action keeps its default keys');
      continue;
    }
    const keys = keysIn(value, (problem) => note(path, problem));
    if (keys) said.set(name, keys);
  }
  return said;
}

/** The chords of one action; undefined where nothing of them can be used. An empty list takes all keys away. */
function keysIn(value: unknown, note: (problem: string) => void): readonly string[] | undefined {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.some((text) => typeof text !== 'string')) {
    note('must be a key such as "e" or "gi", or a list of them; the default keys hold');
    return undefined;
  }
  const read = texts.map((text) => ({ text: String(text), ...chordOf(String(text)) }));
  const good = [...new Set(read.flatMap((each) => ('chord' in each ? [each.chord] : [])))];
  const without = good.length > 0 ? 'the other keys given for it hold' : 'the default keys hold';
  for (const each of read)
    if ('problem' in each) note(`: ${JSON.stringify(each.text.slice(0, 20))} ${each.problem}; ${without}`);
  return good.length > 0 || texts.length === 0 ? good : undefined;
}

type Settling = { context: KeyContext; said: ReadonlyMap<string, readonly string[]>; preset: KeyPreset; note: Note };

/** What holds: what the file says goes before the set, and what stands first in it before what comes later. */
function settled({ context, said, preset, note }: Settling): ContextKeys {
  const taken: { chord: string; action: string }[] = [];
  const held = new Map<string, readonly string[]>();
  for (const [action, chords] of said) {
    const free = chords.filter((chord) => {
      const other = taken.find((each) => collide(each.chord, chord));
      if (other) note([context, action], conflictWords(chord, other));
      return !other;
    });
    held.set(action, free);
    taken.push(...free.map((chord) => ({ chord, action })));
  }
  const lost = new Map<string, string[]>();
  for (const action of keyActions) {
    if (said.has(action.name)) continue;
    const free = presetKeys(action, preset).filter((chord) => {
      const taker = taken.find((each) => collide(each.chord, chord));
      if (taker) lost.set(taker.action, [...(lost.get(taker.action) ?? []), `${chord} from ${action.name}`]);
      return !taker;
    });
    held.set(action.name, free);
  }
  for (const [action, losses] of lost) note([context, action], `takes ${losses.join(', ')}`);
  return new Map(keyActions.map(({ name }) => [name, held.get(name) ?? []]));
}

function conflictWords(chord: string, other: { chord: string; action: string }): string {
  if (chord === other.chord) return `: ${chord} is ${other.action} already; ${other.action} keeps it`;
  return `: ${chord} and ${other.chord} of ${other.action} begin with the same key; ${other.action} keeps it`;
}

function isContext(name: string): name is KeyContext {
  return keyContexts.some((context) => context === name);
}
