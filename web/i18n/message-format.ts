/** A choice of a text is read on. */
type Options = Readonly<Record<string, readonly Part[]>>;

/**
 * A part of a text that is filled in (ICU MessageFormat): what is written, `{name}`, `{count, number}`,
 * `{what, select, …}`, `{count, plural, …}` or `selectordinal` with its offset, and `#`.
 */
export type Part =
  | string
  | readonly ['value', name: string]
  | readonly ['number', name: string]
  | readonly ['select', name: string, options: Options]
  | PluralPart
  | readonly ['#'];

type PluralPart = readonly ['plural' | 'ordinal', name: string, options: Options, offset?: number];

/** A text as the page keeps it: as it is said, or in parts where there is something to fill in. */
export type Text = string | readonly Part[];

/** Words by their place: a text, or more of them. */
export type Catalog = { readonly [name: string]: Text | Catalog };

/** Words as they are written, each text as ICU MessageFormat has it. */
export type CatalogSource = { readonly [name: string]: string | CatalogSource };

/** What a text is filled in with. Of a list that is to be read, its names. */
type PlaceholderValue = string | number | boolean | readonly string[] | null | undefined;

export type Values = Readonly<Record<string, PlaceholderValue>>;

/** How a language writes what stands in a text. */
export type TextFormatter = {
  text(text: string): string;
  number(value: number): string;
  list(names: readonly string[]): string;
  /** The form that a number asks for, of a count or of a place in an order. */
  form(value: number, kind: 'plural' | 'ordinal'): string;
};

/** The choice of a text for a value that is nothing: null, undefined, no letters, no names. */
export const emptyOption = '_none';

/** Whether it is a text, and not more words. */
export function isText(value: Text | Catalog | undefined): value is Text {
  return typeof value === 'string' || Array.isArray(value);
}

/** The words at a place, where there are any. */
export function entryAt(catalog: Catalog, keyPath: readonly string[]): Text | Catalog | undefined {
  let at: Text | Catalog | undefined = catalog;
  for (const name of keyPath) at = at === undefined || isText(at) ? undefined : at[name];
  return at;
}

/** Fills in a text. `count` is what `#` stands for. */
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

/** Nothing is no letters, and never a text that reads like the name of its choice. */
function selectOption(options: Options, value: string | number): readonly Part[] {
  const name = value === '' && emptyOption in options ? emptyOption : String(value);
  const isNamed = Object.hasOwn(options, name) && (name !== emptyOption || value === '');
  return (isNamed ? options[name] : options['other']) ?? [];
}
