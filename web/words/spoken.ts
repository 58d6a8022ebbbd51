import { filled, type Text, type Values, type Words, type Writing } from './text.ts';

/** A language as the page speaks it: its words, and how it writes numbers, lists, dates and distances in time. */
export type Language = {
  /** BCP 47, as of the file of its words. */
  code: string;
  direction: 'ltr' | 'rtl';
  words: Words;
  /** A text as it is shown, filled in where there is something to fill in. */
  say(text: Text, values?: Values): string;
  number(value: number): string;
  list(words: readonly string[]): string;
  /** The same object for the same options. */
  dates(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat;
  distance(value: number, unit: Intl.RelativeTimeFormatUnit): string;
};

export type LanguageParts = {
  code: string;
  words: Words;
  /** Whose numbers and dates it has, where that is another. */
  regional?: string;
  direction?: Language['direction'];
  /** Other words for what is written in a text; its places to fill in stay. */
  rewritten?: (written: string) => string;
};

/** A language of these words. What it writes with is made when it first writes so: the browser takes its time for each. */
export function createLanguage({ code, words, regional = code, direction, rewritten }: LanguageParts): Language {
  const numbers = once(() => new Intl.NumberFormat(regional));
  const lists = once(() => new Intl.ListFormat(regional, { type: 'conjunction' }));
  const distances = once(() => new Intl.RelativeTimeFormat(regional, { numeric: 'always' }));
  const forms = {
    plural: once(() => new Intl.PluralRules(regional)),
    ordinal: once(() => new Intl.PluralRules(regional, { type: 'ordinal' })),
  };
  const dates = new Map<string, Intl.DateTimeFormat>();
  const writing: Writing = {
    written: rewritten ?? ((written) => written),
    number: (value) => numbers().format(value),
    list: (names) => lists().format(names),
    form: (value, kind) => forms[kind]().select(value),
  };
  return {
    code,
    direction: direction ?? directionOf(code),
    words,
    say: (text, values = {}) => (typeof text === 'string' ? writing.written(text) : filled(text, values, writing)),
    number: writing.number,
    list: writing.list,
    dates(options) {
      const key = JSON.stringify(options);
      const format = dates.get(key) ?? new Intl.DateTimeFormat(regional, options);
      dates.set(key, format);
      return format;
    },
    distance: (value, unit) => distances().format(value, unit),
  };
}

/** The scripts that run from right to left, of the languages that are written in them (CLDR, script metadata). */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

function directionOf(code: string): Language['direction'] {
  return rightToLeft.has(new Intl.Locale(code).language) ? 'rtl' : 'ltr';
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}
