import { statementsOf, type Statement } from './document.ts';
import {
  editedToml,
  isWithin,
  linesOf,
  notEditable,
  placeOf,
  pruned,
  says,
  spliced,
  valuesOf,
  withValue,
} from './edit.ts';
import { parseToml } from './file.ts';
import { refuseErrors } from './setting.ts';
import type { TomlValue } from './toml-text.ts';
import { valueAt } from './values.ts';

/** A key that is set, or removed where the value is undefined; or a table that goes with all that is in it. */
export type ConfigEdit =
  { set: readonly string[]; value: TomlValue | undefined } | { drop: readonly string[]; value?: undefined };

/**
 * The text of config.toml after all these edits, whatever it is in between. Comments and everything else stay as they
 * are. Throws `Failure`: `config_unreadable` where the text is not TOML, `not_editable`, and `invalid_setting` where the
 * result would have an error that the text does not have.
 */
export function editedConfig(text: string, edits: readonly ConfigEdit[], file: string): string {
  parseToml(text, file);
  const edited = edits.reduce(
    (toml, edit) => ('drop' in edit ? withoutTable(toml, edit.drop) : editedToml(toml, edit.set, edit.value)),
    text,
  );
  refuseErrors(text, edited, file);
  return edited;
}

/**
 * The document without a table, the tables in it and their headers. Comments on lines of their own stay. Throws `Failure`
 * conflict `not_editable` where that cannot be had.
 */
export function withoutTable(text: string, table: readonly string[]): string {
  const before = valuesOf(text);
  if (valueAt(before, table) === undefined) return text;
  const mark = text.startsWith('\uFEFF') ? '\uFEFF' : '';
  const toml = text.slice(mark.length);
  const left = mark + (withoutStatements(toml, table) ?? placeOf(toml, table)?.remove() ?? toml);
  if (!says(left, pruned(withValue(before, table, undefined), table), table)) throw notEditable(table);
  return left;
}

/** Undefined where nothing but braces around it holds the table. */
function withoutStatements(toml: string, table: readonly string[]): string | undefined {
  const runs = runsWithin(statementsOf(toml), table);
  if (runs.length === 0) return undefined;
  return runs.reduceRight((left, run) => withoutRun(left, run), toml);
}

/** What is written of the table, in stretches between which there is nothing else. */
function runsWithin(statements: readonly Statement[], table: readonly string[]): Statement[][] {
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
  const kept = lines
    .slice(1)
    .map(({ start }, index) => commentsIn(toml.slice(lines[index]?.end, start)))
    .join('');
  const cut = spliced(toml, { start: first.start, end: last.end }, kept);
  return kept === '' ? closed(cut, first.start) : cut;
}

function commentsIn(between: string): string {
  return (between.match(/^[ \t]*#.*\n/gm) ?? []).join('');
}

/** One blank line where two have come together, and none at the end. */
function closed(toml: string, at: number): string {
  const [head, tail] = [toml.slice(0, at), toml.slice(at)];
  if (!/(^|\n)[ \t]*\r?\n$/.test(head)) return toml;
  if (tail === '') return head.replace(/(^|\n)[ \t]*\r?\n$/, '$1');
  return head + tail.replace(/^[ \t]*\r?\n/, '');
}
