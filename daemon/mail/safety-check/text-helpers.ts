/** A pattern that matches any of these expressions as whole words, in any case; `|` separates them. */
export function wholeWords(words: string, flags = 'iu'): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${words.replace(/\s*\n\s*/g, '')})(?![\\p{L}\\p{N}_])`, flags);
}

/** `Ada, Bob and 3 others`, with at most three names. */
export function formatNames(names: readonly string[]): string {
  const rest = names.length - 3;
  if (rest > 1) return `${names.slice(0, 3).join(', ')} and ${rest} others`;
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;
}

/** The surroundings of an offset in a text, on one line, as evidence. */
export function excerpt(text: string, at: number, length: number): string {
  const start = Math.max(text.lastIndexOf('\n', at) + 1, at - 40);
  const lineEnd = text.indexOf('\n', at + length);
  const end = Math.min(lineEnd < 0 ? text.length : lineEnd, at + length + 40);
  return `"${text.slice(start, end).replaceAll(/\s+/g, ' ').trim().toWellFormed()}"`;
}
