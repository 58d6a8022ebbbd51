import { parse, TomlError } from 'smol-toml';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { keyText } from './toml/keys.ts';
import { lineFinder } from './toml/line-finder.ts';
import { repair, type Finding } from './repair.ts';
import type { Config } from './schema/schema.ts';
import { readTextFile } from './text-file.ts';
import { keysOf, type Values } from './toml/values.ts';
import type { ConfigNote } from './config-source.ts';

/** The text of the file; undefined if it does not exist. Throws `Failure` invalid `config_unreadable`. */
export function readConfigText(file: string): string | undefined {
  try {
    return readTextFile(file);
  } catch (thrown) {
    const advice = 'Make it a UTF-8 text file that you can read.';
    throw unreadable(file, `${file} can’t be read (${systemReason(thrown)}). ${advice}`);
  }
}

/**
 * Parses `text` as the configuration; `file` names it in messages. An unknown key causes a warning. A bad value causes an
 * error note, and the value of `lastGood` or the default replaces it for that key alone. Throws `Failure` invalid
 * `config_unreadable`, with `line` and `column`, when the text is not TOML.
 */
export function readConfig(
  text: string,
  file: string,
  lastGood?: Config,
): { config: Config; notes: ConfigNote[]; explicit: ReadonlySet<string> } {
  const toml = text.replace(/^\uFEFF/, '');
  const values = parseToml(toml, file);
  const lineOf = lineFinder(toml);
  const writtenKeys = new Set(keysOf(values));
  const { config, findings } = repair(values, lastGood);
  const notes = findings.map((finding) => noteOf(finding, lineOf)).sort(byLine);
  return { config, notes, explicit: new Set(keysOf(values).filter((key) => writtenKeys.has(key))) };
}

function noteOf({ severity, path, problem, consequence }: Finding, lineOf: ReturnType<typeof lineFinder>): ConfigNote {
  const key = keyText(path);
  return { severity, key, line: lineOf(path), message: `${key} ${problem}; ${consequence}.` };
}

function byLine(one: ConfigNote, other: ConfigNote): number {
  return (one.line ?? Infinity) - (other.line ?? Infinity) || 0;
}

/** Throws `Failure` invalid `config_unreadable`, with `line` and `column`. */
export function parseToml(toml: string, file: string): Values {
  try {
    return parse(toml, { integersAsBigInt: 'asNeeded', unsafeKeyBehaviour: 'throw' });
  } catch (thrown) {
    if (!(thrown instanceof TomlError)) throw thrown;
    const { line, column } = thrown;
    // The rest of the message quotes the file, which may contain secrets.
    const reason = thrown.message.split('\n', 1)[0]?.replace(/^Invalid TOML document: /, '');
    const message = `${file}, line ${line}, column ${column}, isn’t valid TOML: ${reason}. Correct that line.`;
    throw unreadable(file, message, { line, column });
  }
}

function unreadable(file: string, message: string, details: Record<string, unknown> = {}): Failure {
  return new Failure('invalid', 'config_unreadable', message, { file, ...details });
}
