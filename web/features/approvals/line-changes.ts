/** A line of a text: as it was, taken out, or added. */
export type LineChange = { kind: 'same' | 'removed' | 'added'; line: string };

/** Larger texts are compared as a whole: the table has a cell for each pair of lines. */
const maxCells = 1_000_000;

/** What turns one text into another, line by line, with as few changes as possible. */
export function lineChanges(before: string, after: string): LineChange[] {
  const [old, current] = [before.split('\n'), after.split('\n')];
  if (old.length * current.length > maxCells)
    return [
      ...old.map((line) => ({ kind: 'removed', line }) as const),
      ...current.map((line) => ({ kind: 'added', line }) as const),
    ];
  const lengths = commonLengths(old, current);
  const changes: LineChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < current.length) {
    const [a, b] = [old[i], current[j]];
    if (a !== undefined && a === b) {
      changes.push({ kind: 'same', line: a });
      i++;
      j++;
    } else if (a !== undefined && (b === undefined || lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      changes.push({ kind: 'removed', line: a });
      i++;
    } else {
      changes.push({ kind: 'added', line: b! });
      j++;
    }
  }
  return changes;
}

/** The length of the longest common subsequence of the lines from `i` of one text and from `j` of the other. */
function commonLengths(old: readonly string[], current: readonly string[]): number[][] {
  const lengths = Array.from({ length: old.length + 1 }, () => Array.from({ length: current.length + 1 }, () => 0));
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = current.length - 1; j >= 0; j--)
      lengths[i]![j] =
        old[i] === current[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  return lengths;
}
