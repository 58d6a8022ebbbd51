import { alternatives, attributionOpenings, attributionVerbs, nameParticles } from './mail-phrases.ts';
import { isQuoted, nextNonBlank } from './quoted-lines.ts';

const maxLines = 4;
const maxLength = 400;
const maxNameLength = 80;

const verbPattern = new RegExp(
  `(?:^|[\\s>»”"',)\\d\\p{Script=Han}\\p{Script=Hiragana}])${alternatives(attributionVerbs)}(?:[\\s:：(<*-]|$)`,
  'iu',
);
const finalVerbPattern = /(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev)(?:\s*-{2,})?$/i;
const speechVerbPattern = /\b(?:said|says|replied|responded|antwortete|meinte|a dit)\b/i;
const openingPattern = new RegExp(`^[\\s*_-]*(?:${alternatives(attributionOpenings)}[\\s,]|\\d)`, 'iu');
const datePattern = /(?:19|20)\d\d|\d{1,2}[:.h]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
/** Mail programs put these around names in Hebrew or Arabic lines, and after the colon. */
const directionMarks = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const digitPattern = /\d/;
/** Capitalized words as in the name of a From field. */
const namePattern = new RegExp(
  `^["'“„(]?[\\p{Lu}\\p{Lo}][^\\s.!?:]*\\.?(?:\\s+(?:["'“„(]?[\\p{Lu}\\p{Lo}\\d][^\\s!?:]*|[-–—/|&]|${alternatives(nameParticles)})){0,8},?$`,
  'u',
);
const addressStartPattern = /^\s*[<("]*[^\s<>()"@]+@[^\s<>()@]+/u;
const messageOpeningPattern = /^\s*in (?:message|article)\s/i;

/**
 * The number of lines from `at` on that form an attribution, `On Tuesday Ada wrote:` in some thirty languages, wrapped
 * over at most four lines; 0 if they do not.
 */
export function attributionLines(lines: readonly string[], at: number): number {
  const start = lines[at] ?? '';
  if (start.length > maxLength) return 0;
  const hasDigit = digitPattern.test(start);
  const hasName = beginsWithName(lines, at);
  if (!hasDigit && !hasName) return 0;
  const first = start.replace(directionMarks, '');
  if (mayEnd(first)) return isAttribution(first.trim()) ? 1 : 0;
  if (!hasName && !openingPattern.test(first) && !datePattern.test(first)) return 0;
  return wrappedLines(lines, at, isAttribution);
}

/**
 * The number of lines from `at` on that introduce the quoted lines directly below them. The conditions are weaker than for
 * an attribution: the text ends with a colon and contains a time, or a verb such as "wrote" or "said".
 */
export function quoteIntroductionLines(lines: readonly string[], at: number): number {
  const line = lines[at] ?? '';
  const isWrapped = !endsInColon(line);
  if (line.length > maxLength || (isWrapped && !mayBeWrapped(lines, at))) return 0;
  const count = isWrapped ? wrappedLines(lines, at, isWrappedIntroduction) : introducesQuote(line) ? 1 : 0;
  return count > 0 && isQuoted(lines[nextNonBlank(lines, at + count)] ?? '') ? count : 0;
}

function introducesQuote(line: string): boolean {
  return datePattern.test(line) || verbPattern.test(line) || speechVerbPattern.test(line);
}

/** The number of lines from `at` on, more than one, up to the first that can end an attribution; 0 if it does not. */
function wrappedLines(lines: readonly string[], at: number, isWhole: (text: string) => boolean): number {
  let joined = (lines[at] ?? '').replace(directionMarks, '').trim();
  for (let count = 2; count <= maxLines && at + count <= lines.length; count += 1) {
    const line = (lines[at + count - 1] ?? '').replace(directionMarks, '').trim();
    if (line === '' || joined.length + line.length > maxLength) return 0;
    joined += ` ${line}`;
    if (mayEnd(line)) return isWhole(joined) ? count : 0;
  }
  return 0;
}

/** Whether an introduction without a date can begin here: with `On`, with the id of a message, or with a name. */
function mayBeWrapped(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  const hasAddress =
    line.includes('@') || lines[at + 1]?.includes('@') === true || lines[at + 2]?.includes('@') === true;
  if (!hasAddress) return false;
  return messageOpeningPattern.test(line) || openingPattern.test(line) || beginsWithName(lines, at);
}

function isWrappedIntroduction(text: string): boolean {
  return endsInColon(text) && text.includes('@') && verbPattern.test(text);
}

/**
 * Whether a paragraph begins here with a name and an address, possibly on the next line, as the wrapped attribution
 * `Ada Byron via Engines` above `<ada@example.org> wrote on 3 May 2024:`.
 */
function beginsWithName(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? '';
  const next = lines[at + 1] ?? '';
  const isAddressHere = line.includes('@');
  if ((!isAddressHere && !next.includes('@')) || next.trim() === '') return false;
  const above = lines[at - 1] ?? '';
  if (above.trim() !== '' && !isQuoted(above)) return false;
  const name = (isAddressHere ? line.replace(/[^\s]*@[\s\S]*$/, '').replace(/[\s<("]+$/, '') : line).trim();
  if (name.length > maxNameLength || (!isAddressHere && !addressStartPattern.test(next))) return false;
  return name === '' || namePattern.test(name);
}

function mayEnd(line: string): boolean {
  return endsInColon(line) || finalVerbPattern.test(line.trimEnd().slice(-24));
}

export function endsInColon(line: string): boolean {
  const trimmed = line.trimEnd();
  return trimmed.endsWith(':') || trimmed.endsWith('：');
}

function isAttribution(text: string): boolean {
  if (!digitPattern.test(text)) return false;
  const hasAddress = text.includes('@');
  const isDated = datePattern.test(hasAddress ? text.replace(/[<(]?[^\s<(]*@[^\s>)]*/g, '') : text);
  const hasOpening = openingPattern.test(text);
  if (verbPattern.test(text)) return (hasOpening && (hasAddress || isDated)) || (hasAddress && isDated);
  // Some programs omit the verb: `30.09.2025, 18.30, "Ada" <ada@example.org>:`.
  return hasAddress && isDated && /[<(\s]\S+@\S*[>)]?\s*[:：]$/.test(text);
}
