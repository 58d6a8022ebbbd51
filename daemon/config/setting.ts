import { isDeepStrictEqual } from 'node:util';
import { Failure } from '../base/failure.ts';
import { schemaOf } from './derive.ts';
import { editedToml } from './edit.ts';
import { parseToml } from './file.ts';
import { keyPath, keyText } from './keys.ts';
import { repair, type Finding } from './repair.ts';
import { nodeAt } from './schema.ts';
import type { Field } from './shape.ts';
import type { TomlValue } from './toml-text.ts';

/**
 * The text of config.toml with one key set, or removed where `value` is undefined. What would be an error there is
 * refused here. Throws `Failure`: `unknown_setting`, `invalid_setting`, `not_editable`, and `config_unreadable` where
 * the text is not TOML.
 */
export function editedSetting(
  text: string,
  { file, key, value }: { file: string; key: string; value: unknown },
): string {
  const path = keyPath(key);
  const values = parseToml(text, file);
  const node = path && nodeAt(path, values);
  if (!path || (!node && !choosesVariant(path, values))) throw unknown(key);
  if (node && node.is !== 'field')
    throw invalid(path, 'is a table: change one key of it at a time, such as those that the schema of settings lists');
  if (value !== undefined) checkValue(path, value, node);
  const edited = editedToml(text, path, value as TomlValue | undefined);
  refuseErrors(text, edited, file);
  return edited;
}

/** Throws `Failure` invalid `invalid_setting` where the edited text has an error that the one before did not have. */
export function refuseErrors(text: string, edited: string, file: string): void {
  const known = new Set(errorsIn(text, file).map(sentenceOf));
  const fault = errorsIn(edited, file).find((finding) => !known.has(sentenceOf(finding)));
  if (fault) throw invalid(fault.path, fault.problem);
}

/** Whether the key is the `type` that decides which other keys a table has. */
function choosesVariant(path: readonly string[], values: unknown): boolean {
  return path.at(-1) === 'type' && nodeAt(path.slice(0, -1), values)?.is === 'variants';
}

function checkValue(path: readonly string[], value: unknown, field: Field | undefined): void {
  if (!field) {
    if (typeof value !== 'string') throw invalid(path, 'must be text');
    return;
  }
  const { error } = schemaOf(field).safeParse(value);
  if (error) throw invalid(path, error.issues[0]?.message ?? 'has a value that is not allowed');
  if (field.shown && !isDeepStrictEqual(field.shown(value), value))
    throw invalid(path, 'would hold a secret, and no request writes one into config.toml: write it there yourself');
}

function errorsIn(text: string, file: string): Finding[] {
  return repair(parseToml(text, file)).findings.filter(({ severity }) => severity === 'error');
}

function sentenceOf({ path, problem }: Pick<Finding, 'path' | 'problem'>): string {
  return `${keyText(path)} ${problem}`;
}

function unknown(key: string): Failure {
  const message = 'There is no setting of that name. GET /platform/settings/schema lists those there are.';
  return new Failure('invalid', 'unknown_setting', message, { key });
}

function invalid(path: readonly string[], problem: string): Failure {
  const key = keyText(path);
  return new Failure('invalid', 'invalid_setting', `${key} ${problem}. Nothing was changed.`, { key });
}
