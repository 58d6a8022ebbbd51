/** A stretch of words that both texts have, that only the earlier one has, or only the later one. */
export type DiffPiece = { kind: 'same' | 'removed' | 'added'; text: string };

/** In longer texts only a common beginning and end are found, which takes linear time. */
const maxCompared = 1_500;

/** How one text became another, by words. All `same` and `removed` pieces are the earlier text, `same` and `added` the later one. */
export function wordDiff(before: string, after: string): DiffPiece[] {
  const [a, b] = [wordsOf(before), wordsOf(after)];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) start += 1;
  let end = 0;
  while (end < a.length - start && end < b.length - start && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  const [middleA, middleB] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  const isLong = middleA.length > maxCompared || middleB.length > maxCompared;
  return joined([
    { kind: 'same', text: a.slice(0, start).join('') },
    ...(isLong ? replaced(middleA, middleB) : compared(middleA, middleB)),
    { kind: 'same', text: a.slice(a.length - end).join('') },
  ]);
}

/** Words with the space after them. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|\S+\s*/g) ?? [];
}

function replaced(a: readonly string[], b: readonly string[]): DiffPiece[] {
  return [
    { kind: 'removed', text: a.join('') },
    { kind: 'added', text: b.join('') },
  ];
}

/** By the longest common subsequence. */
function compared(a: readonly string[], b: readonly string[]): DiffPiece[] {
  const width = b.length + 1;
  const lengths = new Uint16Array((a.length + 1) * width);
  const at = (i: number, j: number) => lengths[i * width + j] ?? 0;
  for (let i = a.length - 1; i >= 0; i--)
    for (let j = b.length - 1; j >= 0; j--)
      lengths[i * width + j] = a[i] === b[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const pieces: DiffPiece[] = [];
  let [i, j] = [0, 0];
  while (i < a.length || j < b.length) {
    if (i < a.length && j < b.length && a[i] === b[j]) {
      pieces.push({ kind: 'same', text: a[i] ?? '' });
      i += 1;
      j += 1;
    } else if (j >= b.length || (i < a.length && at(i + 1, j) >= at(i, j + 1)))
      pieces.push({ kind: 'removed', text: a[i++] ?? '' });
    else pieces.push({ kind: 'added', text: b[j++] ?? '' });
  }
  return pieces;
}

function joined(pieces: readonly DiffPiece[]): DiffPiece[] {
  const all: DiffPiece[] = [];
  for (const piece of pieces) {
    const last = all.at(-1);
    if (piece.text === '') continue;
    if (last?.kind === piece.kind) last.text += piece.text;
    else all.push({ ...piece });
  }
  return all;
}
