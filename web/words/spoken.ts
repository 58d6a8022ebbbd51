import { IntlMessageFormat } from 'intl-messageformat';
import { compiled, type Told, told } from './icu.ts';

/** Words by their place: a text as ICU MessageFormat has it, or more of them. */
export type Tree = { readonly [name: string]: string | Tree };

/** A language as the page speaks it: its words, and how it writes numbers, lists, dates and distances in time. */
export type Language = {
  /** BCP 47, as of the file of its words. */
  code: string;
  direction: 'ltr' | 'rtl';
  words: Tree;
  /** What a text without anything to fill in is shown as. */
  plain(text: string): string;
  /** Fills in a text. The text is read once. */
  fill(text: string, values: Readonly<Record<string, Told>>): string;
  number(value: number): string;
  list(words: readonly string[]): string;
  /** The same object for the same options. */
  dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat;
  distances: Intl.RelativeTimeFormat;
};

export type LanguageParts = {
  code: string;
  words: Tree;
  /** Whose numbers and dates it has, where that is another. */
  regional?: string;
  direction?: Language['direction'];
  /** Other words for what is written in a text; its places to fill in stay. */
  rewritten?: (written: string) => string;
};

/** A language of these words. Texts that cannot be read as ICU messages throw when they are said; a test reads them all. */
export function createLanguage({ code, words, regional = code, direction, rewritten }: LanguageParts): Language {
  const numbers = new Intl.NumberFormat(regional);
  const lists = new Intl.ListFormat(regional, { type: 'conjunction' });
  const dates = new Map<string, Intl.DateTimeFormat>();
  const messages = new Map<string, IntlMessageFormat>();
  const messageOf = (text: string) => {
    const known = messages.get(text);
    if (known) return known;
    const message = new IntlMessageFormat(compiled(text, rewritten), regional);
    messages.set(text, message);
    return message;
  };
  const list = (items: readonly string[]) => lists.format(items);
  return {
    code,
    direction: direction ?? directionOf(code),
    words,
    plain: (text) => (text.includes("'") || rewritten ? String(messageOf(text).format()) : text),
    fill: (text, values) => String(messageOf(text).format(told(values, list))),
    number: (value) => numbers.format(value),
    list,
    dates(options) {
      const key = JSON.stringify(options);
      const format = dates.get(key) ?? new Intl.DateTimeFormat(regional, options);
      dates.set(key, format);
      return format;
    },
    distances: new Intl.RelativeTimeFormat(regional, { numeric: 'always' }),
  };
}

/** The scripts that run from right to left, of the languages that are written in them (CLDR, script metadata). */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

function directionOf(code: string): Language['direction'] {
  return rightToLeft.has(new Intl.Locale(code).language) ? 'rtl' : 'ltr';
}
