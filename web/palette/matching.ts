export type Named = { key: string; words: string };

/**
 * What the text may mean, the likeliest first: what begins with it, then what has words that begin with its words, in
 * their order or another, then what it is short for, as `marun` is for "Mark as unread". What was used lately stands
 * before others as likely. Without a text all are there.
 */
export function ranked<Each extends Named>(all: readonly Each[], text: string, recent: readonly string[]): Each[] {
  const wanted = wordsIn(text);
  const lateness = ({ key }: Each) => {
    const at = recent.indexOf(key);
    return at < 0 ? recent.length : at;
  };
  return all
    .map((each) => ({ each, distance: distanceOf(wordsIn(each.words), wanted), late: lateness(each) }))
    .filter(({ distance }) => distance !== undefined)
    .toSorted((one, other) => (one.distance ?? 0) - (other.distance ?? 0) || one.late - other.late)
    .map(({ each }) => each);
}

function distanceOf(words: readonly string[], wanted: readonly string[]): number | undefined {
  if (wanted.length === 0 || words.join(' ').startsWith(wanted.join(' '))) return 0;
  if (isInOrder(words, wanted)) return 1;
  if (wanted.every((part) => words.some((word) => word.startsWith(part)))) return 2;
  return isShortFor(wanted.join(''), words) ? 3 : undefined;
}

function isInOrder(words: readonly string[], [first, ...rest]: readonly string[]): boolean {
  if (first === undefined) return true;
  const at = words.findIndex((word) => word.startsWith(first));
  return at >= 0 && isInOrder(words.slice(at + 1), rest);
}

/** Whether the letters are the beginnings of some of the words, one after the other. */
function isShortFor(letters: string, words: readonly string[]): boolean {
  // How many of the letters the words so far can account for, in every way at once: way by way there would be too many.
  const reached = new Set([0]);
  for (const word of words) {
    for (const from of new Set(reached)) {
      for (let many = sharedLength(letters.slice(from), word); many > 0; many--) reached.add(from + many);
    }
  }
  return reached.has(letters.length);
}

function sharedLength(one: string, other: string): number {
  let many = 0;
  while (many < one.length && one[many] === other[many]) many += 1;
  return many;
}

/** The words of a text, without accents and in small letters. */
function wordsIn(text: string): string[] {
  const plain = text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase();
  return plain.match(/[\p{L}\p{N}]+/gu) ?? [];
}
