import { keyContexts, type KeyContext, type KeysReply } from '../../keyboard/bindings.ts';

/** The fields of a key event that a chord uses. */
type Press = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey'>;

const silent = new Set(['Shift', 'Control', 'Meta', 'Alt', 'AltGraph', 'CapsLock', 'Dead', 'Unidentified', 'Process']);

/**
 * The chord, as keys.toml writes it, after another key press: a second key extends the chord, a third starts a new one. A
 * modifier alone, such as Shift, changes nothing.
 */
export function chordAfter(chord: string, { key, ctrlKey, metaKey }: Press): string {
  if (silent.has(key) || key === ' ') return chord;
  if (ctrlKey || metaKey) return `ctrl-${key}`;
  const isOneKey = chord !== '' && !chord.includes(' ') && !chord.startsWith('ctrl-');
  return isOneKey ? `${chord} ${key}` : key;
}

export type KeyConflict = { label: string; context: KeyContext };

/**
 * The command that has the chord already, or one that begins with the same key; undefined if the chord is free. The daemon
 * refuses such a chord too; this check comes before the request.
 */
export function conflictOf(
  { bindings, actions }: Pick<KeysReply, 'bindings' | 'actions'>,
  { chord, action, context }: { chord: string; action: string; context: KeyContext | undefined },
): KeyConflict | undefined {
  for (const each of context === undefined ? keyContexts : [context])
    for (const { name, does: label } of actions)
      if (name !== action && bindings[each][name]?.some((other) => isSameBeginning(chord, other)))
        return { label, context: each };
  return undefined;
}

function isSameBeginning(chord: string, other: string): boolean {
  return chord === other || chord.startsWith(`${other} `) || other.startsWith(`${chord} `);
}
