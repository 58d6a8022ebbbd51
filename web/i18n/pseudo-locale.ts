import { createLocale, type Locale } from './locale.ts';
import { englishLocale } from './current-locale.ts';

/**
 * Languages that nobody speaks, made of the English words to try the page with: `en-XA` has letters with marks and is as
 * much longer as a translation may be; `ar-XB` runs from right to left. What stays plain English in them is not in the
 * page's words. The names are those of the Unicode CLDR.
 */
export const pseudoCodes = ['en-XA', 'ar-XB'] as const;

type PseudoCode = (typeof pseudoCodes)[number];

const accentedLetters: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (character, index) => [
    character,
    Array.from('åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ')[index],
  ]),
);

export function pseudoLocale(code: PseudoCode): Locale {
  const isMirrored = code === 'ar-XB';
  return createLocale({
    code,
    catalog: englishLocale.catalog,
    regional: 'en-GB',
    direction: isMirrored ? 'rtl' : 'ltr',
    transformText: isMirrored ? mirrored : lengthened,
  });
}

/** A third longer, between brackets that show where it was cut. */
function lengthened(text: string): string {
  if (!/\p{Letter}/u.test(text)) return text;
  const accented = Array.from(text, (character) => accentedLetters[character] ?? character).join('');
  return `⟦${accented}${' ~'.repeat(Math.ceil(text.length / 6))}⟧`;
}

/** Each word between marks that have it run from right to left (Unicode Standard Annex 9: RLO and PDF). */
function mirrored(text: string): string {
  return text.replaceAll(/\p{Letter}[\p{Letter}’-]*/gu, (word) => `\u202E${word}\u202C`);
}
