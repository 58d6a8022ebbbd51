import { Failure } from '../../base/failure.ts';

/** A range of a query, in UTF-16 code units. */
export type Span = { position: number; length: number };

/**
 * Creates the Failure `bad_query`: a sentence, the range of the error, and the valid values if there are few enough to
 * list.
 */
export function badQuery(message: string, { position, length }: Span, expected?: readonly string[]): Failure {
  return new Failure('invalid', 'bad_query', message, { position, length, ...(expected && { expected }) });
}

/** The message for an unknown value: a suggestion, and the valid values in `shown`. */
export function unknownValue(field: string, value: string, known: readonly string[], shown: readonly string[]): string {
  const near = closestWord(value, known);
  const guess = near ? ` Did you mean ${field}:${near}?` : '';
  return `“${field}:” can’t be “${value}”.${guess} It can be ${shown.join(', ')}.`;
}

/** The closest of some words within a small edit distance; undefined if none is close. */
export function closestWord(word: string, known: readonly string[]): string | undefined {
  if (word.length > 40) return undefined;
  const maxDistance = word.length < 5 ? 1 : 2;
  const [first] = known
    .map((each) => ({ each, distance: editDistance(word, each) }))
    .filter(({ distance }) => distance <= maxDistance)
    .toSorted((a, b) => a.distance - b.distance);
  return first?.each;
}

/** The number of characters added, removed, replaced or transposed to turn one word into the other. */
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
