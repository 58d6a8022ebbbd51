import type { Random } from './random.ts';
import { words } from './words.ts';

/** A sentence with placeholders: `pieces` has one element more than `placeholders`. */
export type Sentence = { pieces: string[]; placeholders: (readonly string[])[] };

/** Parses `{day}` as any word of that list in `words.ts`, and `{warm|mild|day}` as one of two words or of the list. */
export function parseSentences(lines: readonly string[]): Sentence[] {
  return lines.map((line) => {
    const parts = line.split(/\{([^}]+)\}/);
    const placeholders = parts
      .filter((_, index) => index % 2 === 1)
      .map((choice) => choice.split('|').flatMap((word) => words[word] ?? word));
    return { pieces: parts.filter((_, index) => index % 2 === 0), placeholders };
  });
}

export function renderSentence(random: Random, { pieces, placeholders }: Sentence): string {
  let text = pieces[0] ?? '';
  for (let index = 0; index < placeholders.length; index++)
    text += random.pick(placeholders[index] ?? []) + pieces[index + 1];
  // Words such as "the cello" may begin a sentence.
  return pieces[0] === '' ? text.slice(0, 1).toUpperCase() + text.slice(1) : text;
}

/** The numbers below `length` in random order, so that a conversation does not repeat a phrase. */
export function shuffledIndexes(random: Random, length: number): number[] {
  const order = Array.from({ length }, (_, index) => index);
  for (let last = length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [order[last], order[other]] = [order[other] as number, order[last] as number];
  }
  return order;
}

const months = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
];

/** Replaces `@month` in the text by the month of `seconds` (unix). */
export function fillInMonth(text: string, seconds: number): string {
  return text.replaceAll('@month', months[new Date(seconds * 1000).getUTCMonth()] ?? '');
}
