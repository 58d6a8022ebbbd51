import english from '../../resources/locales/en/page.json' with { type: 'json' };
import { createLanguage, type Language, type Tree } from './spoken.ts';

/** The language that every other falls back to where it has no words. Its days come before its months. */
export const englishLanguage = createLanguage({ code: 'en', words: english, regional: 'en-GB' });

let current = englishLanguage;

/** What the page speaks. A page has one language at a time, and modules say words without being handed it. */
export const speaking = (): Language => current;

/** Has the page speak a language from its next drawing on. */
export function speak(language: Language): void {
  current = language;
}

/** The words at a place in a language, where it has them. */
export function wordsAt(words: Tree, place: readonly string[]): string | Tree | undefined {
  let at: string | Tree | undefined = words;
  for (const name of place) at = typeof at === 'object' ? at[name] : undefined;
  return at;
}
