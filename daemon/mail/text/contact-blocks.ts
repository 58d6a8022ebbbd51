import { endsInColon } from './attributions.ts';
import { contactLineOf } from './contact-lines.ts';
import { isRuler } from './forwards.ts';
import { alternatives } from './mail-phrases.ts';
import { closingJoiners, closings } from './signature-phrases.ts';

/** The name of the person whose signature is expected; without one only closings and rules show where it begins. */
export type Sender = { name: string | null; email: string };

type Range = { start: number; end: number };

/** Maximum number of lines from the start of a signature to the end of the text. */
const maxLines = 40;
const maxBlockLines = 16;
const maxNameLength = 40;

/** The longest first: `Best regards` is not `Best` above the name "regards". */
const closing = alternatives(
  closings
    .split('|')
    .toSorted((one, other) => other.length - one.length)
    .join('|'),
);
const closingPattern = new RegExp(
  `^[\\s*_~–—-]*${closing}(?:\\s*${alternatives(closingJoiners)}\\s*${closing}){0,2}(?![\\p{L}\\d])[\\s,.!;:，。、～~*_–—-]*(.*)$`,
  'iu',
);
const decoration = /[\s*_~–—,.!|\-\p{Extended_Pictographic}\ufe0f]+/u;
const edgePattern = new RegExp(`^${decoration.source}|${decoration.source}$`, 'gu');

/**
 * The contact block of a signature without a separator in the lines from `from` to `to`: below a closing and a name, below
 * the sender's name, or below a rule. Closing and name are the sender's own text. Undefined unless every line of the block
 * looks like one and a phone number, an address, a job title or a company is among them.
 */
export function findContactBlock(
  lines: readonly string[],
  from: number,
  to: number,
  sender: Sender | undefined,
): Range | undefined {
  const first = Math.max(from, to - maxLines);
  for (let at = to - 1; at >= first; at -= 1) {
    const found = blockBelow(lines, at, from, to, sender);
    if (found) return found;
  }
  return undefined;
}

/** The contact block below the closing, the name or the rule at `at`. Only below a closing may more text follow. */
function blockBelow(
  lines: readonly string[],
  at: number,
  from: number,
  to: number,
  sender: Sender | undefined,
): Range | undefined {
  const start = startBelowClosing(lines, at, to);
  const end = start === undefined ? undefined : endOfContactLines(lines, start, to);
  if (start !== undefined && end !== undefined) return { start, end };
  const isRule = isRulerAbove(lines, at, from);
  if (!isRule && !(isSendersName(lines[at] ?? '', sender) && isBelowOwnText(lines, at, from))) return undefined;
  const last = endOfContactLines(lines, at + 1, to);
  if (last === undefined || !isBlankFrom(lines, last, to)) return undefined;
  return { start: isRule ? at : at + 1, end: last };
}

/** Where a contact block can begin if the line at `at` is a closing: below the name that follows. */
function startBelowClosing(lines: readonly string[], at: number, to: number): number | undefined {
  const name = nameAfterClosing(lines[at] ?? '');
  if (name === undefined) return undefined;
  if (name !== '') return isName(name) ? at + 1 : undefined;
  let next = at + 1;
  while (next < to && next - at <= 3 && isBlank(lines[next])) next += 1;
  const line = lines[next] ?? '';
  return next < to && isName(line) && nameAfterClosing(line) === undefined ? next + 1 : undefined;
}

/** The name on the line of a closing, empty if the closing is alone; undefined for any other line. */
function nameAfterClosing(line: string): string | undefined {
  return line.length <= 80 ? closingPattern.exec(line)?.[1]?.replace(edgePattern, '') : undefined;
}

function isName(line: string): boolean {
  if (line.length > 2 * maxNameLength) return false;
  const name = line.replace(edgePattern, '');
  if (name === '' || name.length > maxNameLength || /[\d:;?@/<>{}[\]=]/.test(name)) return false;
  const words = name.split(/[\s,]+/);
  return (
    words.length <= 5 &&
    (words.length <= 2 ||
      words.every((word) => /^[^\p{Ll}]|^(?:de|da|di|del|van|von|der|den|la|le|bin|al|dos)$/u.test(word)))
  );
}

/** Whether a line consists of words of the sender's name. */
function isSendersName(line: string, sender: Sender | undefined): boolean {
  if (!sender || line.length > maxNameLength || !isName(line)) return false;
  const known = new Set(nameWords(sender.name ?? sender.email.replace(/@.*/, '')));
  const words = nameWords(line);
  return words.some((word) => word.length > 1) && words.every((word) => known.has(word) || isInitial(word, known));
}

const nameWords = (name: string) => name.toLowerCase().match(/[\p{L}\p{M}]+/gu) ?? [];
const isInitial = (word: string, known: ReadonlySet<string>) =>
  word.length === 1 && [...known].some((each) => each.startsWith(word));

/** Own text is above the line, and does not announce what follows. */
function isBelowOwnText(lines: readonly string[], at: number, from: number): boolean {
  let above = at - 1;
  while (above >= from && isBlank(lines[above])) above -= 1;
  return above >= from && above < at - 1 && !endsInColon(lines[above] ?? '');
}

/** A rule with a blank line above, unlike the rule below a heading. */
function isRulerAbove(lines: readonly string[], at: number, from: number): boolean {
  return isRuler(lines[at] ?? '') && at > from && isBlank(lines[at - 1]);
}

/** The end of the paragraphs from `start` on that form a contact block. */
function endOfContactLines(lines: readonly string[], start: number, to: number): number | undefined {
  let end: number | undefined;
  let count = 0;
  let hasEvidence = false;
  for (let at = start; at <= to; at += 1) {
    const line = lines[at] ?? '';
    if (at === to || isBlank(line)) {
      if (hasEvidence) end = at;
      hasEvidence = false;
    } else {
      const kind = contactLineOf(line);
      if (kind === undefined || ++count > maxBlockLines) break;
      hasEvidence ||= kind === 'evidence';
    }
  }
  return end;
}

function isBlankFrom(lines: readonly string[], from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) if (!isBlank(lines[at])) return false;
  return true;
}

const isBlank = (line: string | undefined) => (line ?? '').trim() === '';
