import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { systemClock } from './clock.ts';

type MarkOptions = {
  platform?: NodeJS.Platform;
  /** Runs a program of the system. Rejects if it fails. */
  run?: (program: string, args: readonly string[]) => Promise<unknown>;
  now?: Date;
};

/** Internet zone of Windows, in the alternate data stream that its programs read ([MS-FSCC] 5.6.1). */
const zoneIdentifier = '[ZoneTransfer]\r\nZoneId=3\r\n';

/**
 * Marks a file as downloaded from the internet, so that the system warns before it runs: the attribute
 * com.apple.quarantine on macOS, the stream Zone.Identifier on Windows. Linux has no such mark. Never rejects: a disk
 * without attributes or streams, such as FAT, keeps the file without a mark. Resolves with whether the file is marked.
 */
export async function markUntrusted(
  path: string,
  { platform = process.platform, run = promisify(execFile), now = systemClock.now() }: MarkOptions = {},
): Promise<boolean> {
  try {
    if (platform === 'win32') await writeFile(`${path}:Zone.Identifier`, zoneIdentifier);
    else if (platform === 'darwin')
      await run('/usr/bin/xattr', ['-w', 'com.apple.quarantine', quarantineOf(now), path]);
    else return false;
    return true;
  } catch {
    return false;
  }
}

/** Flags of a file that was received, its time, its program and its id, as Launch Services stores them. */
function quarantineOf(now: Date): string {
  const seconds = Math.floor(now.getTime() / 1000).toString(16);
  return `0081;${seconds};Posthorn;${randomUUID().toUpperCase()}`;
}
