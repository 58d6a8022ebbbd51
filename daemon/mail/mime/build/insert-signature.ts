import { splitIntoBlocks } from '../../text/quotes.ts';

/**
 * Markdown with a signature below what was written and above the earlier message at its end, where one is introduced
 * there: `On Tuesday Ada wrote:`, the head of what is forwarded. Its first line is `-- ` (RFC 3676, section 4.3).
 */
export function insertSignature(markdown: string, signature: string | null): string {
  if (signature === null || signature.trim() === '') return markdown;
  const offset = quotedMessageStart(markdown);
  const sections = [markdown.slice(0, offset).trimEnd(), `-- \n${signature.trim()}`, markdown.slice(offset).trim()];
  return sections.filter((piece) => piece !== '').join('\n\n');
}

/** Where the earlier message at the end of a text begins with what introduces it; else its length. */
function quotedMessageStart(text: string): number {
  const blocks = splitIntoBlocks(text).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  const last = blocks.findLastIndex(({ kind }) => kind === 'own' || kind === 'signature');
  const quotedBlocks = blocks.slice(last + 1);
  // Somebody who quotes a verse at the end of a letter signs below it: an earlier message has its date above it.
  const isIntroduced = quotedBlocks.some(
    ({ kind, start, end }) => kind === 'forwarded' || (kind === 'attribution' && /\d/.test(text.slice(start, end))),
  );
  const isQuoteAlone = last < 0 && quotedBlocks.every(({ kind }) => kind === 'quote');
  return isIntroduced || isQuoteAlone ? (quotedBlocks[0]?.start ?? text.length) : text.length;
}
