import { alternatives } from './mail-phrases.ts';
import { noticeOpenings, noticeWords } from './signature-phrases.ts';

type Range = { start: number; end: number };

/** Maximum number of lines from a notice to the end of the text. */
const maxLines = 60;
const minLength = 90;
const maxLength = 4_000;

const openingPattern = new RegExp(`^[\\s*_"'>\\[(–—-]*${alternatives(noticeOpenings)}(?![\\p{L}\\d])`, 'iu');
const wordPattern = new RegExp(`(?<![\\p{L}\\d])${alternatives(noticeWords)}`, 'giu');
const minWords = 3;

/**
 * The paragraphs in the lines from `from` to `to` that a company adds below every message: that it is confidential, what
 * to do if it is not for the reader. The first paragraph is always the sender's own text.
 */
export function findNotices(lines: readonly string[], from: number, to: number): Range[] {
  const found: Range[] = [];
  let start = Math.max(from, to - maxLines);
  let isFirst = start === from;
  while (start < to) {
    let end = start;
    while (end < to && (lines[end] ?? '').trim() !== '') end += 1;
    if (end > start) {
      if (!isFirst && isNotice(lines.slice(start, end))) found.push({ start, end });
      isFirst = false;
    }
    start = end + 1;
  }
  return found;
}

function isNotice(lines: readonly string[]): boolean {
  const text = lines.filter((line) => /\p{L}/u.test(line)).join(' ');
  if (text.length < minLength || !openingPattern.test(text)) return false;
  const words = text.slice(0, maxLength).toLowerCase().match(wordPattern) ?? [];
  return new Set(words).size >= minWords;
}
