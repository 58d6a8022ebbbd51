import { createLocale, type Locale } from './locale.ts';

/**
 * The language that replaces missing messages of all others. It writes days before months. Its messages are part of the
 * chunks that use them (see catalog-modules.ts).
 */
export const englishLocale = createLocale({ code: 'en', catalog: {}, regional: 'en-GB' });

let current = englishLocale;

/** The language of the page. There is one at a time, so modules read messages without passing it around. */
export const currentLocale = (): Locale => current;

/** Sets the language of the page, starting with the next render. */
export function setLocale(locale: Locale): void {
  current = locale;
}
