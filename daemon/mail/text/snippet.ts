import { isRuler } from './forwards.ts';
import { introductionAt } from './introductions.ts';
import { removePadding } from './invisible-characters.ts';
import { isQuoted } from './quoted-lines.ts';
import { isDeviceSignature, isSignatureSeparator } from './signatures.ts';

const maxSnippetLength = 200;
/** Maximum number of characters read from the text, and from a line. */
const maxScannedLength = 8_000;
const firstScanLength = 1_000;
const maxScannedLineLength = 1_000;

/** Newsletters begin with hints on how to view them. */
const viewingHintPattern = new RegExp(
  [
    '\\b(?:view|read|open|see|display)\\b.{0,40}\\b(?:browser|online|web ?page|on the web|in app)\\b',
    "\\bweb version\\b|having trouble (?:viewing|reading)|(?:can['’]?t|not) (?:see|display) (?:the |this )?(?:images|email)",
    '\\bim browser\\b|\\bonline ansehen\\b|\\bnavigateur\\b|\\bversion en ligne\\b|\\bnavegador\\b|\\bnel browser\\b',
    '\\bin (?:je|uw) browser\\b|webbläsare|multi-?part message in mime format',
  ].join('|'),
  'i',
);
/** Every such line contains one of these; testing them first avoids the slow pattern for most lines. */
const viewingHintKeyword = /brows|online|ligne|web|\bapp\b|navig|naveg|trouble|images|multi-?part/i;
const maxHintLength = 160;
/** `Title <https://…>`, `[image: …]`: links and images in generated plain text. */
const bracketedAddressPattern = /[<([](?:https?:\/\/|mailto:|tel:|cid:|image:)[^<>()[\]]*[>)\]]/gi;
const bareAddressPattern = /^\W*(?:https?:\/\/|www\.)\S+$/i;
/** White space other than a single space. */
const whiteSpacePattern = /[^\S ]\s*| \s+/g;
const wordPattern = /[\p{L}\p{N}\p{Extended_Pictographic}]/u;

/**
 * The first words of the sender's own text, on one line of at most 200 characters. Skips quotes and their
 * introductions, signatures, rules, bare addresses, and hints on how to view the message; if nothing else is left, the
 * first words of the quote. The time does not depend on the length of the text.
 */
export function snippetOf(text: string): string {
  const start = text.length > firstScanLength ? firstWords(text.slice(0, firstScanLength).split('\n')) : '';
  if (start.length >= maxSnippetLength - 1) return start;
  const lines = text.slice(0, maxScannedLength).split('\n');
  return firstWords(lines) || firstWords(lines.map((line) => line.replace(/^[ >]+/, '')));
}

const isHighSurrogate = (code: number) => code >= 0xd800 && code <= 0xdbff;

function firstWords(lines: readonly string[]): string {
  let words = '';
  for (let at = 0; at < lines.length && words.length <= maxSnippetLength;) {
    const line = lines[at] ?? '';
    if (line === '' || isQuoted(line)) {
      at += 1;
      continue;
    }
    const introduction = introductionAt(lines, at);
    if (introduction) {
      at += introduction.lines;
      // An earlier message follows, unless it is quoted line by line with answers in between.
      if (words !== '' && introduction.kind !== 'attribution') break;
      continue;
    }
    if (words !== '' && isSignatureSeparator(line)) break;
    const lineText = isDeviceSignature(line) ? '' : textOfLine(line);
    if (lineText !== '') words = words === '' ? lineText : `${words} ${lineText}`;
    at += 1;
  }
  // Half a surrogate pair is not a character.
  const end = isHighSurrogate(words.charCodeAt(maxSnippetLength - 1)) ? maxSnippetLength - 1 : maxSnippetLength;
  return words.slice(0, end).trimEnd();
}

/** The words of a line, if it has any. */
function textOfLine(line: string): string {
  if (isRuler(line)) return '';
  const visible = removePadding(line.slice(0, maxScannedLineLength));
  const text = (visible.includes(':') ? visible.replace(bracketedAddressPattern, ' ') : visible)
    .replace(whiteSpacePattern, ' ')
    .trim();
  if (!wordPattern.test(text) || bareAddressPattern.test(text)) return '';
  return text.length <= maxHintLength && viewingHintKeyword.test(text) && viewingHintPattern.test(text) ? '' : text;
}
