/** Muted colours for labels. Each reaches 3 to 1 on paper, sheet and wash in both themes, which contrast.test.ts checks. */
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

/** The colour of the account at this index; neighbours have different colours. */
export function accountColour(index: number): string {
  return palette[(index * 5 + 2) % palette.length]?.colour ?? '';
}

/** The tokens for labels without a colour of their own. */
const orderColours = ['--l1', '--l2', '--l3', '--l4', '--l5'] as const;

/** The colour of a label, else the one for its place among the labels: neighbours have different colours. */
export function labelColour(color: string | null, order: number): string {
  if (color && /^#([0-9a-f]{3}|[0-9a-f]{6})$/i.test(color)) return color;
  return `var(${orderColours[order % orderColours.length]})`;
}
