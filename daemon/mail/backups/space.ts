import { formatInteger } from '../../base/numbers.ts';
import { statfsSync } from 'node:fs';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { Failure } from '../../base/failure.ts';

/** Free space to keep in addition, for other files written in the meantime. */
const marginBytes = 20_000_000;

/** Throws Failure `disk_full`, which states the required space, if `bytes` do not fit on the disk of `folder`. */
export function requireSpace(folder: string, bytes: number, free: number = freeBytes(folder)): void {
  if (free >= bytes + marginBytes) return;
  throw diskFull(
    `${megabytes(bytes + marginBytes)} are needed in ${folder}, and ${megabytes(free)} are free. Free up some space and try again.`,
    { needed_bytes: bytes + marginBytes },
  );
}

/** The same failure for a disk that filled up in the meantime; any other error is returned unchanged. */
export function spaceFailure(thrown: unknown, folder: string): unknown {
  if (thrown instanceof Failure || diskProblemOf(thrown) !== 'disk_full') return thrown;
  return diskFull(`The disk of ${folder} filled up meanwhile. Free up some space and try again.`, { cause: thrown });
}

function diskFull(sentence: string, { cause, ...details }: { cause?: unknown; needed_bytes?: number }): Failure {
  return new Failure('full', 'disk_full', sentence, { ...details, cause, retryable: true });
}

function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

function megabytes(bytes: number): string {
  return `${formatInteger(Math.ceil(bytes / 1e6))} MB`;
}
