import { Failure } from '../../base/failure.ts';
import { modes, type Mode } from '../../mail/modes/modes.ts';

/** The places that have a guide: Now and the modes. */
export const guidedModes = ['now', ...modes] as const;
export type GuidedMode = (typeof guidedModes)[number];

const otherNames: Record<string, GuidedMode> = {
  message: 'messages',
  msg: 'messages',
  msgs: 'messages',
  people: 'messages',
  todos: 'todo',
  task: 'todo',
  tasks: 'todo',
  update: 'updates',
  read: 'reading',
  archived: 'archive',
  archives: 'archive',
};

/** The mode that a text names: `To do`, `to-do` and `todos` are the same. Throws Failure `unknown_mode`. */
export function modeNamed(text: string): GuidedMode {
  const plain = text.toLowerCase().replaceAll(/[^a-z]/g, '');
  const found = guidedModes.find((mode) => mode === plain) ?? otherNames[plain];
  if (found) return found;
  throw new Failure(
    'invalid',
    'unknown_mode',
    `There is no mode named ${text.slice(0, 40)}. Use ${guidedModes.join(', ')}.`,
  );
}

/** The mode that a text names, without Now. Throws Failure `unknown_mode`. */
export function requireMode(text: string): Mode {
  const found = modeNamed(text);
  if (found !== 'now') return found;
  throw new Failure('invalid', 'unknown_mode', `Now isn’t a mode. Use ${modes.join(', ')}.`);
}
