import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import { zodSchemaOf } from './schema/zod-schema.ts';
import { editedToml } from './toml/edit.ts';
import { parseToml } from './config-file.ts';
import { keyPath, keyText } from './toml/keys.ts';
import { repair, type Finding } from './repair.ts';
import { schemaNodeAt } from './schema/schema.ts';
import type { Field } from './schema/schema-nodes.ts';
import type { TomlValue } from './toml/toml-text.ts';

/**
 * The text of config.toml with one key set, or removed where `value` is undefined. Values that would be errors in the file
 * are refused. Throws `Failure`: `unknown_setting`, `invalid_setting`, `not_editable`, and `config_unreadable` where the
 * text is not TOML.
 */
export function editedSetting(
  text: string,
  { file, key, value }: { file: string; key: string; value: unknown },
): string {
  const path = keyPath(key);
  const values = parseToml(text, file);
  const node = path && schemaNodeAt(path, values);
  if (!path || (!node && !choosesVariant(path, values))) throw unknownSetting(key);
  if (node && node.kind !== 'field')
    throw invalidSetting(path, 'is a table: change one of its keys at a time; the settings schema lists them');
  if (value !== undefined) checkValue(path, value, node);
  const edited = editedToml(text, path, value as TomlValue | undefined);
  rejectNewErrors(text, edited, file);
  return edited;
}

/** Throws `Failure` invalid `invalid_setting` where the edited text has an error that the original text did not have. */
export function rejectNewErrors(text: string, edited: string, file: string): void {
  const known = new Set(errorsIn(text, file).map(sentenceOf));
  const newError = errorsIn(edited, file).find((finding) => !known.has(sentenceOf(finding)));
  if (newError) throw invalidSetting(newError.path, newError.problem);
}

/** Whether the key is the `type` that decides which other keys a table has. */
function choosesVariant(path: readonly string[], values: unknown): boolean {
  return path.at(-1) === 'type' && schemaNodeAt(path.slice(0, -1), values)?.kind === 'variants';
}

function checkValue(path: readonly string[], value: unknown, field: Field | undefined): void {
  if (!field) {
    if (typeof value !== 'string') throw invalidSetting(path, 'must be text');
    return;
  }
  const { error } = zodSchemaOf(field).safeParse(value);
  if (error) throw invalidSetting(path, error.issues[0]?.message ?? 'has a value that isn’t allowed');
  if (field.redact && !isDeepStrictEqual(field.redact(value), value))
    throw invalidSetting(path, 'is a secret, which requests can’t write to config.toml: add it to the file yourself');
}

function errorsIn(text: string, file: string): Finding[] {
  return repair(parseToml(text, file)).findings.filter(({ severity }) => severity === 'error');
}

function sentenceOf({ path, problem }: Pick<Finding, 'path' | 'problem'>): string {
  return `${keyText(path)} ${problem}`;
}

function unknownSetting(key: string): Failure {
  const message = 'There is no setting with that name. GET /platform/settings/schema lists all settings.';
  return new Failure('invalid', 'unknown_setting', message, { key });
}

function invalidSetting(path: readonly string[], problem: string): Failure {
  const key = keyText(path);
  return new Failure('invalid', 'invalid_setting', `${key} ${problem}. Nothing was changed.`, { key });
}
