/** Parses a set such as `1:3,7,9:*` (RFC 3501, section 9): returns whether a number is in it. `last` is the value of `*`. */
export function readSet(text: string, last: number): (number: number) => boolean {
  const ranges = text.split(',').map((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return [Math.min(from, to), Math.max(from, to)] as const;
  });
  return (number) => ranges.some(([from, to]) => from <= number && number <= to);
}

/** Formats ascending numbers as a set. */
export function writeSet(numbers: readonly number[]): string {
  const ranges: [number, number][] = [];
  for (const number of numbers) {
    const last = ranges.at(-1);
    if (last && last[1] + 1 === number) last[1] = number;
    else ranges.push([number, number]);
  }
  return ranges.map(([from, to]) => (from === to ? `${from}` : `${from}:${to}`)).join(',');
}
