/** Keys with a name instead of a character, as browsers name them. */
const namedKeys = [
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
const keyAliases: Record<string, (typeof namedKeys)[number]> = {
  esc: 'Escape',
  return: 'Enter',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
  del: 'Delete',
  ins: 'Insert',
};
const namesByLowerCase = new Map<string, string>([
  ...namedKeys.map((name) => [name.toLowerCase(), name] as const),
  ...Object.entries(keyAliases),
]);

/** With Ctrl these keys copy, paste, print, close and reload, which must keep working. */
const browserReservedKeys = 'acfhlnopqrstvwxjACIJNPTW0+-=';

const maxTextChars = 40;

/**
 * A chord in its canonical form for comparison and display: `e`, `g i` (one key, then the other), `ctrl-d`, `Enter`. A
 * capital letter is its key with Shift. A problem text continues a sentence that begins with the given text.
 */
export function parseChord(text: string): { chord: string } | { problem: string } {
  const trimmed = text.trim();
  if (trimmed === '') return { problem: 'is empty' };
  if (trimmed.length > maxTextChars) return { problem: 'is too long' };
  const steps = stepsIn(trimmed);
  if (steps.length > 2) return { problem: `has ${steps.length} keys; a sequence has at most two` };
  const parsedSteps = steps.map(parseStep);
  const problem = parsedSteps.find((step) => 'problem' in step);
  if (problem) return problem;
  const names = parsedSteps.flatMap((step) => ('step' in step ? [step.step] : []));
  if (names.length > 1 && names.some((name) => name.startsWith('ctrl-')))
    return { problem: 'combines Ctrl with a second key, but Ctrl works only with one key' };
  return { chord: names.join(' ') };
}

/** Keys that conflict: they are equal, or one is a prefix of the other. */
export function chordsConflict(one: string, other: string): boolean {
  if (one === other) return true;
  const [first, second] = [one.split(' '), other.split(' ')];
  return first[0] === second[0] && first.length !== second.length;
}

/** `gi` means `g i`, unless it is the name of a key. */
function stepsIn(text: string): string[] {
  if (/\s/.test(text)) return text.split(/\s+/);
  const isOneKey = namesByLowerCase.has(text.toLowerCase()) || /^ctrl-/i.test(text);
  return isOneKey ? [text] : [...text];
}

function parseStep(text: string): { step: string } | { problem: string } {
  const name = namesByLowerCase.get(text.toLowerCase());
  if (name !== undefined) return { step: name };
  const ctrlKey = /^ctrl-(.+)$/iu.exec(text)?.[1];
  if (ctrlKey !== undefined) return ctrlStep(ctrlKey);
  if ([...text].length === 1 && /^[\p{L}\p{N}\p{P}\p{S}]$/u.test(text)) return { step: text };
  return { problem: 'contains an unknown key' };
}

function ctrlStep(ctrlKey: string): { step: string } | { problem: string } {
  if (!/^[\p{L}\p{N}\p{P}\p{S}]$/u.test(ctrlKey))
    return { problem: 'combines Ctrl with something other than one character' };
  if (browserReservedKeys.includes(ctrlKey)) return { problem: 'is used by the browser' };
  return { step: `ctrl-${ctrlKey}` };
}
