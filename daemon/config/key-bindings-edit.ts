import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import { editedToml } from './edit.ts';
import { readKeyBindings } from './key-bindings.ts';
import { keyActions, presetKeys, type KeyAction, type KeyContext, type KeyPreset } from './key-bindings-actions.ts';
import { chordOf, collide } from './key-bindings-chords.ts';

export type Rebinding = {
  contexts: readonly KeyContext[];
  action: string;
  /** Null gives it the keys of the set again; an empty list leaves it without any. */
  keys: readonly string[] | null;
  /** Whether a key that means something else there is taken from it. */
  take: boolean;
};

/**
 * The text of keys.toml with the keys of one action set; the rest stays as it is, comments too. Throws `Failure`:
 * `unknown_action`, `invalid_keys`, `key_taken` with `context`, `action` and `key` of what has it, and `not_editable`.
 */
export function reboundKeys(text: string, file: string, { contexts, action, keys, take }: Rebinding): string {
  const row = actionOf(action);
  const chords = keys?.map(checkedChord);
  let edited = text;
  for (const context of contexts) {
    for (const other of othersWith(edited, file, { context, action, chords: chords ?? [] })) {
      if (!take) throw taken(context, other);
      edited = editedToml(edited, [context, other.action], other.left);
    }
    const { preset } = readKeyBindings(edited, file);
    const value = isDeepStrictEqual(chords, presetKeys(row, preset)) ? undefined : chords;
    edited = editedToml(edited, [context, action], value && [...new Set(value)]);
  }
  return edited;
}

/** The text of keys.toml with another set of keys. Throws `Failure` conflict `not_editable`. */
export function withPreset(text: string, preset: KeyPreset): string {
  return editedToml(text, ['preset'], preset);
}

/** The text of keys.toml without what it says of any action. Throws `Failure` conflict `not_editable`. */
export function withoutOwnKeys(text: string, file: string): string {
  let edited = text;
  for (const key of readKeyBindings(text, file).own) edited = editedToml(edited, key.split('.'), undefined);
  return edited;
}

type Other = { action: string; chord: string; left: readonly string[] };

/** What has one of these keys in a context, and the keys it would be left with. */
function othersWith(
  text: string,
  file: string,
  { context, action, chords }: { context: KeyContext; action: string; chords: readonly string[] },
): Other[] {
  const held = readKeyBindings(text, file).contexts[context];
  return [...held].flatMap(([other, keys]): Other[] => {
    const chord = keys.find((each) => chords.some((wanted) => collide(wanted, each)));
    if (other === action || chord === undefined) return [];
    return [{ action: other, chord, left: keys.filter((each) => !chords.some((wanted) => collide(wanted, each))) }];
  });
}

function actionOf(name: string): KeyAction {
  const row = keyActions.find((each) => each.name === name);
  if (row) return row;
  const message = 'There is no action of that name. GET /platform/keys lists those there are.';
  throw new Failure('invalid', 'unknown_action', message, { action: name });
}

function checkedChord(text: string): string {
  const read = chordOf(text);
  if ('chord' in read) return read.chord;
  const message = `${JSON.stringify(text.slice(0, 20))} ${read.problem}. Give one key, or two one after the other. Nothing was changed.`;
  throw new Failure('invalid', 'invalid_keys', message, { key: text.slice(0, 20) });
}

function taken(context: KeyContext, { action, chord }: Other): Failure {
  const does = actionOf(action).does;
  const message = `${chord} is the key for “${does}” in ${context}. Take it from there, or choose another key.`;
  return new Failure('conflict', 'key_taken', message, { context, action, key: chord });
}
