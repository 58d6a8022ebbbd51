import { rmSync } from 'node:fs';
import { Failure } from '../daemon/base/failure.ts';
import { systemReason } from '../daemon/base/system-reason.ts';
import { removeIfUnchanged, writePrivately } from '../daemon/config/private-file.ts';

/** Writes the bridge's port to `file`, for clients to find it. Throws `Failure` unavailable/port_file_unusable. */
export function writePort(file: string, port: number): void {
  try {
    writePrivately(file, lineOf(port));
  } catch (cause) {
    const sentence = `The port file ${file} can’t be written: ${systemReason(cause)}. Remove whatever is in its place.`;
    throw new Failure('unavailable', 'port_file_unusable', sentence, { file, cause });
  }
}

/** Removes `port` from `file`; a port that another daemon has written since is kept. */
export function removePort(file: string, port: number): void {
  removeIfUnchanged(file, lineOf(port));
}

/** Removes the port of a killed daemon from `file`: another program may use that port now. Called if no bridge runs. */
export function clearStalePort(file: string): void {
  rmSync(file, { force: true });
}

function lineOf(port: number): string {
  return `${port}\n`;
}
