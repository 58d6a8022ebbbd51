/** `name` is the part of the label that a text may abbreviate; all of it by default. */
type Labelled = { key: string; label: string; name?: string };

/**
 * The matches of a text, best first: those that begin with it, then those with words that begin with its words in any order,
 * then those it abbreviates, as `marun` does "Mark as unread". Recently used entries come before equal matches. An empty
 * text matches all.
 */
export function ranked<Each extends Labelled>(all: readonly Each[], text: string, recent: readonly string[]): Each[] {
  const queryWords = splitWords(text);
  const recencyRank = ({ key }: Each) => {
    const at = recent.indexOf(key);
    return at < 0 ? recent.length : at;
  };
  return all
    .map((each) => ({ each, distance: distanceOf(each, queryWords), recency: recencyRank(each) }))
    .filter(({ distance }) => distance !== undefined)
    .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0) || one.recency - other.recency)
    .map(({ each }) => each);
}

function distanceOf({ label, name = label }: Labelled, queryWords: readonly string[]): number | undefined {
  const labelWords = splitWords(label);
  if (queryWords.length === 0 || labelWords.join(' ').startsWith(queryWords.join(' '))) return 0;
  if (isInOrder(labelWords, queryWords)) return 1;
  if (queryWords.every((part) => labelWords.some((word) => word.startsWith(part)))) return 2;
  return isAbbreviation(queryWords.join(''), splitWords(name)) ? 3 : undefined;
}

function isInOrder(labelWords: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  const at = labelWords.findIndex((word) => word.startsWith(first));
  return at >= 0 && isInOrder(labelWords.slice(at + 1), rest);
}

/** Whether the letters are prefixes of some of the words, in order. */
function isAbbreviation(abbreviation: string, labelWords: readonly string[]): boolean {
  // The numbers of letters that the words so far can match, all at once: testing each combination takes too long.
  const reached = new Set([0]);
  for (const word of labelWords) {
    for (const from of new Set(reached)) {
      for (let length = sharedLength(abbreviation.slice(from), word); length > 0; length--) reached.add(from + length);
    }
  }
  return reached.has(abbreviation.length);
}

function sharedLength(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** The words of a text in lower case without accents. */
function splitWords(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
