/** Scripts that are written without spaces between words: Han, Kana, Hangul and Thai. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+/gu;

/**
 * Text as the index keeps it and as queries ask for it: NFKC, and every run of an unspaced script rewritten into
 * overlapping pairs of characters, so that any part of at least two characters is found.
 */
export function indexWords(text: string): string {
  const normal = text.normalize('NFKC');
  return normal.replace(unspaced, (run) => ` ${pairs([...run]).join(' ')} `);
}

function pairs(characters: string[]): string[] {
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
