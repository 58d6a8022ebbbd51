/**
 * Finds `needle` at or after a place that never goes back. What was found stays known until it is passed, so that any
 * number of questions together read the bytes once. Answers the length of `bytes` where there is none left.
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
