/**
 * Finds `needle` at or after an offset that never decreases. A match is cached until it is passed, so that all calls
 * together read the bytes once. Returns the length of `bytes` if there is no further match.
 */
export function forwardSearch(bytes: Buffer, needle: string): (from: number) => number {
  let known = -1;
  return (from) => {
    if (known < from) {
      const found = bytes.indexOf(needle, from, 'latin1');
      known = found < 0 ? bytes.length : found;
    }
    return known;
  };
}
