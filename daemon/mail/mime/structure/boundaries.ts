import { forwardSearch } from './forward-search.ts';

/** A line that ends a part (RFC 2046, section 5.1.1): `level` is the number of open boundaries around its multipart. */
export type Delimiter = { level: number; isClosing: boolean; start: number; nextLine: number };

export type Boundaries = {
  /** Adds the boundary of a multipart that begins, inside the open ones. */
  open(boundary: string): void;
  /** Removes all boundaries except the outermost `count`. */
  closeBelow(count: number): void;
  count(): number;
  /** Whether this boundary is open. */
  has(boundary: string): boolean;
  /**
   * Returns the next delimiter of an open boundary that begins before `limit`, and moves past it. `from` never
   * decreases.
   */
  next(from: number, limit: number): Delimiter | undefined;
};

/** Longer lines are not delimiters; RFC 2046 limits boundaries to 70 characters. */
const maxLineBytes = 2_000;

/**
 * The open boundaries at an offset of `bytes`, and their delimiter lines in order. Each line that begins with two
 * hyphens is examined once and looked up by its name, so that the number of open boundaries does not matter.
 */
export function createBoundaries(bytes: Buffer): Boundaries {
  const open: { key: string; shadowed: number | undefined }[] = [];
  const innermost = new Map<string, number>();
  const findDashes = forwardSearch(bytes, '\n--');
  const levelOf = (key: string) => innermost.get(key) ?? -1;

  const delimiterAt = (start: number): Delimiter | undefined => {
    const line = lineAt(bytes, start);
    const key = bytes.toString('latin1', start + 2, line.end);
    const level = levelOf(key);
    const closing = key.endsWith('--') ? levelOf(key.slice(0, -2)) : -1;
    if (level < 0 && closing < 0) return undefined;
    return { level: Math.max(level, closing), isClosing: closing > level, start, nextLine: line.after };
  };

  return {
    open(boundary) {
      const key = boundaryKey(boundary);
      open.push({ key, shadowed: innermost.get(key) });
      innermost.set(key, open.length - 1);
    },
    closeBelow(count) {
      while (open.length > count) {
        const { key, shadowed } = open.pop() ?? { key: '', shadowed: undefined };
        if (shadowed === undefined) innermost.delete(key);
        else innermost.set(key, shadowed);
      }
    },
    count: () => open.length,
    has: (boundary) => innermost.has(boundaryKey(boundary)),
    next(from, limit) {
      let at = findDashes(Math.max(from - 1, 0));
      while (at + 1 < limit) {
        const found = delimiterAt(at + 1);
        if (found) return found;
        at = findDashes(at + 1);
      }
      return undefined;
    },
  };
}

/** A boundary as its line contains it: bytes as Latin-1, without the trailing space that RFC 2046 forbids. */
function boundaryKey(boundary: string): string {
  return Buffer.from(boundary).toString('latin1').trimEnd();
}

function lineAt(bytes: Buffer, start: number): { end: number; after: number } {
  const feed = bytes.indexOf(10, start);
  const after = feed < 0 ? bytes.length : feed + 1;
  let end = feed < 0 ? bytes.length : feed;
  if (end - start > maxLineBytes) return { end: start + 2, after };
  while (end > start && isBlank(bytes[end - 1])) end--;
  return { end: Math.max(end, start + 2), after };
}

function isBlank(byte: number | undefined): boolean {
  return byte === 32 || byte === 9 || byte === 13;
}
