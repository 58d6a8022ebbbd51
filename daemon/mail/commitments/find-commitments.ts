import { commitmentWords } from './words.ts';
import { dateIn, deadlineIn, type DueDate, type WrittenAt } from '../todos/rules/due-dates.ts';
import { inAnySpelling, languageNames, unspaced, type LanguageName } from '../todos/rules/languages.ts';
import type { Sentence } from '../todos/rules/sentences.ts';

/** A sentence in which the writer undertakes something, and when it is due. */
type FoundCommitment = { sentence: Sentence; due: DueDate | undefined };

/** A letter that promises more is a plan, of which the first are enough. */
const maxCommitments = 3;

/**
 * What the writer of these sentences has promised to the reader, in the order of the text: at most three. The user's promises and
 * those of others are found by the same rules.
 */
export function findCommitments(sentences: readonly Sentence[], at: WrittenAt): FoundCommitment[] {
  return sentences
    .filter(({ text }) => isCommitment(text))
    .slice(0, maxCommitments)
    .map((sentence) => ({ sentence, due: deadlineIn(sentence.text, at) ?? dateIn(sentence.text, at) }));
}

/** Whether the writer of a sentence undertakes to do something. Questions and what is quoted are no promises. */
export function isCommitment(text: string): boolean {
  if (/[?？؟]["'”’)\]]?$/.test(text) || /^(?:["“„«|>]|``)/.test(text)) return false;
  return languageNames.some((language) => hasPromise(text, patternsOf(language)));
}

function hasPromise(text: string, { promise, notAfter, notWith }: Patterns): boolean {
  for (const match of text.matchAll(promise))
    if (!notAfter?.test(text.slice(0, match.index)) && !notWith?.test(text)) return true;
  return false;
}

type Patterns = { promise: RegExp; notAfter: RegExp | undefined; notWith: RegExp | undefined };
const known = new Map<LanguageName, Patterns>();

function patternsOf(language: LanguageName): Patterns {
  const found = known.get(language) ?? makePatterns(language);
  known.set(language, found);
  return found;
}

function makePatterns(language: LanguageName): Patterns {
  const { promise, notAfter, notWith } = commitmentWords[language];
  const [startOfWord, endOfWord] = unspaced.has(language) ? ['', ''] : ['(?<![\\p{L}\\p{N}])', '(?![\\p{L}\\p{N}])'];
  const pattern = (alternatives: string, end: string, flags: string) =>
    new RegExp(`${startOfWord}(?:${inAnySpelling(alternatives)})${end}`, flags);
  return {
    promise: pattern(promise, endOfWord, 'giu'),
    notAfter: notAfter === '' ? undefined : pattern(notAfter, '\\s+$', 'iu'),
    notWith: notWith === '' ? undefined : pattern(notWith, endOfWord, 'iu'),
  };
}
