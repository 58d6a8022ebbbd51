import { findContactBlock, type Sender } from './contact-blocks.ts';
import { isRuler } from './forwards.ts';
import { markInitials } from './initials.ts';
import { introductionAt } from './introductions.ts';
import { findNotices } from './notices.ts';
import { endOfIndentedQuote, isIndented, isQuoted, isRestOfQuotedLine, nextNonBlank } from './quoted-lines.ts';
import { isDeviceSignature, isExcuse, isListFooter, isSignatureSeparator } from './signatures.ts';

/** A range of a message's text: own text, a quote, a forwarded message or a signature. */
type Block = {
  kind: 'own' | 'quote' | 'attribution' | 'signature' | 'forwarded';
  /** Offsets into the text; a block ends where the next begins. */
  start: number;
  end: number;
};

type Kind = Block['kind'];

/** Maximum number of lines of a signature: longer text is another part of the message. */
const maxSignatureLines = 40;
const maxFooterLines = 8;

/**
 * Splits a text into blocks that cover it in order, without gaps. Quotes are lines with `>`; the header of an earlier
 * message, or an attribution without such lines, makes all following text a quote. Text between or below quoted lines
 * is the sender's own. `sender` helps to find a signature without a separator.
 */
export function splitIntoBlocks(text: string, sender?: Sender): Block[] {
  const lines = text.split('\n');
  const kinds = lines.map((): Kind => 'own');
  const end = classifyQuotes(markInitials(lines), kinds);
  for (let at = 0; at < end;) {
    const from = at;
    while (at < end && kinds[at] === 'own') at += 1;
    if (at > from) classifySignatures(lines, kinds, { from, to: at, sender });
    while (at < end && kinds[at] !== 'own') at += 1;
  }
  return blocksOf(lines, kinds);
}

/** The sender's own text, without quotes, forwarded messages and signatures. */
export function ownText(text: string, sender?: Sender): string {
  return splitIntoBlocks(text, sender)
    .filter(({ kind }) => kind === 'own')
    .map(({ start, end }) =>
      text
        .slice(start, end)
        .replace(/^\s*\n/, '')
        .trimEnd(),
    )
    .filter((own) => own !== '')
    .join('\n\n');
}

/**
 * Classifies all lines except signatures. Returns the start of the last part that entirely belongs to an earlier
 * message.
 */
function classifyQuotes(lines: readonly string[], kinds: Kind[]): number {
  let hasOwn = false;
  // Below an introduction of indented lines, indented lines continue a quote that others interrupt: the marked ones begin it.
  let isIndentation = false;
  let isInMargin = false;
  for (let at = 0; at < lines.length;) {
    const line = lines[at] ?? '';
    const introduction = isQuoted(line) ? undefined : introductionAt(lines, at);
    if (introduction) {
      const after = at + introduction.lines;
      const isForwarded = introduction.kind === 'forward' || (introduction.kind === 'header' && !hasOwn);
      kinds.fill(isForwarded ? 'forwarded' : 'attribution', rulerAbove(lines, kinds, at), after);
      const quoteEnd = endOfQuote(lines, after, introduction.kind !== 'attribution' || hasOwn);
      kinds.fill(isForwarded ? 'forwarded' : 'quote', after, quoteEnd);
      if (quoteEnd === lines.length) return at;
      const next = lines[nextNonBlank(lines, after)] ?? '';
      isIndentation = isIndented(next) && (quoteEnd > after || isQuoted(next));
      isInMargin = isIndentation;
      at = quoteEnd;
    } else {
      const isBlank = line.trim() === '';
      const isMarked = isQuoted(line);
      isInMargin &&= isBlank || isIndented(line);
      isInMargin ||= isIndentation && isMarked && isIndented(line);
      if (isMarked || isRestOfQuotedLine(lines, at) || (isInMargin && !isBlank)) kinds[at] = 'quote';
      else hasOwn ||= !isBlank && !isRuler(line);
      at += 1;
    }
  }
  return lines.length;
}

/**
 * The end of the quote after an introduction. Lines with `>` are classified separately, and an indented quote ends at the
 * margin. Without either, all following text is the earlier message.
 */
function endOfQuote(lines: readonly string[], from: number, mayBeRest: boolean): number {
  const next = nextNonBlank(lines, from);
  if (isQuoted(lines[next] ?? '')) return from;
  const end = isIndented(lines[next] ?? '') ? endOfIndentedQuote(lines, next) : next;
  if (end > next) return end;
  return mayBeRest ? lines.length : from;
}

/** A rule directly above an introduction belongs to it. */
function rulerAbove(lines: readonly string[], kinds: readonly Kind[], at: number): number {
  let above = at - 1;
  while (above >= 0 && at - above <= 2 && (lines[above] ?? '').trim() === '') above -= 1;
  return above >= 0 && kinds[above] === 'own' && isRuler(lines[above] ?? '') ? above : at;
}

/** Lines of the sender's own text, from `from` to `to`. */
type OwnLines = { from: number; to: number; sender: Sender | undefined };

function classifySignatures(lines: readonly string[], kinds: Kind[], { from, to, sender }: OwnLines): void {
  const signatureFrom = signatureStart(lines, from, to);
  kinds.fill('signature', signatureFrom, to);
  for (let at = from; at < signatureFrom; at += 1) {
    if (!isDeviceSignature(lines[at] ?? '')) continue;
    const next = at + 1 < signatureFrom ? (lines[at + 1] ?? '') : '';
    if (isExcuse(next)) kinds.fill('signature', at, at + 2);
    else if (next.trim() === '') kinds[at] = 'signature';
  }
  // A message ends where the text does, or above an earlier message, but not above quoted lines that it answers.
  if (kinds[to] === 'quote') return;
  const notices = findNotices(lines, from, signatureFrom);
  let messageEnd = notices[0]?.start ?? signatureFrom;
  while (messageEnd > from && ((lines[messageEnd - 1] ?? '').trim() === '' || kinds[messageEnd - 1] === 'signature'))
    messageEnd -= 1;
  const block = findContactBlock(lines, from, messageEnd, sender);
  for (const { start, end } of block ? [block, ...notices] : notices) kinds.fill('signature', start, end);
}

/** The start of the signature: the first marker after which no text is too long for a signature. */
function signatureStart(lines: readonly string[], from: number, to: number): number {
  let start = to;
  for (let at = to - 1; at >= from && start - at <= maxSignatureLines; at -= 1) {
    const line = lines[at] ?? '';
    const isFooter = start - at <= maxFooterLines && isListFooter(line, lines.slice(at + 1, at + 5));
    if (isFooter || (isSignatureSeparator(line) && at + 1 < to)) start = at;
  }
  return start;
}

function blocksOf(lines: readonly string[], kinds: readonly Kind[]): Block[] {
  const blocks: Block[] = [];
  let start = 0;
  lines.forEach((line, at) => {
    const end = start + line.length + (at < lines.length - 1 ? 1 : 0);
    const last = blocks.at(-1);
    // A blank line belongs to the block above it.
    const kind = line.trim() === '' && last ? last.kind : (kinds[at] ?? 'own');
    if (last?.kind === kind) last.end = end;
    else if (end > start) blocks.push({ kind, start, end });
    start = end;
  });
  return blocks;
}
