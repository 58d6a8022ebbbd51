/** A set of UIDs: ranges, both ends included, ascending, with a gap between any two. */
export type UidSet = readonly (readonly [first: number, last: number])[];

export const noUids: UidSet = [];

export function uidSetOf(uids: Iterable<number>): UidSet {
  return mergeRanges([...uids].toSorted((a, b) => a - b).map((uid) => [uid, uid] as const));
}

/** Parses an IMAP sequence set of plain numbers (`1:5,7`), as in ESEARCH and VANISHED. */
export function parseUids(text: string): UidSet {
  const ranges = text.split(',').flatMap((part) => {
    const [first = NaN, last = first] = part.split(':').map(Number);
    return first > 0 && last > 0 ? [[Math.min(first, last), Math.max(first, last)] as const] : [];
  });
  return mergeRanges(ranges.toSorted((a, b) => a[0] - b[0]));
}

/** The set in the notation of IMAP commands. */
export function formatUids(set: UidSet): string {
  return set.map(([first, last]) => (first === last ? `${first}` : `${first}:${last}`)).join(',');
}

/** The compact notation for cursors: for each range the distance from the previous one and its length, in base 36. */
export function packUids(set: UidSet): string {
  let end = 0;
  return set
    .map(([first, last]) => {
      const distance = (first - end).toString(36);
      end = last;
      return first === last ? distance : `${distance}+${(last - first).toString(36)}`;
    })
    .join(',');
}

export function unpackUids(text: string): UidSet {
  if (text === '') return noUids;
  let end = 0;
  return text.split(',').map((part) => {
    const [distance = '', length = '0'] = part.split('+');
    const first = end + parseInt(distance, 36);
    end = first + parseInt(length, 36);
    if (!(first > 0 && end >= first)) throw new RangeError(`This is no set of UIDs: ${text.slice(0, 80)}`);
    return [first, end] as const;
  });
}

export function countOf(set: UidSet): number {
  return set.reduce((count, [first, last]) => count + last - first + 1, 0);
}

/** The highest UID, 0 in an empty set. */
export function highestOf(set: UidSet): number {
  return set.at(-1)?.[1] ?? 0;
}

export function hasUid(set: UidSet, uid: number): boolean {
  let [low, high] = [0, set.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    const [first, last] = set[middle] ?? [0, 0];
    if (uid < first) high = middle - 1;
    else if (uid > last) low = middle + 1;
    else return true;
  }
  return false;
}

export function union(a: UidSet, b: UidSet): UidSet {
  return mergeRanges([...a, ...b].toSorted((one, other) => one[0] - other[0]));
}

/** The UIDs in `a` and not in `b`. */
export function difference(a: UidSet, b: UidSet): UidSet {
  const remaining: [number, number][] = [];
  let next = 0;
  for (const [first, last] of a) {
    while (next < b.length && (b[next]?.[1] ?? 0) < first) next++;
    let start = first;
    for (let at = next; at < b.length; at++) {
      const [from, to] = b[at] ?? [Infinity, Infinity];
      if (from > last) break;
      if (from > start) remaining.push([start, from - 1]);
      start = Math.max(start, to + 1);
    }
    if (start <= last) remaining.push([start, last]);
  }
  return remaining;
}

/** The UIDs in both. */
export function intersection(a: UidSet, b: UidSet): UidSet {
  return difference(a, difference(a, b));
}

/** The `count` highest UIDs. */
export function newestOf(set: UidSet, count: number): UidSet {
  const newest: [number, number][] = [];
  for (let at = set.length - 1, missing = count; at >= 0 && missing > 0; at--) {
    const [first, last] = set[at] ?? [0, -1];
    const from = Math.max(first, last - missing + 1);
    newest.unshift([from, last]);
    missing -= last - from + 1;
  }
  return newest;
}

/** The `count` lowest UIDs. */
export function oldestOf(set: UidSet, count: number): UidSet {
  const newer = countOf(set) - count;
  return newer <= 0 ? set : difference(set, newestOf(set, newer));
}

/** The UIDs from `first` on. */
export function uidsFrom(set: UidSet, first: number): UidSet {
  return difference(set, [[0, first - 1]]);
}

export function* uidsOf(set: UidSet): Generator<number> {
  for (const [first, last] of set) for (let uid = first; uid <= last; uid++) yield uid;
}

function mergeRanges(ranges: (readonly [number, number])[]): UidSet {
  const set: [number, number][] = [];
  for (const [first, last] of ranges) {
    const before = set.at(-1);
    if (before && first <= before[1] + 1) before[1] = Math.max(before[1], last);
    else set.push([first, last]);
  }
  return set;
}
