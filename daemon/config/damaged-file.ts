import { lstatSync, realpathSync, renameSync } from 'node:fs';
import { Failure } from '../base/failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { isMissing, restrictToOwner } from './private-file.ts';
import { writeConfig } from './write-config.ts';

/** `restore` writes the last good text, `reset` makes the defaults hold. */
export type FileRepair = 'restore' | 'reset';

/** A file that the user may edit, and that can be repaired while it is damaged. */
export type RepairableFile = {
  readonly file: string;
  /** Why the file is not in force as it is now, and what holds until then. */
  readonly trouble: string | undefined;
  /** Whether the last good text is known. */
  readonly isRestorable: boolean;
  /**
   * Repairs the file if it is damaged. What was in its place is kept beside it; its new path is returned. Throws `Failure`
   * unavailable `config_unwritable`; then nothing was changed.
   */
  repair(how: FileRepair): string | undefined;
};

/** Writes `text` in place of a damaged file, which is kept beside it. Returns its new path if there was one. */
export function replaceDamaged(file: string, text: string): string | undefined {
  const movedTo = moveAside(file);
  try {
    writeConfig(file, text, undefined);
  } catch (thrown) {
    if (movedTo !== undefined) renameSync(movedTo, targetOf(file));
    throw thrown;
  }
  return movedTo;
}

/**
 * Renames whatever is in the place of `file`, also a folder, so that it is kept. Returns its new path; undefined if there is
 * nothing. Throws `Failure` unavailable `config_unwritable`.
 */
export function moveAside(file: string): string | undefined {
  const from = targetOf(file);
  const to = unusedName(`${from}.damaged`);
  try {
    renameSync(from, to);
    restrictToOwner(to);
    return to;
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const message = `${file} can’t be set aside (${systemReason(thrown)}). Nothing was changed. Make its folder writable.`;
    throw new Failure('unavailable', 'config_unwritable', message, { cause: thrown });
  }
}

/** A link stays, and its target is repaired. */
function targetOf(file: string): string {
  try {
    return realpathSync(file);
  } catch {
    // Missing or inaccessible: the link itself is repaired.
    return file;
  }
}

function unusedName(name: string): string {
  for (let number = 1; ; number++) {
    const numbered = number === 1 ? name : `${name}-${number}`;
    if (!lstatSync(numbered, { throwIfNoEntry: false })) return numbered;
  }
}
