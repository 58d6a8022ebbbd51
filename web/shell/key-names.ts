import { strings } from '../strings.ts';

const words = strings.keys;

/** The keys that are held together for a key of the table: `I` is Shift and I, `Shift-Enter` says it. */
export function heldKeys(key: string): string[] {
  if (key.startsWith('Shift-')) return [words.shift, key.slice('Shift-'.length)];
  return /^[A-Z]$/.test(key) ? [words.shift, key] : [key];
}

/** What is pressed for a chord of the table: one or two steps, each of keys that are held together. None for no chord. */
export function stepsOf(chord: string): string[][] {
  if (chord === '') return [];
  const [first = '', second] = chord.split(' ');
  if (second === undefined) return [heldKeys(first)];
  if (first === 'Mod') return [[isMac() ? words.command : words.control, ...heldKeys(second)]];
  return [heldKeys(first), heldKeys(second)];
}

/** The same in words, for a tooltip. */
export function keyWords(chord: string): string {
  const shown = (key: string) => (/^[a-z]$/.test(key) ? key.toUpperCase() : key);
  return stepsOf(chord)
    .map((held) => held.map(shown).join(' '))
    .join(` ${words.between} `);
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
