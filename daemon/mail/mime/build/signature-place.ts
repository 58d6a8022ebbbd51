import { markQuotes } from '../../text/quotes.ts';

/**
 * Markdown with a signature below what was written and above the earlier message at its end, where one is introduced
 * there: `On Tuesday Ada wrote:`, the head of what is forwarded. Its first line is `-- ` (RFC 3676, section 4.3).
 */
export function withSignature(markdown: string, signature: string | null): string {
  if (signature === null || signature.trim() === '') return markdown;
  const place = earlierMessageAt(markdown);
  const pieces = [markdown.slice(0, place).trimEnd(), `-- \n${signature.trim()}`, markdown.slice(place).trim()];
  return pieces.filter((piece) => piece !== '').join('\n\n');
}

/** Where the earlier message at the end of a text begins with what introduces it; else its length. */
function earlierMessageAt(text: string): number {
  const blocks = markQuotes(text).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  const last = blocks.findLastIndex(({ kind }) => kind === 'own' || kind === 'signature');
  const earlier = blocks.slice(last + 1);
  // Somebody who quotes a verse at the end of a letter signs below it: an earlier message has its date above it.
  const isIntroduced = earlier.some(
    ({ kind, start, end }) => kind === 'forwarded' || (kind === 'attribution' && /\d/.test(text.slice(start, end))),
  );
  const isQuoteAlone = last < 0 && earlier.every(({ kind }) => kind === 'quote');
  return isIntroduced || isQuoteAlone ? (earlier[0]?.start ?? text.length) : text.length;
}
