const vowel = /[aeiouy]/;

/**
 * The part that the forms of an English word share: `invoic` of invoice, invoices, invoiced and invoicing. The word is in
 * lower case. A stem is only compared with other stems.
 */
export function stemOf(word: string): string {
  const singular = withoutPlural(word);
  const base = withoutEnding(singular);
  const short = base.length > 3 ? base.replace(/e$/, '') : base;
  return short.length > 2 ? short.replace(/y$/, 'i') : short;
}

function withoutPlural(word: string): string {
  if (word.length < 4 || !word.endsWith('s') || /(?:ss|us|is)$/.test(word)) return word;
  return word.endsWith('ies') && word.length > 4 ? `${word.slice(0, -3)}y` : word.slice(0, -1);
}

/** Without -ing, -ed and -ly, and without the doubled consonant before -ing and -ed. */
function withoutEnding(word: string): string {
  const [, base = '', ending] = /^(.+?)(ing|ed|ly)$/.exec(word) ?? [];
  if (ending === undefined || base.length < 3 || !vowel.test(base)) return word;
  return ending === 'ly' ? base : base.replace(/([bdgmnprt])\1$/, '$1');
}
