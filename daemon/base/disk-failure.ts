import { Failure } from './failure.ts';

/** What prevents a disk from storing something. Each is also the code of the failure. */
export type DiskProblem = 'disk_full' | 'disk_read_only' | 'disk_error';

/** Error codes of the system and of SQLite. An extended code of SQLite begins with the primary one. */
const codes: readonly (readonly [RegExp, DiskProblem])[] = [
  // The shared memory of a write-ahead log is a file; SQLite reports a full disk under it as an input/output error.
  [/^(ENOSPC|EDQUOT|SQLITE_FULL|SQLITE_IOERR_SHMSIZE)$/, 'disk_full'],
  // Plain SQLITE_READONLY says nothing about the disk on a connection that only reads.
  [/^(EROFS|SQLITE_READONLY_.+)$/, 'disk_read_only'],
  [/^(EIO|SQLITE_IOERR(_.*)?)$/, 'disk_error'],
];

const sentences: Record<DiskProblem, string> = {
  disk_full: 'The disk is full, so nothing can be saved. Free up some space, and Posthorn continues automatically.',
  disk_read_only:
    'The disk is read-only, so nothing can be saved. Make it writable again, and Posthorn continues automatically.',
  disk_error: 'The disk reports errors, so nothing can be saved. Check the disk. Posthorn retries automatically.',
};

/** The problem of the disk that an error, or what caused it, reports; undefined for every other error. */
export function diskProblemOf(thrown: unknown): DiskProblem | undefined {
  for (let error = thrown; error instanceof Error; error = error.cause) {
    const code = 'code' in error ? String(error.code) : '';
    if (code in sentences) return code as DiskProblem;
    const known = codes.find(([pattern]) => pattern.test(code));
    if (known) return known[1];
  }
  return undefined;
}

const startSentences: Record<DiskProblem, string> = {
  disk_full: 'Your mail can’t be opened because the disk is full. Free up some space, and it opens automatically.',
  disk_read_only: 'Your mail can’t be opened because the disk is read-only. Make it writable and start Posthorn again.',
  disk_error: 'Your mail can’t be opened because the disk reports errors. Check the disk, then start Posthorn again.',
};

/** As `toDiskFailure`, for an error that prevents a start. Failures that say what to do are returned unchanged. */
export function toStartFailure(thrown: unknown): unknown {
  const problem = diskProblemOf(thrown);
  if (problem === undefined) return thrown;
  const isOwn = thrown instanceof Failure && thrown.message !== sentences[problem];
  return isOwn ? thrown : diskFailure(problem, thrown, startSentences[problem]);
}

/** The sentence for users on a problem of the disk. */
export function diskSentence(problem: DiskProblem): string {
  return sentences[problem];
}

/** Failure `disk_full`, `disk_read_only` or `disk_error`. Any of them may be tried again. */
export function diskFailure(problem: DiskProblem, cause?: unknown, sentence = sentences[problem]): Failure {
  return new Failure(problem === 'disk_full' ? 'full' : 'unavailable', problem, sentence, { cause, retryable: true });
}

/** Converts an error of the disk to its failure. Returns a failure of the disk, and any other error, unchanged. */
export function toDiskFailure(thrown: unknown): unknown {
  const problem = diskProblemOf(thrown);
  if (problem === undefined || (thrown instanceof Failure && thrown.code === problem)) return thrown;
  return diskFailure(problem, thrown);
}
