import type { Random } from '../../../daemon/demo/random.ts';
import type { Vocabulary } from './vocabulary.ts';

/** Paragraphs of sentences, about `words` words in total. */
export function paragraphs(random: Random, vocabulary: Vocabulary, words: number): string[] {
  const made: string[] = [];
  let left = words;
  while (left > 0) {
    const length = Math.min(left, random.between(20, 90));
    made.push(sentences(random, vocabulary, length));
    left -= length;
  }
  return made;
}

function sentences(random: Random, vocabulary: Vocabulary, words: number): string {
  let text = '';
  let left = words;
  while (left > 0) {
    const length = Math.min(left, random.between(5, 18));
    text += `${text && ' '}${phrase(random, vocabulary, length)}.`;
    left -= length;
  }
  return text;
}

/** Consecutive words with a capital first letter. */
export function phrase(random: Random, vocabulary: Vocabulary, words: number): string {
  const first = vocabulary.word(random);
  let text = first.charAt(0).toUpperCase() + first.slice(1);
  for (let i = 1; i < words; i++) text += ` ${vocabulary.word(random)}`;
  return text;
}

/** Lines of at most about `width` characters, with CR LF between them, each after the prefix `before`. */
export function wrapped(text: string, before = '', width = 72): string {
  const lines: string[] = [];
  let start = 0;
  while (text.length - start > width) {
    const space = text.lastIndexOf(' ', start + width);
    const end = space > start ? space : start + width;
    lines.push(before + text.slice(start, end));
    start = end + (space > start ? 1 : 0);
  }
  lines.push(before + text.slice(start));
  return lines.join('\r\n');
}
