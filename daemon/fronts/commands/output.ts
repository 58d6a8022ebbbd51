import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { Failure } from '../../base/failure.ts';
import { printable } from '../terminal.ts';
import { UsageError } from './exit-codes.ts';
import type { Io } from './io.ts';
import { tableLines, type Column } from './table.ts';
import { cutToWidth } from './text-width.ts';

/** The version of the JSON that commands write. It changes where a field changes its meaning or goes. */
const schemaVersion = 1;

type Style = 'bold' | 'dim' | 'red' | 'yellow' | 'cyan';
const styleCodes: Record<Style, [number, number]> = {
  bold: [1, 22],
  dim: [2, 22],
  red: [31, 39],
  yellow: [33, 39],
  cyan: [36, 39],
};

export type OutputOptions = { json?: boolean | undefined; text?: boolean | undefined; quiet?: boolean | undefined };

/** How a command says what it found and did. */
export type Output = {
  isJson: boolean;
  /** Whether a person at a terminal reads it. */
  isTerminal: boolean;
  /** The columns of the terminal; undefined elsewhere. */
  width: number | undefined;
  isQuiet: boolean;
  /** The answer of a command that reads: one JSON object, or text. */
  answer(value: object, text: () => string): void;
  /** What a command has done: the same, but with `--quiet` no text. */
  done(value: object, text: () => string): void;
  /** One of several answers: a line of JSON, or text. */
  line(value: object, text: () => string): void;
  /** Bytes or text as they are, for a file or another program. */
  raw(text: string): void;
  /** A remark beside the answer, for a person at a terminal. */
  note(text: string): void;
  /** A line that is overwritten, on a terminal only. */
  progress(text: string): void;
  failure(thrown: unknown): void;
  style(text: string, style: Style): string;
  table(columns: readonly Column[], rows: readonly (readonly string[])[], emphasized?: (at: number) => boolean): string;
};

/** JSON where the output is not read on a terminal, unless `--text` asks for text. */
export function createOutput(io: Io, { json = false, text = false, quiet = false }: OutputOptions): Output {
  const { stdout, stderr } = io;
  const isTerminal = stdout.isTTY === true;
  const isJson = json || (!isTerminal && !text);
  const width = isTerminal ? (stdout.columns ?? 80) : undefined;
  const hasColour = isTerminal && !io.env['NO_COLOR'] && io.env['TERM'] !== 'dumb';
  let hasProgress = false;

  const clearProgress = () => {
    if (hasProgress) stderr.write('\r\u001b[K');
    hasProgress = false;
  };
  const write = (value: object, toText: () => string) => {
    clearProgress();
    const content = isJson ? jsonText(value, isTerminal) : safeText(toText());
    if (content !== '') stdout.write(`${content}\n`);
  };

  const output: Output = {
    isJson,
    isTerminal,
    width,
    isQuiet: quiet,
    answer: write,
    done: (value, toText) => write(value, quiet ? () => '' : toText),
    line(value, toText) {
      clearProgress();
      stdout.write(`${isJson ? jsonText(value, false) : safeText(toText())}\n`);
    },
    raw(content) {
      clearProgress();
      stdout.write(content);
    },
    note(message) {
      if (quiet || isJson || stderr.isTTY !== true) return;
      clearProgress();
      stderr.write(`${safeText(message)}\n`);
    },
    progress(message) {
      if (quiet || stderr.isTTY !== true) return;
      hasProgress = true;
      stderr.write(`\r${cutToWidth(printable(message), (stderr.columns ?? 80) - 1)}\u001b[K`);
    },
    failure(thrown) {
      clearProgress();
      stderr.write(
        isJson ? `${jsonText({ error: errorObject(thrown) }, false)}\n` : `${safeText(errorText(thrown))}\n`,
      );
    },
    style(content, style) {
      const safe = printable(content);
      if (!hasColour) return safe;
      const [on, off] = styleCodes[style];
      return `${styleMark}${on};${safe}${styleMark}${off};`;
    },
    table: (columns, rows, emphasized = () => false) =>
      tableLines(
        columns,
        rows.map((cells) => cells.map((cell) => printable(cell).replaceAll('\n', ' '))),
        {
          width,
          styleTitle: (line) => output.style(line, 'dim'),
          styleRow: (line, at) => (emphasized(at) ? output.style(line, 'bold') : line),
        },
      ).join('\n'),
  };
  return output;
}

function jsonText(value: object, isIndented: boolean): string {
  const text = JSON.stringify({ schema_version: schemaVersion, ...value }, undefined, isIndented ? 2 : 0);
  // JSON escapes C0 controls itself. Of the others, a terminal obeys C1, and shows bidirectional ones as something else.
  return text.replaceAll(
    /[\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

/** Stands for a control sequence of ours until the text is written. Mail cannot contain it: it cannot be guessed. */
const styleMark = `\u0001${randomUUID()}:`;

/** Text without control sequences but those of our styles. */
function safeText(text: string): string {
  const [plain = '', ...styled] = text.split(styleMark);
  const pieces = styled.map((piece) => {
    const end = piece.indexOf(';');
    return `\u001b[${piece.slice(0, end)}m${printable(piece.slice(end + 1))}`;
  });
  return [printable(plain), ...pieces].join('');
}

function errorObject(thrown: unknown): object {
  if (thrown instanceof UsageError) return { code: 'usage', message: thrown.message };
  if (!(thrown instanceof Failure)) return { code: 'internal', message: inspect(thrown) };
  const { code, kind, message, retryable, details } = thrown;
  return { ...details, code, kind, message, ...(retryable && { retryable }) };
}

function errorText(thrown: unknown): string {
  if (thrown instanceof UsageError) return thrown.message;
  if (!(thrown instanceof Failure)) return inspect(thrown);
  const { issues } = thrown.details;
  const lines = Array.isArray(issues) ? issues.flatMap(issueText) : [];
  return [thrown.message, ...lines].join('\n');
}

function issueText(issue: unknown): string[] {
  if (typeof issue !== 'object' || issue === null || !('message' in issue)) return [];
  const field = 'field' in issue && issue.field !== '' ? `${String(issue.field)}: ` : '';
  return [`  ${field}${String(issue.message)}`];
}
