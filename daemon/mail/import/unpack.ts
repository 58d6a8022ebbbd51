import { createReadStream, createWriteStream, mkdirSync, rmSync } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { maxMessageBytes } from './import-item.ts';

/** Mail compresses to about a third; data that grows by more than this factor is a decompression bomb. */
const maxGrowthFactor = 100;

/**
 * Unpacks a mailbox file into `folder`, readable by the user only, and returns the path of the result. An earlier
 * result is removed first. Throws Failure `bad_gzip` if it cannot be unpacked.
 */
export async function unpackMailbox(file: string, folder: string, signal: AbortSignal): Promise<string> {
  clearUnpacked(folder);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const target = join(folder, 'mailbox');
  const { size } = await lstat(file);
  try {
    const output = createWriteStream(target, { mode: 0o600, flags: 'wx' });
    await pipeline(
      createReadStream(file),
      createGunzip(),
      limitBytes(size * maxGrowthFactor + maxMessageBytes),
      output,
      { signal },
    );
    return target;
  } catch (cause) {
    clearUnpacked(folder);
    throw new Failure('invalid', 'bad_gzip', `It can’t be unpacked: ${systemReason(cause)}.`, { cause });
  }
}

/** Removes unpacked files, including those of an earlier process that ended early. */
export function clearUnpacked(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
}

function limitBytes(bytes: number): Transform {
  let remaining = bytes;
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      remaining -= piece.length;
      if (remaining < 0) done(new Error('it grows far larger than mail does'));
      else done(null, piece);
    },
  });
}
