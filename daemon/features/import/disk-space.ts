import { diskFailure, diskProblemOf } from '../../base/disk-failure.ts';
import type { Failure } from '../../base/failure.ts';

/** The space to keep free, in bytes: the mail itself is stored in addition to the files. */
const reservedBytes = 100_000_000;

/** Throws Failure `disk_full` if `bytes` more would fill the disk of a folder; passes if the free space is unknown. */
export async function requireDiskSpace(
  folder: string,
  bytes: number,
  freeBytes: (folder: string) => Promise<number | null>,
): Promise<void> {
  const free = await freeBytes(folder);
  if (free !== null && free < bytes + reservedBytes) throw diskFull();
}

/** Converts a full-disk error to a failure; returns any other error unchanged. */
export function toDiskFullFailure(thrown: unknown): unknown {
  return diskProblemOf(thrown) === 'disk_full' ? diskFull(thrown) : thrown;
}

function diskFull(cause?: unknown): Failure {
  const sentence = 'There isn’t enough space on the disk for this file. Free up some space, then continue.';
  return diskFailure('disk_full', cause, sentence);
}
