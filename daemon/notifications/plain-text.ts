/**
 * Mail text as one line of plain text for a notification: without control characters, without characters that change the
 * text direction or are invisible, and of `maxChars` characters at most.
 */
export function plainLine(text: string, maxChars: number): string {
  // Longer texts are cut before the conversion, because a subject may have a million characters.
  const line = text
    .slice(0, maxChars * 8)
    .toWellFormed()
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ')
    .replace(invisible, '')
    .replace(/(\p{M}{3})\p{M}+/gu, '$1')
    .replace(/\s+/gu, ' ')
    .trim();
  const characters = [...line];
  return characters.length <= maxChars
    ? line
    : `${characters
        .slice(0, maxChars - 1)
        .join('')
        .trimEnd()}…`;
}

/** Format characters, except those that join letters and emoji. */
const invisible = /(?![\u200c\u200d])[\p{Cf}\p{Co}\p{Cn}\ufffd]/gu;

/** Names in a list: the first three, and the number of the others. */
export function formatNameList(names: readonly string[]): string {
  const distinct = [...new Set(names)];
  if (distinct.length > 3) return `${distinct.slice(0, 2).join(', ')} and ${distinct.length - 2} others`;
  if (distinct.length < 2) return distinct[0] ?? '';
  return `${distinct.slice(0, -1).join(', ')} and ${distinct.at(-1)}`;
}

export function countPhrase(count: number, one: string, many: string): string {
  return count === 1 ? `1 ${one}` : `${count} ${many}`;
}
