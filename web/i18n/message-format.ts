/** The parsed options of a choice. */
type Options = Readonly<Record<string, readonly Part[]>>;

/**
 * A part of a message (ICU MessageFormat): text, `{name}`, `{count, number}`, `{what, select, …}`, `{count, plural, …}` or
 * `selectordinal` with its offset, and `#`.
 */
export type Part =
  | string
  | readonly ['value', name: string]
  | readonly ['number', name: string]
  | readonly ['select', name: string, options: Options]
  | PluralPart
  | readonly ['#'];

type PluralPart = readonly ['plural' | 'ordinal', name: string, options: Options, offset?: number];

/** A parsed message: a text, or parts if it has placeholders. */
export type Text = string | readonly Part[];

/** Parsed messages by key: a message, or a section. */
export type Catalog = { readonly [name: string]: Text | Catalog };

/** Messages in ICU MessageFormat by key. */
export type CatalogSource = { readonly [name: string]: string | CatalogSource };

/** The value of a placeholder. An array becomes a list. */
type PlaceholderValue = string | number | boolean | readonly string[] | null | undefined;

export type Values = Readonly<Record<string, PlaceholderValue>>;

/** The formats of a language that a message uses. */
export type TextFormatter = {
  text(text: string): string;
  number(value: number): string;
  list(names: readonly string[]): string;
  /** The plural category of a number, cardinal or ordinal. */
  form(value: number, kind: 'plural' | 'ordinal'): string;
};

/** The option for an empty value: null, undefined, an empty text or an empty list. */
export const emptyOption = '_none';

/** Whether it is a message, not a section. */
export function isText(value: Text | Catalog | undefined): value is Text {
  return typeof value === 'string' || Array.isArray(value);
}

/** The entry at a key path, if there is one. */
export function entryAt(catalog: Catalog, keyPath: readonly string[]): Text | Catalog | undefined {
  let at: Text | Catalog | undefined = catalog;
  for (const name of keyPath) at = at === undefined || isText(at) ? undefined : at[name];
  return at;
}

/** Formats a message. `count` is the value of `#`. */
export function formatText(parts: readonly Part[], values: Values, formatter: TextFormatter, count = 0): string {
  return parts.map((part) => formatPart(part, values, formatter, count)).join('');
}

function formatPart(part: Part, values: Values, formatter: TextFormatter, count: number): string {
  if (typeof part === 'string') return formatter.text(part);
  if (part[0] === '#') return formatter.number(count);
  const value = valueText(values[part[1]], formatter);
  if (part[0] === 'value') return String(value);
  if (part[0] === 'number') return formatter.number(Number(value));
  if (part[0] === 'select') return formatText(selectOption(part[2], value), values, formatter, count);
  return formatPlural(part, Number(value), values, formatter);
}

function formatPlural(
  [kind, , options, offset = 0]: PluralPart,
  value: number,
  values: Values,
  formatter: TextFormatter,
): string {
  const rest = value - offset;
  const option = options[`=${value}`] ?? options[formatter.form(rest, kind)] ?? options['other'] ?? [];
  return formatText(option, values, formatter, rest);
}

function valueText(value: PlaceholderValue, { list }: TextFormatter): string | number {
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? list(value as readonly string[]) : String(value ?? '');
}

/** An empty value is an empty text, and never the name of its option. */
function selectOption(options: Options, value: string | number): readonly Part[] {
  const name = value === '' && emptyOption in options ? emptyOption : String(value);
  const isNamed = Object.hasOwn(options, name) && (name !== emptyOption || value === '');
  return (isNamed ? options[name] : options['other']) ?? [];
}
