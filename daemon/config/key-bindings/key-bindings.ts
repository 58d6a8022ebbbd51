import { keyNoteCollector } from './notes.ts';
import { parseToml } from '../config-file.ts';
import { parseChord, chordsConflict } from './chords.ts';
import { keyActions, keyContexts, keyPresets, presetKeys, type KeyContext, type KeyPreset } from './actions.ts';
import { lineFinder } from '../toml/line-finder.ts';
import { isTable, type Values } from '../toml/values.ts';
import type { ConfigNote } from '../config-source.ts';

/** Chords by action name. */
export type ContextKeys = ReadonlyMap<string, readonly string[]>;

export type KeyBindings = {
  readonly preset: KeyPreset;
  readonly contexts: Readonly<Record<KeyContext, ContextKeys>>;
  /** The settings that the file itself contains, such as `mail_list.archive`. */
  readonly own: ReadonlySet<string>;
  readonly notes: readonly ConfigNote[];
};

/** The number of notes is limited to what is useful. */
const maxNotes = 200;

/**
 * Parses `text` as keys.toml; `file` names it in messages. A problem with one key causes a note, and the default keys apply
 * to that action alone. Undefined text means defaults. Throws `Failure` invalid `config_unreadable` when it is not TOML.
 */
export function readKeyBindings(text: string | undefined, file: string): KeyBindings {
  const toml = (text ?? '').replace(/^\uFEFF/, '');
  const values = parseToml(toml, file);
  const notes: ConfigNote[] = [];
  const note = keyNoteCollector(lineFinder(toml), notes);
  const preset = presetIn(values, note);
  for (const name of Object.keys(values)) {
    if (name === 'preset' || isContext(name)) continue;
    note([name], `isn’t a context; use one of ${keyContexts.join(', ')}`);
  }
  const own = new Set<string>();
  const contexts = {} as Record<KeyContext, ContextKeys>;
  for (const context of keyContexts) {
    const configured = configuredKeys(values, context, note);
    for (const action of configured.keys()) own.add(`${context}.${action}`);
    contexts[context] = resolveKeys({ context, configured, preset, note });
  }
  const inOrder = notes.sort((one, other) => (one.line ?? Infinity) - (other.line ?? Infinity) || 0);
  return { preset, contexts, own, notes: inOrder.slice(0, maxNotes) };
}

type Note = ReturnType<typeof keyNoteCollector>;

function presetIn({ preset = 'gmail' }: Values, note: Note): KeyPreset {
  const known = keyPresets.find((each) => each === preset);
  if (!known) note(['preset'], `must be one of ${keyPresets.join(' and ')}; the gmail keys are used`);
  return known ?? 'gmail';
}

/** The valid settings of one context of the file, in file order. */
function configuredKeys(values: Values, context: KeyContext, note: Note): Map<string, readonly string[]> {
  const configured = new Map<string, readonly string[]>();
  const table = values[context];
  if (table === undefined) return configured;
  if (!isTable(table)) {
    note([context], 'must be a table; its default keys are used');
    return configured;
  }
  for (const [name, value] of Object.entries(table)) {
    const path = [context, name];
    if (!keyActions.some((action) => action.name === name)) {
      note(path, 'isn’t an action and is ignored; every action keeps its default keys');
      continue;
    }
    const keys = parseKeys(value, (problem) => note(path, problem));
    if (keys) configured.set(name, keys);
  }
  return configured;
}

/** The chords of one action; undefined where none of them is usable. An empty list removes all keys. */
function parseKeys(value: unknown, note: (problem: string) => void): readonly string[] | undefined {
  const texts: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (texts.some((text) => typeof text !== 'string')) {
    note('must be a key such as "e" or "gi", or a list of them; the default keys are used');
    return undefined;
  }
  const parsed = texts.map((text) => ({ text: String(text), ...parseChord(String(text)) }));
  const validChords = [...new Set(parsed.flatMap((each) => ('chord' in each ? [each.chord] : [])))];
  const consequence = validChords.length > 0 ? 'its other keys are used' : 'the default keys are used';
  for (const each of parsed)
    if ('problem' in each) note(`: ${JSON.stringify(each.text.slice(0, 20))} ${each.problem}; ${consequence}`);
  return validChords.length > 0 || texts.length === 0 ? validChords : undefined;
}

type ResolveRequest = {
  context: KeyContext;
  configured: ReadonlyMap<string, readonly string[]>;
  preset: KeyPreset;
  note: Note;
};

/** The effective keys: the file overrides the set, and within the file earlier entries override later ones. */
function resolveKeys({ context, configured, preset, note }: ResolveRequest): ContextKeys {
  const usedChords: { chord: string; action: string }[] = [];
  const resolved = new Map<string, readonly string[]>();
  for (const [action, chords] of configured) {
    const free = chords.filter((chord) => {
      const other = usedChords.find((each) => chordsConflict(each.chord, chord));
      if (other) note([context, action], conflictText(chord, other));
      return !other;
    });
    resolved.set(action, free);
    usedChords.push(...free.map((chord) => ({ chord, action })));
  }
  const takenFromDefaults = new Map<string, string[]>();
  for (const action of keyActions) {
    if (configured.has(action.name)) continue;
    const free = presetKeys(action, preset).filter((chord) => {
      const user = usedChords.find((each) => chordsConflict(each.chord, chord));
      if (user)
        takenFromDefaults.set(user.action, [
          ...(takenFromDefaults.get(user.action) ?? []),
          `${chord} from ${action.name}`,
        ]);
      return !user;
    });
    resolved.set(action.name, free);
  }
  for (const [action, takenChords] of takenFromDefaults) note([context, action], `takes ${takenChords.join(', ')}`);
  return new Map(keyActions.map(({ name }) => [name, resolved.get(name) ?? []]));
}

function conflictText(chord: string, other: { chord: string; action: string }): string {
  if (chord === other.chord) return `: ${chord} is already used for ${other.action}, which keeps it`;
  return `: ${chord} and ${other.chord} of ${other.action} start with the same key; ${other.action} keeps it`;
}

function isContext(name: string): name is KeyContext {
  return keyContexts.some((context) => context === name);
}
