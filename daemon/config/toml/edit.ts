import { isDeepStrictEqual } from 'node:util';
import { parse, TomlError } from 'smol-toml';
import { Failure } from '../../base/failure.ts';
import { editedList } from './edit-list.ts';
import { additionCandidates } from './add-key.ts';
import { itemsOf, statementsOf, type Item, type Span, type Statement } from './document.ts';
import { keyText } from './keys.ts';
import { tomlText, type TomlValue } from './toml-text.ts';
import { isTable, valueAt, type Values } from './values.ts';

/**
 * The document with the value of one key set, or its line removed where `value` is undefined. Everything else stays
 * unchanged, including comments, blank lines and line endings. The result is parsed again to check that its data differs
 * from that of `text` in this key only. Throws `Failure` conflict `not_editable` where this is not possible, and `TomlError`
 * where `text` is not TOML.
 */
export function editedToml(text: string, path: readonly string[], value: TomlValue | undefined): string {
  const before = valuesOf(text);
  // TOML distinguishes 0 from -0, but users do not.
  const newValue = value === 0 ? 0 : value;
  if (!isField(before, path)) throw notEditable(path);
  if (isDeepStrictEqual(valueAt(before, path), newValue)) return text;
  const expected = withoutEmptyTables(withValue(before, path, newValue), path);
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const toml = text.slice(byteOrderMark.length);
  for (const edit of editCandidates(toml, path, newValue)) {
    const edited = byteOrderMark + edit();
    if (parsesTo(edited, expected, path)) return edited;
  }
  throw notEditable(path);
}

/** The ways to make a change, the most natural one first. */
function editCandidates(toml: string, path: readonly string[], value: TomlValue | undefined): (() => string)[] {
  const location = locateKey(toml, path);
  if (value === undefined) return location ? [() => location.remove()] : [];
  if (location) return [() => replaceValue(toml, location.value, value)];
  return additionCandidates(toml, path, tomlText(value));
}

function replaceValue(toml: string, span: Span, value: TomlValue): string {
  const isList = toml[span.start] === '[' && Array.isArray(value);
  return replaceSpan(toml, span, isList ? editedList(toml, span, value as readonly string[]) : tomlText(value));
}

/** The source range of a key, and the document without it. */
type KeyLocation = { value: Span; remove(): string };

export function locateKey(toml: string, path: readonly string[]): KeyLocation | undefined {
  for (const statement of statementsOf(toml)) {
    if (statement.header || !isWithin(path, statement.path)) continue;
    const rest = path.slice(statement.path.length);
    if (rest.length === 0)
      return { value: statement.value, remove: () => replaceSpan(toml, linesOf(toml, statement), '') };
    return locateInInlineTable(toml, statement.value, rest);
  }
  return undefined;
}

function locateInInlineTable(toml: string, { start }: Span, path: readonly string[]): KeyLocation | undefined {
  if (toml[start] !== '{') return undefined;
  const { items } = itemsOf(toml, start);
  const index = items.findIndex((item) => isWithin(path, item.path));
  const item = items[index];
  if (!item) return undefined;
  const rest = path.slice(item.path.length);
  if (rest.length > 0) return locateInInlineTable(toml, item.value, rest);
  return { value: item.value, remove: () => withoutItem(toml, item, items[index - 1]) };
}

/** From the start of its first line to the start of the line after its last. */
export function linesOf(toml: string, { start, end }: Statement): Span {
  const lineBreak = toml.indexOf('\n', end);
  return { start: toml.lastIndexOf('\n', start) + 1, end: lineBreak < 0 ? toml.length : lineBreak + 1 };
}

/** The comma after it is removed too, or the comma before the last item; comments in between stay. */
function withoutItem(toml: string, { start, end, comma }: Item, previous: Item | undefined): string {
  if (comma !== undefined) return removeSpan(toml, { start, end: comma + 1 }, toml.slice(end, comma));
  if (previous?.comma === undefined) return removeSpan(toml, { start, end }, '');
  return replaceSpan(toml, { start: previous.comma, end }, keepIfComment(toml.slice(previous.comma + 1, start)));
}

function removeSpan(toml: string, { start, end }: Span, between: string): string {
  return replaceSpan(toml, { start, end: end + toml.slice(end).search(/[^ \t]|$/) }, keepIfComment(between));
}

function keepIfComment(blank: string): string {
  return blank.includes('#') ? blank : '';
}

export function replaceSpan(text: string, { start, end }: Span, inserted: string): string {
  return text.slice(0, start) + inserted + text.slice(end);
}

export function isWithin(path: readonly string[], table: readonly string[]): boolean {
  return table.length <= path.length && table.every((name, index) => name === path[index]);
}

export function valuesOf(text: string): Values {
  return parse(text, { integersAsBigInt: 'asNeeded', unsafeKeyBehaviour: 'throw' });
}

/** Whether `path` may hold a value: all its parents are tables, and it is neither a table nor a list of tables. */
function isField(values: Values, [name = '', ...rest]: readonly string[]): boolean {
  const inner = Object.hasOwn(values, name) ? values[name] : undefined;
  if (inner === undefined) return true;
  if (rest.length > 0) return isTable(inner) && isField(inner, rest);
  return !isTable(inner) && !(Array.isArray(inner) && inner.some(isTable));
}

export function withValue(
  values: Values,
  [name = '', ...rest]: readonly string[],
  value: TomlValue | undefined,
): Values {
  const copy = copyOf(values);
  if (rest.length > 0) {
    const inner = values[name];
    copy[name] = withValue(isTable(inner) ? inner : copyOf({}), rest, value);
  } else if (value === undefined) delete copy[name];
  else copy[name] = value;
  return copy;
}

/** Without empty tables along `path`: it makes no difference whether an emptied table is still written. */
export function withoutEmptyTables(values: Values, [name = '', ...rest]: readonly string[]): Values {
  const inner = values[name];
  if (!isTable(inner)) return values;
  const copy = copyOf(values);
  const prunedInner = withoutEmptyTables(inner, rest);
  if (Object.keys(prunedInner).length > 0) copy[name] = prunedInner;
  else delete copy[name];
  return copy;
}

/** Without a prototype, as the parser creates them. */
function copyOf(values: Values): Values {
  return Object.assign(Object.create(null) as Values, values);
}

export function parsesTo(text: string, expected: Values, path: readonly string[]): boolean {
  try {
    return isDeepStrictEqual(withoutEmptyTables(valuesOf(text), path), expected);
  } catch (thrown) {
    if (thrown instanceof TomlError) return false;
    throw thrown;
  }
}

export function notEditable(path: readonly string[]): Failure {
  const message = `${keyText(path)} can’t be changed because of how the file is written. Change it in the file with a text editor.`;
  return new Failure('conflict', 'not_editable', message);
}
