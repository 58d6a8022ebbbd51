import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { Failure } from '../../base/failure.ts';
import { systemReason } from '../../base/system-reason.ts';
import { isMissing } from '../../config/private-file.ts';

const chunkBytes = 64 * 1024;

/** Only this much of a longer line is read: a damaged file may be one line. */
const maxLineBytes = 256 * 1024;

const newline = 0x0a;

/**
 * The lines of a log, newest first, including its older files (`<file>.1`, `<file>.2` …), read in chunks. The log may be
 * written to and rotated in the meantime. Throws Failure `log_unreadable`.
 */
export function* logLines(file: string): Generator<string, undefined> {
  const readInodes = new Set<number>();
  let missing = 0;
  // During a rotation at most one file name is missing.
  for (let number = 0; missing < 2; number++) {
    const handle = openIfPresent(number === 0 ? file : `${file}.${number}`);
    if (handle === undefined) {
      missing++;
      continue;
    }
    missing = 0;
    try {
      const { ino, size } = fstatSync(handle);
      // A rotation may have moved a file that was read already to the next name.
      if (!readInodes.has(ino)) yield* linesOf(handle, size);
      readInodes.add(ino);
    } finally {
      closeSync(handle);
    }
  }
}

function openIfPresent(path: string): number | undefined {
  try {
    return openSync(path, 'r');
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    const sentence = `The log ${path} can’t be read (${systemReason(thrown)}). Make it a file that you may read.`;
    throw new Failure('unavailable', 'log_unreadable', sentence, { cause: thrown });
  }
}

function* linesOf(handle: number, size: number): Generator<string, undefined> {
  /** The end of a line that starts in an earlier chunk. */
  let rest: Buffer = Buffer.alloc(0);
  for (let end = size; end > 0; end -= chunkBytes) {
    const chunk = readChunk(handle, Math.max(0, end - chunkBytes), end);
    const joined = Buffer.concat([chunk, rest]).subarray(0, maxLineBytes);
    const first = joined.indexOf(newline);
    if (first >= 0) yield* linesBackwards(joined.subarray(first + 1));
    rest = first >= 0 ? joined.subarray(0, first) : joined;
  }
  yield* linesBackwards(rest);
}

/** Shorter than requested if the file was truncated in the meantime. */
function readChunk(handle: number, start: number, end: number): Buffer {
  const chunk = Buffer.alloc(end - start);
  return chunk.subarray(0, readSync(handle, chunk, 0, chunk.length, start));
}

function* linesBackwards(text: Buffer): Generator<string, undefined> {
  for (let end = text.length; end > 0;) {
    const before = text.lastIndexOf(newline, end - 1);
    if (before + 1 < end) yield text.toString('utf8', before + 1, end);
    end = before;
  }
}
