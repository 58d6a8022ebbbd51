/** A line of plain text of which most words are not in the HTML. */
const minMissingWords = 3;
const maxLength = 20_000;

/**
 * What a plain text says that the HTML beside it does not: people read the HTML, so nobody sees it. Empty where both say the
 * same, whatever their layout is.
 */
export function otherText(plain: string, html: string): string {
  const known = new Set(wordsOf(html));
  if (known.size === 0) return plain.trim().slice(0, maxLength);
  const lines = plain
    .slice(0, 200_000)
    .split('\n')
    .filter((line) => {
      const words = wordsOf(withoutAddresses(line));
      const missing = words.filter((word) => !known.has(word));
      return missing.length >= minMissingWords && missing.length * 2 > words.length;
    });
  return lines.join('\n').slice(0, maxLength);
}

/** A text writes out the addresses of links, which the HTML hides behind words. */
function withoutAddresses(line: string): string {
  return line.replaceAll(/\S*(?:https?:|www\.|@)\S*/g, ' ');
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}]{3,}/gu) ?? []).slice(0, 100_000);
}
