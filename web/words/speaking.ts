import { createLanguage, type Language } from './spoken.ts';

/**
 * The language that every other falls back to where it has no words. Its days come before its months. Its words come with
 * the parts of the page that say them (`said.ts`).
 */
export const englishLanguage = createLanguage({ code: 'en', words: {}, regional: 'en-GB' });

let current = englishLanguage;

/** What the page speaks. A page has one language at a time, and modules say words without being handed it. */
export const speaking = (): Language => current;

/** Has the page speak a language from its next drawing on. */
export function speak(language: Language): void {
  current = language;
}
