import { Failure } from '../../base/failure.ts';

/** A stretch of a query, in UTF-16 code units. */
export type Span = { position: number; length: number };

/**
 * What is wrong with a query, as a Failure `bad_query`: a sentence, where it is, and the values that may stand there
 * where they are few enough to list.
 */
export function badQuery(message: string, { position, length }: Span, expected?: readonly string[]): Failure {
  return new Failure('invalid', 'bad_query', message, { position, length, ...(expected && { expected }) });
}

/** The sentence that goes with a value nobody knows: what was probably meant, and what `shown` there is. */
export function unknownValue(field: string, value: string, known: readonly string[], shown: readonly string[]): string {
  const near = closestWord(value, known);
  const guess = near ? ` Did you mean ${field}:${near}?` : '';
  return `“${field}:” does not know “${value}”.${guess} It knows ${shown.join(', ')}.`;
}

/** The nearest of some words, as far as a slip goes; undefined where none is near. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const maxDistance = word.length < 5 ? 1 : 2;
  const [first] = known
    .map((each) => ({ each, distance: editDistance(word, each) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance);
  return first?.each;
}

/** Letters added, left out, replaced, or swapped with their neighbour, to make one word of the other. */
export function editDistance(a: string, b: string): number {
  let before: number[] = [];
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      const swapped = isSwap ? (before[j - 2] ?? 0) + 1 : Infinity;
      next.push(Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, replaced, swapped));
    }
    before = row;
    row = next;
  }
  return row[b.length] ?? 0;
}
