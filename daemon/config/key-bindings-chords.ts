/** Keys that have a name instead of a sign, as browsers call them. */
const named = [
  'Enter',
  'Escape',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'Delete',
  'Backspace',
  'Insert',
] as const;
const otherNames: Record<string, (typeof named)[number]> = {
  esc: 'Escape',
  return: 'Enter',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  del: 'Delete',
  ins: 'Insert',
};
const namesByLetters = new Map<string, string>([
  ...named.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(otherNames),
]);

/** With Ctrl they copy, paste, print, close and reload, and nobody wants to lose that. */
const ofTheBrowser = 'acfhlnopqrstvwxjACIJNPTW0+-=';

const longestText = 40;

/**
 * A chord as it is compared and shown: `e`, `g i` (one key, then the other), `ctrl-d`, `Enter`. A capital is its key with
 * Shift. A problem follows the text in a sentence.
 */
export function chordOf(text: string): { chord: string } | { problem: string } {
  const written = text.trim();
  if (written === '') return { problem: 'is empty' };
  if (written.length > longestText) return { problem: 'is longer than any chord' };
  const steps = stepsIn(written);
  if (steps.length > 2) return { problem: `is a chord of ${steps.length} keys, and two are the most` };
  const known = steps.map(stepOf);
  const fault = known.find((step) => 'problem' in step);
  if (fault) return fault;
  const names = known.flatMap((step) => ('step' in step ? [step.step] : []));
  if (names.length > 1 && names.some((name) => name.startsWith('ctrl-')))
    return { problem: 'has Ctrl in a chord of two keys, and only works alone' };
  return { chord: names.join(' ') };
}

/** Keys that cannot both mean something: the same, or one that is the beginning of the other. */
export function collide(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one.split(' '), other.split(' ')];
  return first[0] === second[0] && first.length !== second.length;
}

/** `gi` is `g i`, unless it is the name of a key. */
function stepsIn(text: string): string[] {
  if (/\s/.test(text)) return text.split(/\s+/);
  const isOneKey = namesByLetters.has(text.toLowerCase()) || /^ctrl-/i.test(text);
  return isOneKey ? [text] : [...text];
}

function stepOf(text: string): { step: string } | { problem: string } {
  const name = namesByLetters.get(text.toLowerCase());
  if (name !== undefined) return { step: name };
  const held = /^ctrl-(.+)$/iu.exec(text)?.[1];
  if (held !== undefined) return heldStep(held);
  if ([...text].length === 1 && /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text)) return { step: text };
  return { problem: 'has a key that is not known' };
}

function heldStep(held: string): { step: string } | { problem: string } {
  if (!/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(held))
    return { problem: 'holds Ctrl with something that is not one character' };
  if (ofTheBrowser.includes(held)) return { problem: 'belongs to the browser' };
  return { step: `ctrl-${held}` };
}
