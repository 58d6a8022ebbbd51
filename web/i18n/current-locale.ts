import { createLocale, type Locale } from './locale.ts';

/**
 * The language that every other falls back to where it has no words. Its days come before its months. Its words come with
 * the parts of the page that say them (`said.ts`).
 */
export const englishLocale = createLocale({ code: 'en', catalog: {}, regional: 'en-GB' });

let current = englishLocale;

/** What the page speaks. A page has one language at a time, and modules say words without being handed it. */
export const currentLocale = (): Locale => current;

/** Has the page speak a language from its next drawing on. */
export function setLocale(locale: Locale): void {
  current = locale;
}
