import { randomFrom, type Random } from '../../../daemon/demo/random.ts';

/** Made-up words, the most frequent first. */
export type Vocabulary = {
  readonly words: readonly string[];
  /** A word, as frequent as its rank says: the word of rank r occurs once for r occurrences of the first (Zipf). */
  word(random: Random): string;
};

const consonants = [
  'b',
  'c',
  'd',
  'f',
  'g',
  'h',
  'k',
  'l',
  'm',
  'n',
  'p',
  'r',
  's',
  't',
  'v',
  'w',
  'z',
  'br',
  'st',
  'tr',
];
const vowels = ['a', 'e', 'i', 'o', 'u', 'ai', 'ea', 'ou'];
const accented = ['é', 'ü', 'ö', 'å'];

/** Query languages give these words a meaning. */
const reservedWords = new Set(['and', 'or', 'not', 'xor', 'near', 'adj', 'around']);

/** The same words for the same seed and size. Frequent words are short, and one in thirty of the others has an accent. */
export function createVocabulary({ seed, size }: { seed: number; size: number }): Vocabulary {
  const random = randomFrom(seed);
  const found = new Set<string>();
  while (found.size < size) {
    const word = wordOfRank(random, found.size);
    if (!reservedWords.has(word)) found.add(word);
  }
  const words = [...found];
  const range = Math.log(size + 1);
  return { words, word: ({ fraction }) => words[Math.floor(Math.exp(fraction() * range)) - 1] ?? '' };
}

function wordOfRank(random: Random, rank: number): string {
  const syllables = rank < 300 ? random.between(1, 2) : rank < 6_000 ? random.between(2, 3) : random.between(3, 4);
  const accent = rank >= 300 && random.chance(1 / 30) ? random.below(syllables) : -1;
  let word = '';
  for (let i = 0; i < syllables; i++) word += random.pick(consonants) + random.pick(i === accent ? accented : vowels);
  return random.chance(0.4) ? word + random.pick(['n', 'r', 's', 't', 'l']) : word;
}
