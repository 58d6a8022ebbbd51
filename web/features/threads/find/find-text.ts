/** A position in one of several texts. */
type TextPosition = { text: number; offset: number };
/** A match, from its first character until before `end`. */
type TextMatch = { start: TextPosition; end: TextPosition };

/**
 * Finds a query in consecutive texts, also across their borders. Case, diacritics and the amount of white space do not
 * matter. `null` separates blocks: no match extends over it.
 */
export function findText(texts: readonly (string | null)[], query: string): TextMatch[] {
  const wanted = foldedQuery(query);
  if (wanted === '') return [];
  let folded = '';
  const positions: TextPosition[] = [];
  for (const [index, text] of texts.entries()) {
    if (text === null) {
      folded += '\n';
      positions.push({ text: index, offset: 0 });
      continue;
    }
    for (let offset = 0; offset < text.length; offset++) {
      const character = foldedCharacter(text[offset] ?? '');
      if (character === '' || (character === ' ' && /[ \n]$/.test(folded.slice(-1)))) continue;
      folded += character;
      positions.push({ text: index, offset });
    }
  }
  const matches: TextMatch[] = [];
  for (let at = folded.indexOf(wanted); at >= 0; at = folded.indexOf(wanted, at + wanted.length)) {
    const [start, last] = [positions[at], positions[at + wanted.length - 1]];
    if (start && last) matches.push({ start, end: { ...last, offset: last.offset + 1 } });
  }
  return matches;
}

/** The query as texts are compared with it. */
function foldedQuery(query: string): string {
  const characters = Array.from({ length: query.length }, (_, at) => foldedCharacter(query[at] ?? ''));
  return characters.join('').replace(/ +/g, ' ').trim();
}

const foldedCharacters = new Map<string, string>();

/** One character, or none for a combining mark, so that positions stay those of the text. */
function foldedCharacter(character: string): string {
  const known = foldedCharacters.get(character);
  if (known !== undefined) return known;
  const folded = /\s/.test(character)
    ? ' '
    : /[\p{Mark}\u00ad\u200b-\u200d\ufeff]/u.test(character)
      ? ''
      : ([...character.normalize('NFD').toLowerCase()][0] ?? '').slice(0, 1) || character;
  foldedCharacters.set(character, folded);
  return folded;
}
