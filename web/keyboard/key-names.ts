import { strings } from '../i18n/strings.ts';

const t = strings.keys;

/** The keys that are held together for a key of the table: `I` is Shift and I, like `Shift-Enter`. */
function chordKeys(key: string): string[] {
  if (key.startsWith('Shift-')) return [t.shift, key.slice('Shift-'.length)];
  return /^[A-Z]$/.test(key) ? [t.shift, key] : [key];
}

/** The steps of a chord of the table: one or two, each with the keys that are held together. Empty without a chord. */
export function chordSteps(chord: string): string[][] {
  if (chord === '') return [];
  const [first = '', second] = chord.split(' ');
  if (second === undefined) return [chordKeys(first)];
  if (first === 'Mod') return [[isMac() ? t.command : t.control, ...chordKeys(second)]];
  return [chordKeys(first), chordKeys(second)];
}

/** The same as text, for a tooltip. */
export function describeChord(chord: string): string {
  const shown = (key: string) => (/^[a-z]$/.test(key) ? key.toUpperCase() : key);
  return chordSteps(chord)
    .map((keys) => keys.map(shown).join(' '))
    .join(` ${t.between} `);
}

function isMac(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent);
}
