import { splitIntoBlocks } from '../../text/quotes.ts';

/**
 * Markdown with a signature below the written text and above the earlier message at its end, if an introduction marks
 * one there: `On Tuesday Ada wrote:`, or the header of a forwarded message. Its first line is `-- ` (RFC 3676, section
 * 4.3).
 */
export function insertSignature(markdown: string, signature: string | null): string {
  if (signature === null || signature.trim() === '') return markdown;
  const offset = quotedMessageStart(markdown);
  const sections = [markdown.slice(0, offset).trimEnd(), `-- \n${signature.trim()}`, markdown.slice(offset).trim()];
  return sections.filter((piece) => piece !== '').join('\n\n');
}

/** The start of the earlier message at the end of a text, its introduction included; else the length of the text. */
function quotedMessageStart(text: string): number {
  const blocks = splitIntoBlocks(text).filter(({ start, end }) => text.slice(start, end).trim() !== '');
  const last = blocks.findLastIndex(({ kind }) => kind === 'own' || kind === 'signature');
  const quotedBlocks = blocks.slice(last + 1);
  // A quoted passage at the end is not an earlier message unless a date introduces it: the signature goes below it.
  const isIntroduced = quotedBlocks.some(
    ({ kind, start, end }) => kind === 'forwarded' || (kind === 'attribution' && /\d/.test(text.slice(start, end))),
  );
  const isQuoteAlone = last < 0 && quotedBlocks.every(({ kind }) => kind === 'quote');
  return isIntroduced || isQuoteAlone ? (quotedBlocks[0]?.start ?? text.length) : text.length;
}
