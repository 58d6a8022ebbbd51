import { alternatives, attributionOpenings, attributionVerbs } from './mail-phrases.ts';

const maxLines = 3;
const maxLength = 400;

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

/**
 * The number of lines from `at` on that form an attribution, `On Tuesday Ada wrote:` in some thirty languages, wrapped
 * over at most three lines; 0 if they do not.
 */
export function attributionLines(lines: readonly string[], at: number): number {
  const start = lines[at] ?? '';
  if (start.length > maxLength || !digitPattern.test(start)) return 0;
  const first = start.replace(directionMarks, '');
  if (mayEnd(first)) return isAttribution(first.trim()) ? 1 : 0;
  if (!openingPattern.test(first) && !datePattern.test(first)) return 0;
  let joined = first.trim();
  for (let count = 2; count <= maxLines && at + count <= lines.length; count += 1) {
    const line = (lines[at + count - 1] ?? '').replace(directionMarks, '').trim();
    if (line === '' || joined.length + line.length > maxLength) return 0;
    joined += ` ${line}`;
    if (mayEnd(line)) return isAttribution(joined) ? count : 0;
  }
  return 0;
}

/**
 * Whether a line introduces the quoted lines directly below it. The conditions are weaker than for an attribution: the
 * line ends with a colon and contains a time, or a verb such as "wrote" or "said".
 */
export function introducesQuote(line: string): boolean {
  return (
    line.length <= maxLength &&
    endsInColon(line) &&
    (datePattern.test(line) || verbPattern.test(line) || speechVerbPattern.test(line))
  );
}

function mayEnd(line: string): boolean {
  return endsInColon(line) || finalVerbPattern.test(line.trimEnd().slice(-24));
}

function endsInColon(line: string): boolean {
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
