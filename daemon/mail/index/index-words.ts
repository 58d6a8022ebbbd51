/** Scripts that are written without spaces between words: Han, Kana, Hangul and Thai. */
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}ー]+/gu;
/**
 * A quick test for these scripts by their approximate blocks, which is much faster than testing the script property.
 */
const mayHaveUnspaced = /[\u0e00-\u0e7f\u1100-\u11ff\u2e80-\ua4cf\ua960-\ua97f\uac00-\ud7ff\ud800-\udbff\uf900-\ufaff]/;
const isBeyondAscii = /[^\0-\x7f]/;

/**
 * Normalizes text for the index and for queries: NFKC, with every run of an unspaced script rewritten into
 * overlapping pairs of characters, so that any part of at least two characters is found. ASCII is returned unchanged.
 */
export function indexWords(text: string): string {
  if (!isBeyondAscii.test(text)) return text;
  const normal = text.normalize('NFKC');
  return mayHaveUnspaced.test(normal) ? normal.replace(unspaced, (run) => ` ${pairs([...run]).join(' ')} `) : normal;
}

function pairs(characters: string[]): string[] {
  if (characters.length < 2) return characters;
  return characters.slice(1).map((character, i) => `${characters[i]}${character}`);
}
