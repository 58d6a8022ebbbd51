import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../../base/failure.ts';
import { editedToml } from '../toml/edit.ts';
import { readKeyBindings } from './key-bindings.ts';
import { keyActions, presetKeys, type KeyAction, type KeyContext, type KeyPreset } from './actions.ts';
import { parseChord, chordsConflict } from './chords.ts';

type RebindRequest = {
  contexts: readonly KeyContext[];
  action: string;
  /** Null restores the keys of the set; an empty list leaves the action without keys. */
  keys: readonly string[] | null;
  /** Whether to remove a key from the action that has it in the same context. */
  take: boolean;
};

/**
 * The text of keys.toml with the keys of one action set; the rest, including comments, stays unchanged. Throws `Failure`:
 * `unknown_action`, `invalid_keys`, `key_taken` with `context`, `action` and `key` of the current owner, and `not_editable`.
 */
export function reboundKeys(text: string, file: string, { contexts, action, keys, take }: RebindRequest): string {
  const row = actionOf(action);
  const chords = keys?.map(parseCheckedChord);
  let edited = text;
  for (const context of contexts) {
    for (const other of conflictingActions(edited, file, { context, action, chords: chords ?? [] })) {
      if (!take) throw keyTaken(context, other);
      edited = editedToml(edited, [context, other.action], other.remainingKeys);
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

/** The text of keys.toml without any action settings. Throws `Failure` conflict `not_editable`. */
export function withoutOwnKeys(text: string, file: string): string {
  let edited = text;
  for (const key of readKeyBindings(text, file).own) edited = editedToml(edited, key.split('.'), undefined);
  return edited;
}

type ConflictingAction = { action: string; chord: string; remainingKeys: readonly string[] };

/** The actions that have one of these keys in a context, and the keys each would keep. */
function conflictingActions(
  text: string,
  file: string,
  { context, action, chords }: { context: KeyContext; action: string; chords: readonly string[] },
): ConflictingAction[] {
  const bindings = readKeyBindings(text, file).contexts[context];
  return [...bindings].flatMap(([other, keys]): ConflictingAction[] => {
    const chord = keys.find((each) => chords.some((requestedChord) => chordsConflict(requestedChord, each)));
    if (other === action || chord === undefined) return [];
    return [
      {
        action: other,
        chord,
        remainingKeys: keys.filter((each) => !chords.some((requestedChord) => chordsConflict(requestedChord, each))),
      },
    ];
  });
}

function actionOf(name: string): KeyAction {
  const row = keyActions.find((each) => each.name === name);
  if (row) return row;
  const message = 'There is no action with that name. GET /platform/keys lists all actions.';
  throw new Failure('invalid', 'unknown_action', message, { action: name });
}

function parseCheckedChord(text: string): string {
  const read = parseChord(text);
  if ('chord' in read) return read.chord;
  const message = `${JSON.stringify(text.slice(0, 20))} ${read.problem}. Enter one key, or two keys in sequence. Nothing was changed.`;
  throw new Failure('invalid', 'invalid_keys', message, { key: text.slice(0, 20) });
}

function keyTaken(context: KeyContext, { action, chord }: ConflictingAction): Failure {
  const does = actionOf(action).description;
  const message = `${chord} is already used for “${does}” in ${context}. Remove it there, or choose another key.`;
  return new Failure('conflict', 'key_taken', message, { context, action, key: chord });
}
