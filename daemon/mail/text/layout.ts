import { removePadding } from './invisible-characters.ts';
import type { Piece } from './pieces.ts';

const maxTextLength = 2_000_000;
/** Maximum number of markers before a line: deeper quotes and lists use the same indentation. */
const maxMargins = 30;
const maxIndent = 40;
/** White space that collapses, including characters that do not break a line. */
const collapsiblePattern = /[\t\n\f\r\u00a0\u2007\u202f]| {2}/;
const whiteSpaceRuns = /[ \t\n\f\r\u00a0\u2007\u202f]+/g;

/** Writes pieces as lines of plain text. `isCut` if they exceed two million characters. */
export function layOut(pieces: readonly Piece[]): { text: string; isCut: boolean } {
  const writer = createLayoutWriter();
  for (const piece of pieces) {
    if (writer.length() > maxTextLength) break;
    if (typeof piece === 'string') writer.words(removePadding(piece));
    else if (piece.kind === 'preserved') writer.preserved(piece.text);
    else if (piece.kind === 'cell') writer.cell(piece.isJoined);
    else if (piece.kind === 'indent') writer.indent(piece.marker);
    else if (piece.kind === 'outdent') writer.outdent();
    else if (piece.kind === 'break') writer.lineBreak(2);
    else writer.newLine(piece.kind === 'paragraph' ? 2 : 1);
  }
  return { text: writer.text().slice(0, maxTextLength), isCut: writer.length() > maxTextLength };
}

function createLayoutWriter() {
  let text = '';
  /** Pending line ends and white space before the next word; trailing white space is never written. */
  let pendingLineEnds = 0;
  let pendingSpace = '';
  let isAtStart = true;
  /** The line only contains a no-break space: it is intentionally blank. */
  let isIntentionallyBlank = false;
  const margins = createMargins();

  const beginLine = () => {
    if (text !== '') text += `\n${`${margins.ofBlankLine()}\n`.repeat(Math.max(pendingLineEnds - 1, 0))}`;
    text += margins.beginLine();
    isAtStart = false;
    isIntentionallyBlank = false;
    pendingLineEnds = 0;
  };
  const write = (word: string) => {
    if (isAtStart) beginLine();
    text += pendingSpace === '' ? word : pendingSpace + word;
    pendingSpace = '';
  };
  const newLine = (lines: number) => {
    if (isAtStart && isIntentionallyBlank) pendingLineEnds = Math.min(pendingLineEnds + 1, 2);
    pendingLineEnds = Math.max(pendingLineEnds, lines);
    isAtStart = true;
    isIntentionallyBlank = false;
    pendingSpace = '';
  };
  const lineBreak = (maxLineEnds: number) => {
    pendingLineEnds = isAtStart ? Math.max(pendingLineEnds, Math.min(pendingLineEnds + 1, maxLineEnds)) : 1;
    isAtStart = true;
    isIntentionallyBlank = false;
    pendingSpace = '';
  };

  const words = (run: string) => {
    const spaced = collapsiblePattern.test(run) ? run.replace(whiteSpaceRuns, ' ') : run;
    const from = spaced.startsWith(' ') ? 1 : 0;
    const to = spaced.endsWith(' ') ? spaced.length - 1 : spaced.length;
    if (isAtStart) {
      if (from >= to) isIntentionallyBlank ||= run.includes('\u00a0');
      else write(indentOf(run) + spaced.slice(from, to));
    } else {
      if (from === 1 && pendingSpace === '') pendingSpace = ' ';
      if (from < to) write(spaced.slice(from, to));
    }
    if (!isAtStart && to < spaced.length && pendingSpace === '') pendingSpace = ' ';
  };
  const preserved = (run: string) => {
    run
      .replaceAll('\u00a0', ' ')
      .split(/\r\n?|\n/)
      .forEach((line, at) => {
        if (at > 0) lineBreak(3);
        const trimmed = line.trimEnd();
        if (trimmed !== '') write(trimmed);
        pendingSpace += line.slice(trimmed.length);
      });
  };
  const indent = (mark: string) => {
    newLine(1);
    margins.push(mark);
  };
  const outdent = () => {
    newLine(1);
    margins.pop();
  };
  const cell = (isJoined: boolean) => {
    isIntentionallyBlank = false;
    if (!isJoined) newLine(1);
    else if (!isAtStart) pendingSpace = ' | ';
  };
  return { words, preserved, indent, outdent, cell, lineBreak, newLine, text: () => text, length: () => text.length };
}

/** The markers of the open quotes and lists, which begin each line. */
function createMargins() {
  const marks: string[] = [];
  let tooDeep = 0;
  let lastMargin = '';
  return {
    push(mark: string): void {
      if (marks.length < maxMargins) marks.push(mark);
      else tooDeep += 1;
    },
    pop(): void {
      if (tooDeep > 0) tooDeep -= 1;
      else marks.pop();
    },
    /** The margin of a blank line between the last line and the next. */
    ofBlankLine: (): string => commonStart(lastMargin, marks.join('')).trimEnd(),
    /** The margin of the next line. */
    beginLine(): string {
      const margin = marks.join('');
      // The marker of an item is only written before its first line.
      marks.forEach((mark, at) => (marks[at] = mark === '> ' ? mark : ' '.repeat(mark.length)));
      lastMargin = marks.join('');
      return margin;
    },
  };
}

/** No-break spaces before the first word of a line: a single one is accidental, several are indentation. */
function indentOf(run: string): string {
  const blank = /^[ \t\n\f\r]*([ \u00a0]*)/.exec(run)?.[1] ?? '';
  return blank.length > 1 && blank.includes('\u00a0') ? ' '.repeat(Math.min(blank.length, maxIndent)) : '';
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
