import { statementsOf, type Statement } from './toml/document.ts';
import {
  editedToml,
  isWithin,
  linesOf,
  notEditable,
  locateKey,
  withoutEmptyTables,
  parsesTo,
  replaceSpan,
  valuesOf,
  withValue,
} from './toml/edit.ts';
import { parseToml } from './config-file.ts';
import { rejectNewErrors } from './edit-setting.ts';
import type { TomlValue } from './toml/toml-text.ts';
import { valueAt } from './toml/values.ts';

/** A key to set, or to remove where the value is undefined; or a table to remove with all its content. */
export type ConfigEdit =
  { set: readonly string[]; value: TomlValue | undefined } | { drop: readonly string[]; value?: undefined };

/**
 * The text of config.toml after all edits; intermediate states need not be valid. Comments and all other text stay
 * unchanged. Throws `Failure`: `config_unreadable` where the text is not TOML, `not_editable`, and `invalid_setting` where
 * the result has an error that the text does not have.
 */
export function editedConfig(text: string, edits: readonly ConfigEdit[], file: string): string {
  parseToml(text, file);
  const edited = edits.reduce(
    (toml, edit) => ('drop' in edit ? withoutTable(toml, edit.drop) : editedToml(toml, edit.set, edit.value)),
    text,
  );
  rejectNewErrors(text, edited, file);
  return edited;
}

/**
 * The document without a table, its subtables and their headers. Comments on their own lines stay. Throws `Failure` conflict
 * `not_editable` where this is not possible.
 */
export function withoutTable(text: string, table: readonly string[]): string {
  const before = valuesOf(text);
  if (valueAt(before, table) === undefined) return text;
  const byteOrderMark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const toml = text.slice(byteOrderMark.length);
  const edited = byteOrderMark + (withoutStatements(toml, table) ?? locateKey(toml, table)?.remove() ?? toml);
  if (!parsesTo(edited, withoutEmptyTables(withValue(before, table, undefined), table), table))
    throw notEditable(table);
  return edited;
}

/** Undefined where only an inline table contains the table. */
function withoutStatements(toml: string, table: readonly string[]): string | undefined {
  const runs = statementRunsWithin(statementsOf(toml), table);
  if (runs.length === 0) return undefined;
  return runs.reduceRight((edited, run) => withoutRun(edited, run), toml);
}

/** The source ranges of the table; adjacent ranges are joined. */
function statementRunsWithin(statements: readonly Statement[], table: readonly string[]): Statement[][] {
  const runs: Statement[][] = [];
  let run: Statement[] | undefined;
  for (const statement of statements) {
    if (!isWithin(statement.path, table)) run = undefined;
    else if (run) run.push(statement);
    else runs.push((run = [statement]));
  }
  return runs;
}

function withoutRun(toml: string, run: readonly Statement[]): string {
  const lines = run.map((statement) => linesOf(toml, statement));
  const [first, last] = [lines[0], lines.at(-1)];
  if (!first || !last) return toml;
  const keptComments = lines
    .slice(1)
    .map(({ start }, index) => commentLinesIn(toml.slice(lines[index]?.end, start)))
    .join('');
  const cut = replaceSpan(toml, { start: first.start, end: last.end }, keptComments);
  return keptComments === '' ? collapseBlankLines(cut, first.start) : cut;
}

function commentLinesIn(between: string): string {
  return (between.match(/^[ \t]*#.*\n/gm) ?? []).join('');
}

/** Keeps one blank line where two have become adjacent, and none at the end. */
function collapseBlankLines(toml: string, at: number): string {
  const [head, tail] = [toml.slice(0, at), toml.slice(at)];
  if (!/(^|\n)[ \t]*\r?\n$/.test(head)) return toml;
  if (tail === '') return head.replace(/(^|\n)[ \t]*\r?\n$/, '$1');
  return head + tail.replace(/^[ \t]*\r?\n/, '');
}
