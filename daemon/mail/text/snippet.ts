import { isRuler } from './forwards.ts';
import { introductionAt, isQuoted } from './introductions.ts';
import { withoutPadding } from './invisible.ts';
import { isPhoneLine, isSignatureMark } from './signatures.ts';

const longest = 200;
/** Characters of the text that are looked at, and of a line. */
const looked = 8_000;
const usuallyEnough = 1_000;
const lookedOfLine = 1_000;

/** Newsletters begin with lines about how to view them. */
const aboutViewing = new RegExp(
  [
    '\\b(?:view|read|open|see|display)\\b.{0,40}\\b(?:browser|online|web ?page|on the web|in app)\\b',
    "\\bweb version\\b|having trouble (?:viewing|reading)|(?:can['’]?t|not) (?:see|display) (?:the |this )?(?:images|email)",
    '\\bim browser\\b|\\bonline ansehen\\b|\\bnavigateur\\b|\\bversion en ligne\\b|\\bnavegador\\b|\\bnel browser\\b',
    '\\bin (?:je|uw) browser\\b|webbläsare|multi-?part message in mime format',
  ].join('|'),
  'i',
);
/** One of these is in every such line; asking first spares most lines the long question. */
const mayBeHint = /brows|online|ligne|web|\bapp\b|navig|naveg|trouble|images|multi-?part/i;
const longestHint = 160;
/** `Title <https://…>`, `[image: …]`: what programs make of links and pictures in plain text. */
const inBrackets = /[<([](?:https?:\/\/|mailto:|tel:|cid:|image:)[^<>()[\]]*[>)\]]/gi;
const isAddressAlone = /^\W*(?:https?:\/\/|www\.)\S+$/i;
/** White space that is not one space already. */
const whiteSpace = /[^\S ]\s*| \s+/g;
const hasWord = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * The first words somebody wrote, on one line of at most 200 characters. Passes over quotes and what introduces them,
 * signatures, rulers, bare addresses, and hints on how to view the message; where nothing else is there, the first
 * words of what is quoted. Takes the same time however long the text is.
 */
export function snippetOf(text: string): string {
  const start = text.length > usuallyEnough ? firstWords(text.slice(0, usuallyEnough).split('\n')) : '';
  if (start.length >= longest - 1) return start;
  const lines = text.slice(0, looked).split('\n');
  return firstWords(lines) || firstWords(lines.map((line) => line.replace(/^[ >]+/, '')));
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

function firstWords(lines: readonly string[]): string {
  let words = '';
  for (let at = 0; at < lines.length && words.length <= longest;) {
    const line = lines[at] ?? '';
    if (line === '' || isQuoted(line)) {
      at += 1;
      continue;
    }
    const introduction = introductionAt(lines, at);
    if (introduction) {
      at += introduction.lines;
      // What follows is the earlier message, unless it is marked line by line and answered in between.
      if (words !== '' && introduction.by !== 'attribution') break;
      continue;
    }
    if (words !== '' && isSignatureMark(line)) break;
    const written = isPhoneLine(line) ? '' : wordsIn(line);
    if (written !== '') words = words === '' ? written : `${words} ${written}`;
    at += 1;
  }
  // Half a surrogate pair is no character.
  const end = isHighSurrogate(words.charCodeAt(longest - 1)) ? longest - 1 : longest;
  return words.slice(0, end).trimEnd();
}

/** What a line says in words, if it says anything in them. */
function wordsIn(line: string): string {
  if (isRuler(line)) return '';
  const seen = withoutPadding(line.slice(0, lookedOfLine));
  const said = (seen.includes(':') ? seen.replace(inBrackets, ' ') : seen).replace(whiteSpace, ' ').trim();
  if (!hasWord.test(said) || isAddressAlone.test(said)) return '';
  return said.length <= longestHint && mayBeHint.test(said) && aboutViewing.test(said) ? '' : said;
}
