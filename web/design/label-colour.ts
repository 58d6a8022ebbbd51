/** Muted inks for labels whose server knows no colour. They are always beside the label's name. */
const inks = ['#7d8b5a', '#b0713f', '#5b7f95', '#96658a', '#a08a3c', '#5f8f7d', '#a65f5f', '#6f74a3'];

/** A label's own colour, else one that follows from its name and so stays the same everywhere. */
export function labelColour({ color, name }: { color: string | null; name: string }): string {
  if (color && /^#[0-9a-f]{6}$/i.test(color)) return color;
  // FNV-1a: names that look alike still fall far apart.
  let hash = 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return inks[(hash >>> 8) % inks.length] ?? '';
}
