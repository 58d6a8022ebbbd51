import { accessSync, constants, readlinkSync, realpathSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { isMissing, replaceFile } from './private-file.ts';

/**
 * Writes `text` atomically to the file, or to its link target, and keeps the mode of that file. The previous text `before`
 * is saved beside it as `<file>.before`. Throws `Failure` unavailable `config_unwritable`.
 */
export function writeConfig(file: string, text: string, before: string | undefined): void {
  try {
    const target = linkTargetOf(file);
    const mode = (statSync(target, { throwIfNoEntry: false })?.mode ?? 0o600) & 0o777;
    // A rename checks only the rights of the folder, but a read-only file must not be changed.
    if (before !== undefined) accessSync(target, constants.W_OK);
    if (before !== undefined) replaceFile(`${file}.before`, before, mode);
    replaceFile(target, text, mode);
  } catch (thrown) {
    const message = `${file} can’t be written: ${systemReason(thrown)}. Nothing was changed. Make the file writable.`;
    throw new Failure('unavailable', 'config_unwritable', message, { cause: thrown });
  }
}

/** The target of a link, even if the target does not exist yet. */
function linkTargetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch (thrown) {
    if (!isMissing(thrown)) throw thrown;
  }
  const link = linkAt(file);
  return link === undefined ? file : resolve(dirname(file), link);
}

function linkAt(file: string): string | undefined {
  try {
    return readlinkSync(file);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
