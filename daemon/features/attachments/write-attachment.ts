import { randomBytes } from 'node:crypto';
import { closeSync, createWriteStream, mkdirSync, openSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { diskFailure, diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { markUntrusted } from '../../base/untrusted-file.ts';
import type { Content } from '../../mail/attachments/content.ts';
import type { TransferProgress } from '../../mail/attachments/transfer-progress.ts';
import { numberedName, safeFileName } from './file-name.ts';

/** The number of names to try before the write fails. */
const maxSameNames = 10_000;

type WriteOptions = { signal: AbortSignal; progress?: TransferProgress };

/**
 * Writes an attachment into `folder` under a safe, unused name; readable by its owner only, and atomically. The file
 * is marked as downloaded from the internet. Returns the path. Throws Failure `disk_full`, `folder_unwritable`, the reason of
 * the signal, and what reading the attachment throws.
 */
export async function writeToFolder(
  folder: string,
  { attachment, pieces }: Content,
  { signal, progress }: WriteOptions,
): Promise<string> {
  const partial = join(folder, `.${randomBytes(6).toString('hex')}.part`);
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const stream = Readable.from(withProgress(pieces(), progress));
    await pipeline(stream, createWriteStream(partial, { mode: 0o600, flags: 'wx' }), { signal });
    await markUntrusted(partial);
    signal.throwIfAborted();
    const path = reservePath(folder, safeFileName(attachment.filename));
    renameSync(partial, path);
    progress?.complete();
    return path;
  } catch (failed) {
    rmSync(partial, { force: true });
    if (signal.aborted) progress?.cancel();
    signal.throwIfAborted();
    const failure = asFailure(failed, folder);
    progress?.fail(failure);
    throw failure;
  }
}

async function* withProgress(
  pieces: AsyncIterable<Uint8Array>,
  progress: TransferProgress | undefined,
): AsyncGenerator<Uint8Array> {
  let written = 0;
  for await (const piece of pieces) {
    progress?.update((written += piece.length));
    yield piece;
  }
}

/** Reserves a name by creating an empty file. */
function reservePath(folder: string, name: string): string {
  for (let number = 1; number <= maxSameNames; number++) {
    const path = join(folder, numberedName(name, number));
    try {
      closeSync(openSync(path, 'wx', 0o600));
      return path;
    } catch (failed) {
      if (codeOf(failed) !== 'EEXIST') throw failed;
    }
  }
  const sentence = `The folder ${basename(folder)} holds too many files named ${name}. Move some of them away, then try again.`;
  throw new Failure('unavailable', 'folder_unwritable', sentence);
}

function asFailure(failed: unknown, folder: string): unknown {
  const code = codeOf(failed);
  if (failed instanceof Failure || code === undefined) return failed;
  if (diskProblemOf(failed) === 'disk_full') {
    const sentence = `There’s no space left for this file in ${folder}. Free up some space, then try again.`;
    return diskFailure('disk_full', failed, sentence);
  }
  const sentence = `The folder ${folder} can’t be written to: ${systemReason(failed)}. Choose another one in the settings, or make it writable.`;
  return new Failure('unavailable', 'folder_unwritable', sentence, { cause: failed });
}

function codeOf(failed: unknown): string | undefined {
  return failed instanceof Error && 'code' in failed && typeof failed.code === 'string' && /^E[A-Z]/.test(failed.code)
    ? failed.code
    : undefined;
}
