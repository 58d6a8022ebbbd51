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
  | Counting
  | readonly ['#'];

type Counting = readonly ['plural' | 'ordinal', name: string, options: Options, offset?: number];

/** A text as the page keeps it: as it is said, or in parts where there is something to fill in. */
export type Text = string | readonly Part[];

/** Words by their place: a text, or more of them. */
export type Words = { readonly [name: string]: Text | Words };

/** Words as they are written, each text as ICU MessageFormat has it. */
export type Tree = { readonly [name: string]: string | Tree };

/** What a text is filled in with. Of a list that is to be read, its names. */
export type Told = string | number | boolean | readonly string[] | null | undefined;

export type Values = Readonly<Record<string, Told>>;

/** How a language writes what stands in a text. */
export type Writing = {
  written(text: string): string;
  number(value: number): string;
  list(names: readonly string[]): string;
  /** The form that a number asks for, of a count or of a place in an order. */
  form(value: number, kind: 'plural' | 'ordinal'): string;
};

/** The choice of a text for a value that is nothing: null, undefined, no letters, no names. */
export const nothing = '_none';

/** Whether it is a text, and not more words. */
export function isText(value: Text | Words | undefined): value is Text {
  return typeof value === 'string' || Array.isArray(value);
}

/** The words at a place, where there are any. */
export function wordsAt(words: Words, place: readonly string[]): Text | Words | undefined {
  let at: Text | Words | undefined = words;
  for (const name of place) at = at === undefined || isText(at) ? undefined : at[name];
  return at;
}

/** Fills in a text. `count` is what `#` stands for. */
export function filled(parts: readonly Part[], values: Values, writing: Writing, count = 0): string {
  return parts.map((part) => filledPart(part, values, writing, count)).join('');
}

function filledPart(part: Part, values: Values, writing: Writing, count: number): string {
  if (typeof part === 'string') return writing.written(part);
  if (part[0] === '#') return writing.number(count);
  const value = said(values[part[1]], writing);
  if (part[0] === 'value') return String(value);
  if (part[0] === 'number') return writing.number(Number(value));
  if (part[0] === 'select') return filled(chosen(part[2], value), values, writing, count);
  return counted(part, Number(value), values, writing);
}

function counted([kind, , options, offset = 0]: Counting, value: number, values: Values, writing: Writing): string {
  const rest = value - offset;
  const option = options[`=${value}`] ?? options[writing.form(rest, kind)] ?? options['other'] ?? [];
  return filled(option, values, writing, rest);
}

function said(value: Told, { list }: Writing): string | number {
  if (typeof value === 'number') return value;
  return Array.isArray(value) ? list(value as readonly string[]) : String(value ?? '');
}

/** Nothing is no letters, and never a text that reads like the name of its choice. */
function chosen(options: Options, value: string | number): readonly Part[] {
  const name = value === '' && nothing in options ? nothing : String(value);
  const isNamed = Object.hasOwn(options, name) && (name !== nothing || value === '');
  return (isNamed ? options[name] : options['other']) ?? [];
}
