import { anyOf, leads, wrote } from './languages.ts';

const mostLines = 3;
const longest = 400;

const hasVerb = new RegExp(
  `(?:^|[\\s>»”"',)\\d\\p{Script=Han}\\p{Script=Hiragana}])${anyOf(wrote)}(?:[\\s:：(<*-]|$)`,
  'iu',
);
const endsInVerb = /(?:wrote|schrieb|écrit|escribió|scritto|escreveu|schreef|skrev)(?:\s*-{2,})?$/i;
const hasSaid = /\b(?:said|says|replied|responded|antwortete|meinte|a dit)\b/i;
const hasLead = new RegExp(`^[\\s*_-]*(?:${anyOf(leads)}[\\s,]|\\d)`, 'iu');
const hasDate = /(?:19|20)\d\d|\d{1,2}[:.h]\d\d|\d{1,2}[./-]\d{1,2}[./-]\d{2}/;
/** Programs write such marks around names in a line of Hebrew or Arabic, and after its colon. */
const directions = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const digit = /\d/;

/**
 * How many lines from `at` on say who wrote what is quoted below them, `On Tuesday Ada wrote:` in some thirty languages,
 * wrapped over at most three lines; 0 where they say no such thing.
 */
export function attributionLines(lines: readonly string[], at: number): number {
  const start = lines[at] ?? '';
  if (start.length > longest || !digit.test(start)) return 0;
  const first = start.replace(directions, '');
  if (mayEnd(first)) return isAttribution(first.trim()) ? 1 : 0;
  if (!hasLead.test(first) && !hasDate.test(first)) return 0;
  let joined = first.trim();
  for (let count = 2; count <= mostLines && at + count <= lines.length; count += 1) {
    const line = (lines[at + count - 1] ?? '').replace(directions, '').trim();
    if (line === '' || joined.length + line.length > longest) return 0;
    joined += ` ${line}`;
    if (mayEnd(line)) return isAttribution(joined) ? count : 0;
  }
  return 0;
}

/**
 * Whether a line introduces the quoted lines right below it. Less is asked of it then: that it ends with a colon and
 * names a time, or somebody who wrote or said something.
 */
export function introducesQuote(line: string): boolean {
  return (
    line.length <= longest && endsInColon(line) && (hasDate.test(line) || hasVerb.test(line) || hasSaid.test(line))
  );
}

function mayEnd(line: string): boolean {
  return endsInColon(line) || endsInVerb.test(line.trimEnd().slice(-24));
}

function endsInColon(line: string): boolean {
  const written = line.trimEnd();
  return written.endsWith(':') || written.endsWith('：');
}

function isAttribution(text: string): boolean {
  if (!digit.test(text)) return false;
  const hasAddress = text.includes('@');
  const isDated = hasDate.test(hasAddress ? text.replace(/[<(]?[^\s<(]*@[^\s>)]*/g, '') : text);
  const isLed = hasLead.test(text);
  if (hasVerb.test(text)) return (isLed && (hasAddress || isDated)) || (hasAddress && isDated);
  // Some programs leave the verb out: `30.09.2025, 18.30, "Ada" <ada@example.org>:`.
  return hasAddress && isDated && /[<(\s]\S+@\S*[>)]?\s*[:：]$/.test(text);
}
