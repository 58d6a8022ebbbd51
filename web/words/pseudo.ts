import { createLanguage, type Language } from './spoken.ts';
import { englishLanguage } from './speaking.ts';

/**
 * Languages that nobody speaks, made of the English words to try the page with: `en-XA` has letters with marks and is as
 * much longer as a translation may be; `ar-XB` runs from right to left. What stays plain English in them is not in the
 * page's words. The names are those of the Unicode CLDR.
 */
export const pseudoCodes = ['en-XA', 'ar-XB'] as const;

export type PseudoCode = (typeof pseudoCodes)[number];

const marked: Readonly<Record<string, string | undefined>> = Object.fromEntries(
  Array.from('abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter, index) => [
    letter,
    Array.from('åƀçðéƒĝĥîĵķļɱñöþǫŕšţûṽŵẋýžÅƁÇÐÉƑĜĤÎĴĶĻṀÑÖÞǪŔŠŢÛṼŴẊÝŽ')[index],
  ]),
);

export function pseudoLanguage(code: PseudoCode): Language {
  const isMirrored = code === 'ar-XB';
  return createLanguage({
    code,
    words: englishLanguage.words,
    regional: 'en-GB',
    direction: isMirrored ? 'rtl' : 'ltr',
    rewritten: isMirrored ? mirrored : lengthened,
  });
}

/** A third longer, between brackets that show where it was cut. */
function lengthened(written: string): string {
  if (!/\p{Letter}/u.test(written)) return written;
  const accented = Array.from(written, (letter) => marked[letter] ?? letter).join('');
  return `⟦${accented}${' ~'.repeat(Math.ceil(written.length / 6))}⟧`;
}

/** Each word between marks that have it run from right to left (Unicode Standard Annex 9: RLO and PDF). */
function mirrored(written: string): string {
  return written.replaceAll(/\p{Letter}[\p{Letter}’-]*/gu, (word) => `\u202E${word}\u202C`);
}
