import { rmSync } from 'node:fs';
import { Failure, reasonOf } from '../daemon/base/failure.ts';
import { removeIfUnchanged, writePrivately } from '../daemon/config/private-file.ts';

/** Says in `file` where the bridge is, for clients to find it. Throws `Failure` unavailable/port_file_unusable. */
export function writePort(file: string, port: number): void {
  try {
    writePrivately(file, lineOf(port));
  } catch (cause) {
    const sentence = `The port file ${file} cannot be written: ${reasonOf(cause)}. Move away what is in its place.`;
    throw new Failure('unavailable', 'port_file_unusable', sentence, { file, cause });
  }
}

/** Takes `port` back out of `file`; what another daemon has written there since is kept. */
export function removePort(file: string, port: number): void {
  removeIfUnchanged(file, lineOf(port));
}

/** Removes what a daemon left in `file` that was killed: its port may be a stranger's by now. Called where no bridge runs. */
export function clearStalePort(file: string): void {
  rmSync(file, { force: true });
}

function lineOf(port: number): string {
  return `${port}\n`;
}
