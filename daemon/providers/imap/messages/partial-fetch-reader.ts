import type { MissingRange } from '../../provider.ts';

/** The smallest and the largest number of bytes per request. */
const [minFetchBytes, maxFetchBytes] = [64 * 1024, 4 * 1024 * 1024];

/** A longer search fails: the text between two parts is short. */
const maxSearchBytes = 1024 * 1024;

/**
 * A message that is read forwards with gaps; positions count in the whole message. `fetch` returns up to `length` bytes from
 * a position on, and fewer only at the message's end.
 */
export function createPartialFetchReader(fetch: (start: number, length: number) => Promise<Buffer>) {
  const pieces: Buffer[] = [];
  const missingRanges: MissingRange[] = [];
  /** The current range begins at `from`. */
  let [bufferStart, buffer, isAtEnd] = [0, Buffer.alloc(0), false];
  const bufferEnd = () => bufferStart + buffer.length;

  async function readUpTo(position: number): Promise<void> {
    while (bufferEnd() < position && !isAtEnd) {
      const wanted = Math.min(maxFetchBytes, Math.max(minFetchBytes, position - bufferEnd()));
      const piece = await fetch(bufferEnd(), wanted);
      isAtEnd = piece.length < wanted;
      buffer = Buffer.concat([buffer, piece]);
    }
  }

  return {
    async startsWith(position: number, text: string): Promise<boolean> {
      await readUpTo(position + text.length);
      return buffer.toString('latin1', position - bufferStart, position - bufferStart + text.length) === text;
    },
    /** The next position of `text`; undefined if it is not found. */
    async find(text: string, position: number): Promise<number | undefined> {
      await readUpTo(position + text.length);
      for (let start = position; ;) {
        const found = buffer.indexOf(text, start - bufferStart, 'latin1');
        if (found >= 0) return bufferStart + found;
        if (isAtEnd || bufferEnd() - position > maxSearchBytes) return undefined;
        start = Math.max(position, bufferEnd() - text.length);
        await readUpTo(bufferEnd() + 1);
      }
    },
    /** Continues reading after the gap. Bytes already read beyond its beginning are discarded. */
    skipRange(range: MissingRange): void {
      pieces.push(buffer.subarray(0, range.start - bufferStart));
      missingRanges.push(range);
      const after = range.start + range.length;
      isAtEnd &&= after < bufferEnd();
      buffer = buffer.subarray(Math.min(buffer.length, after - bufferStart));
      bufferStart = after;
    },
    async readToEnd(position: number): Promise<void> {
      await readUpTo(position);
      while (!isAtEnd) await readUpTo(bufferEnd() + 1);
    },
    message: () => ({ bytes: Buffer.concat([...pieces, buffer]), missingRanges }),
  };
}

export type PartialFetchReader = ReturnType<typeof createPartialFetchReader>;
