/**
 * Muted inks for labels. Each reaches 3 to 1 on paper, sheet and wash in light and in dark, which
 * design/contrast.test.ts holds it to.
 */
export const palette = [
  { name: 'Moss', colour: '#74874f' },
  { name: 'Copper', colour: '#b86f3a' },
  { name: 'Sky', colour: '#4b85af' },
  { name: 'Plum', colour: '#a36e9a' },
  { name: 'Ochre', colour: '#9d7b2c' },
  { name: 'Pine', colour: '#4f8c73' },
  { name: 'Brick', colour: '#c16657' },
  { name: 'Ink', colour: '#737db0' },
  { name: 'Lagoon', colour: '#478990' },
  { name: 'Rose', colour: '#ba667b' },
  { name: 'Sand', colour: '#927c5d' },
  { name: 'Slate', colour: '#77818b' },
] as const;

/** The colour of the account at a place among all: those beside each other look unlike. */
export function accountColour(index: number): string {
  return palette[(index * 5 + 2) % palette.length]?.colour ?? '';
}

/** A label's own colour, else one that follows from its name and so stays the same everywhere. */
export function labelColour({ color, name }: { color: string | null; name: string }): string {
  if (color && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return color;
  // FNV-1a: names that look alike still fall far apart.
  let hash = 0x811c9dc5;
  for (const character of name) hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return palette[(hash >>> 8) % palette.length]?.colour ?? '';
}
