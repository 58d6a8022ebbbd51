import { formatText, type Text, type Values, type Catalog, type TextFormatter } from './message-format.ts';

/** A language of the page: its messages, and its formats of numbers, lists, dates and relative times. */
export type Locale = {
  /** BCP 47, the name of its message file. */
  code: string;
  direction: 'ltr' | 'rtl';
  catalog: Catalog;
  /** A message with its placeholders filled in. */
  format(text: Text, values?: Values): string;
  number(value: number): string;
  list(catalog: readonly string[]): string;
  /** Returns the same object for the same options. */
  dateFormat(options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat;
  distance(value: number, unit: Intl.RelativeTimeFormatUnit): string;
};

type LocaleOptions = {
  code: string;
  catalog: Catalog;
  /** The language of its formats, if that is another. */
  regional?: string;
  direction?: Locale['direction'];
  /** Replaces the text of a message; its placeholders stay. */
  transformText?: (written: string) => string;
};

/** A language with these messages. Formatters are created when they are first used, because creating them is slow. */
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

/** The right-to-left scripts of the languages that use them (CLDR, script metadata). */
const rightToLeft = new Set(['ar', 'arc', 'ckb', 'dv', 'fa', 'he', 'ks', 'nqo', 'ps', 'sd', 'syr', 'ug', 'ur', 'yi']);

function directionOf(code: string): Locale['direction'] {
  return rightToLeft.has(new Intl.Locale(code).language) ? 'rtl' : 'ltr';
}

function lazy<Value>(make: () => Value): () => Value {
  let cached: { value: Value } | undefined;
  return () => (cached ??= { value: make() }).value;
}
