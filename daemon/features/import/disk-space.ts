import { Failure } from '../../base/failure.ts';

/** What is to stay free, in bytes: the mail itself is stored beside the files. */
const reservedBytes = 100_000_000;

/** Throws Failure `disk_full` where `bytes` more would fill the disk of a folder; where nobody can say it passes. */
export async function requireDiskSpace(
  folder: string,
  bytes: number,
  freeBytes: (folder: string) => Promise<number | null>,
): Promise<void> {
  const free = await freeBytes(folder);
  if (free !== null && free < bytes + reservedBytes) throw diskFull();
}

/** A full disk as a failure that says so; anything else as it is. */
export function toDiskFullFailure(thrown: unknown): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  return code === 'ENOSPC' || code === 'EDQUOT' ? diskFull(thrown) : thrown;
}

function diskFull(cause?: unknown): Failure {
  const sentence = 'There is not enough room on the disk for this file. Free some space, and go on.';
  return new Failure('unavailable', 'disk_full', sentence, { cause, retryable: true });
}
