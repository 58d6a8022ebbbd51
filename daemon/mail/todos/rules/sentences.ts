import { splitIntoBlocks } from '../../text/quotes.ts';

/** A sentence of a text, and its position in UTF-16 code units. */
export type Sentence = { text: string; start: number; end: number };

/** So much of a text is read. What a writer asks for is near the beginning or the end. */
const headLength = 6_000;
const tailLength = 2_000;
const maxSentences = 200;
/** Longer stretches without an end are no sentences. */
const maxSentenceLength = 400;

/**
 * The sentences that the sender wrote: without quotes, forwarded messages and signatures. A paragraph ends a sentence; a line break
 * does not, because some programs wrap lines.
 */
export function sentencesOf(text: string, sender: { name: string | null; email: string }): Sentence[] {
  const found: Sentence[] = [];
  for (const { kind, start, end } of splitIntoBlocks(text, sender)) {
    if (kind !== 'own') continue;
    addSentences(found, text, { start, end });
    if (found.length >= maxSentences) break;
  }
  return found.slice(0, maxSentences);
}

/** The end of a sentence: a mark that space follows, a mark of East Asian scripts, or the end of a paragraph or an item. */
const endPattern = /[.!?؟](?=[\s"'”’)\]]|$)|[。！？]|\n\s*\n|\n(?=\s*(?:[-*•–]|\d{1,2}[.)])\s)/gu;

function addSentences(found: Sentence[], text: string, { start, end }: { start: number; end: number }): void {
  const read =
    end - start <= headLength + tailLength
      ? [[start, end] as const]
      : [[start, start + headLength] as const, [end - tailLength, end] as const];
  for (const [from, to] of read) {
    const part = text.slice(from, to);
    let last = 0;
    for (const match of part.matchAll(endPattern)) {
      const isMark = !match[0].startsWith('\n');
      // A number and an abbreviation of one letter have a point, too.
      if (
        match[0] === '.' &&
        /(?:^|[\s(.])(?:\p{L}|\d{1,2})$/u.test(part.slice(Math.max(0, match.index - 4), match.index))
      )
        continue;
      addTrimmed(found, part, { from, start: last, end: match.index + (isMark ? match[0].length : 0) });
      last = match.index + match[0].length;
    }
    addTrimmed(found, part, { from, start: last, end: part.length });
  }
}

function addTrimmed(
  found: Sentence[],
  part: string,
  { from, start, end }: { from: number; start: number; end: number },
): void {
  const raw = part.slice(start, end);
  const text = raw.trim();
  if (text.length < 2 || text.length > maxSentenceLength) return;
  const begin = from + start + raw.indexOf(text);
  found.push({ text, start: begin, end: begin + text.length });
}
