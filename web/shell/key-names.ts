import { strings } from '../strings.ts';

/** The keys that are held together for a key of the table: `I` is Shift and I, `Shift-Enter` says it. */
export function heldKeys(key: string): string[] {
  if (key.startsWith('Shift-')) return [strings.keys.shift, key.slice('Shift-'.length)];
  return /^[A-Z]$/.test(key) ? [strings.keys.shift, key] : [key];
}

/** The same in words, for a tooltip. */
export function keyWords(key: string): string {
  return heldKeys(key.length === 1 && !/^[A-Z]$/.test(key) ? key.toUpperCase() : key).join(' ');
}
