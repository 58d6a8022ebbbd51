import { formalityOf } from '../../safety-check/formality.ts';
import { languageOf, type Language } from './language.ts';
import { closingIn, greetingIn } from './salutations.ts';

/** What can be measured of a text. */
export type WritingFeatures = {
  words: number;
  /** Words in a sentence, on average. */
  sentenceLength: number;
  /** From 0 to 1, see `formalityOf`. */
  formality: number;
  /** The greeting without the name, as in `Hi`; null if there is none. */
  greeting: string | null;
  closing: string | null;
  language: Language | null;
};

export function writingFeatures(text: string): WritingFeatures {
  const sentences = sentencesIn(text);
  const words = sentences.reduce((sum, sentence) => sum + wordsIn(sentence), 0);
  return {
    words,
    sentenceLength: sentences.length === 0 ? 0 : words / sentences.length,
    formality: formalityOf(text),
    greeting: greetingIn(text),
    closing: closingIn(text),
    language: languageOf(text),
  };
}

/** Sentences and lines with at least one word. */
export function sentencesIn(text: string): string[] {
  return text
    .split(/(?<=[.!?…。！？])\s+|\n+/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

export function wordsIn(text: string): number {
  return text.match(/[\p{L}\p{N}]+(?:['’-][\p{L}\p{N}]+)*/gu)?.length ?? 0;
}
