import { Failure } from '../../base/failure.ts';
import { formatInteger } from '../../base/numbers.ts';

/** Free space to keep in addition, for other files written in the meantime. */
const marginBytes = 20_000_000;

/** Throws Failure `disk_full` if `bytes` do not fit on the disk of `folder`. */
export function requireExportSpace(bytes: number, { folder, free }: { folder: string; free: number | null }): void {
  if (free === null || free >= bytes + marginBytes) return;
  const needed = `The export takes about ${megabytes(bytes)} in ${folder}, and ${megabytes(free)} are free.`;
  throw diskFull(`${needed} Free some space, or choose another folder for downloads.`);
}

/** The failure for a disk that filled up in the meantime; any other error is returned unchanged. */
export function spaceFailure(thrown: unknown, folder: string): unknown {
  const code = thrown instanceof Error && 'code' in thrown ? thrown.code : undefined;
  if (code !== 'ENOSPC' && code !== 'EDQUOT') return thrown;
  const sentence = `The disk of ${folder} filled up, and nothing of the export was kept. Free some space and try again.`;
  return diskFull(sentence, thrown);
}

function diskFull(sentence: string, cause?: unknown): Failure {
  return new Failure('unavailable', 'disk_full', sentence, { cause, retryable: true });
}

function megabytes(bytes: number): string {
  return `${formatInteger(Math.ceil(bytes / 1e6))} MB`;
}
