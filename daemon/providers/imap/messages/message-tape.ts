import type { Gap } from '../../provider.ts';

/** What is asked for at a time, at least and at most. */
const [stretchBytes, longestStretch] = [64 * 1024, 4 * 1024 * 1024];

/** A search that goes on for longer finds nothing: what stands between two parts is short. */
const longestSearch = 1024 * 1024;

/**
 * A message that is read forwards, here and there; positions count in the whole message. `fetch` gives up to `length`
 * bytes from a position on, and fewer only at the message's end.
 */
export function messageTape(fetch: (start: number, length: number) => Promise<Buffer>) {
  const read: Buffer[] = [];
  const gaps: Gap[] = [];
  /** The stretch that is being read begins at `from`. */
  let [from, here, isAtEnd] = [0, Buffer.alloc(0), false];
  const end = () => from + here.length;

  async function readUpTo(position: number): Promise<void> {
    while (end() < position && !isAtEnd) {
      const wanted = Math.min(longestStretch, Math.max(stretchBytes, position - end()));
      const piece = await fetch(end(), wanted);
      isAtEnd = piece.length < wanted;
      here = Buffer.concat([here, piece]);
    }
  }

  return {
    async startsWith(position: number, text: string): Promise<boolean> {
      await readUpTo(position + text.length);
      return here.toString('latin1', position - from, position - from + text.length) === text;
    },
    /** Where `text` stands next; undefined where it does not. */
    async find(text: string, position: number): Promise<number | undefined> {
      await readUpTo(position + text.length);
      for (let start = position; ;) {
        const found = here.indexOf(text, start - from, 'latin1');
        if (found >= 0) return from + found;
        if (isAtEnd || end() - position > longestSearch) return undefined;
        start = Math.max(position, end() - text.length);
        await readUpTo(end() + 1);
      }
    },
    /** What follows is read from behind the gap. What was read beyond its beginning is forgotten. */
    leaveOut(gap: Gap): void {
      read.push(here.subarray(0, gap.start - from));
      gaps.push(gap);
      const after = gap.start + gap.length;
      isAtEnd &&= after < end();
      here = here.subarray(Math.min(here.length, after - from));
      from = after;
    },
    async readToEnd(position: number): Promise<void> {
      await readUpTo(position);
      while (!isAtEnd) await readUpTo(end() + 1);
    },
    message: () => ({ bytes: Buffer.concat([...read, here]), gaps }),
  };
}

export type MessageTape = ReturnType<typeof messageTape>;
