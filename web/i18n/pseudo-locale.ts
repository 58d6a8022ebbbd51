import { createLocale, type Locale } from './locale.ts';
import { englishLocale } from './current-locale.ts';

/**
 * Artificial languages for tests of the page, made from the English messages: `en-XA` has accented letters and the length of
 * a long translation; `ar-XB` runs from right to left. Text that stays plain English is not in the catalog. The codes are
 * those of the Unicode CLDR.
 */
export const pseudoCodes = ['en-XA', 'ar-XB'] as const;

type PseudoCode = (typeof pseudoCodes)[number];

const accentedCharacters: Readonly<Record<string, string | undefined>> = Object.fromEntries(
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

/** A third longer, in brackets that reveal truncation. */
function lengthened(text: string): string {
  if (!/\p{Letter}/u.test(text)) return text;
  const accented = Array.from(text, (character) => accentedCharacters[character] ?? character).join('');
  return `⟦${accented}${' ~'.repeat(Math.ceil(text.length / 6))}⟧`;
}

/** Each word between marks that make it run from right to left (Unicode Standard Annex 9: RLO and PDF). */
function mirrored(text: string): string {
  return text.replaceAll(/\p{Letter}[\p{Letter}’-]*/gu, (word) => `\u202E${word}\u202C`);
}
