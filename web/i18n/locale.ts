import { formatText, type Text, type Values, type Catalog, type TextFormatter } from './message-format.ts';

/** A language as the page speaks it: its words, and how it writes numbers, lists, dates and distances in time. */
export type Locale = {
  /** BCP 47, as of the file of its words. */
  code: string;
  direction: 'ltr' | 'rtl';
  catalog: Catalog;
  /** A text as it is shown, filled in where there is something to fill in. */
  format(text: Text, values?: Values): string;
  number(value: number): string;
  list(catalog: readonly string[]): string;
  /** The same object for the same options. */
  dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat;
  distance(value: number, unit: Intl.RelativeTimeFormatUnit): string;
};

type LocaleOptions = {
  code: string;
  catalog: Catalog;
  /** Whose numbers and dates it has, where that is another. */
  regional?: string;
  direction?: Locale['direction'];
  /** Other words for what is written in a text; its places to fill in stay. */
  transformText?: (written: string) => string;
};

/** A language of these words. What it writes with is made when it first writes so: the browser takes its time for each. */
export function createLocale({ code, catalog, regional = code, direction, transformText }: LocaleOptions): Locale {
  const numbers = lazy(() => new Intl.NumberFormat(regional));
  const lists = lazy(() => new Intl.ListFormat(regional, { type: 'conjunction' }));
  const distances = lazy(() => new Intl.RelativeTimeFormat(regional, { numeric: 'always' }));
  const forms = {
    plural: lazy(() => new Intl.PluralRules(regional)),
    ordinal: lazy(() => new Intl.PluralRules(regional, { type: 'ordinal' })),
  };
  const dates = new Map<string, Intl.DateTimeFormat>();
  const formatter: TextFormatter = {
    text: transformText ?? ((text) => text),
    number: (value) => numbers().format(value),
    list: (names) => lists().format(names),
    form: (value, kind) => forms[kind]().select(value),
  };
  return {
    code,
    direction: direction ?? directionOf(code),
    catalog,
    format: (text, values = {}) =>
      typeof text === 'string' ? formatter.text(text) : formatText(text, values, formatter),
    number: formatter.number,
    list: formatter.list,
    dateFormat(options) {
      const key = JSON.stringify(options);
      const cachedFormat = dates.get(key) ?? new Intl.DateTimeFormat(regional, options);
      dates.set(key, cachedFormat);
      return cachedFormat;
    },
    distance: (value, unit) => distances().format(value, unit),
  };
}

/** The scripts that run from right to left, of the languages that are written in them (CLDR, script metadata). */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

function directionOf(code: string): Locale['direction'] {
  return rightToLeft.has(new Intl.Locale(code).language) ? 'rtl' : 'ltr';
}

function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => (cached ??= { value: make() }).value;
}
