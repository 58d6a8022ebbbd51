import { withoutPadding } from './invisible.ts';
import type { Piece } from './pieces.ts';

const maximumText = 2_000_000;
/** Marks in front of a line at the most: deeper quotes and lists stand where these do. */
const deepestMargin = 30;
const widestIndent = 40;
/** Characters that collapse, those that merely do not break a line among them. */
const collapsible = /[\t\n\f\r\u00a0\u2007\u202f]| {2}/;
const collapsing = /[ \t\n\f\r\u00a0\u2007\u202f]+/g;

/** Writes pieces down as lines of plain text. `isCut` where they came to more than two million characters. */
export function layOut(pieces: readonly Piece[]): { text: string; isCut: boolean } {
  const page = newPage();
  for (const piece of pieces) {
    if (page.length() > maximumText) break;
    if (typeof piece === 'string') page.words(withoutPadding(piece));
    else if (piece.kind === 'preserved') page.preserved(piece.text);
    else if (piece.kind === 'cell') page.cell(piece.isJoined);
    else if (piece.kind === 'indent') page.indent(piece.mark);
    else if (piece.kind === 'outdent') page.outdent();
    else if (piece.kind === 'break') page.lineBreak(2);
    else page.newLine(piece.kind === 'paragraph' ? 2 : 1);
  }
  return { text: page.text().slice(0, maximumText), isCut: page.length() > maximumText };
}

function newPage() {
  let text = '';
  /** Line ends and white space owed before the next word; white space at the end of a line is never written. */
  let due = 0;
  let gap = '';
  let isAtStart = true;
  /** A line that has nothing but a no-break space on it: somebody wanted it empty. */
  let isHeldOpen = false;
  const margins: string[] = [];
  let tooDeep = 0;
  let lastMargin = '';

  const beginLine = () => {
    const margin = margins.join('');
    if (text !== '') text += `\n${`${commonStart(lastMargin, margin).trimEnd()}\n`.repeat(Math.max(due - 1, 0))}`;
    text += margin;
    // An item's mark stands before its first line alone.
    margins.forEach((mark, at) => (margins[at] = mark === '> ' ? mark : ' '.repeat(mark.length)));
    lastMargin = margins.join('');
    isAtStart = false;
    isHeldOpen = false;
    due = 0;
  };
  const put = (word: string) => {
    if (isAtStart) beginLine();
    text += gap === '' ? word : gap + word;
    gap = '';
  };
  const newLine = (lines: number) => {
    if (isAtStart && isHeldOpen) due = Math.min(due + 1, 2);
    due = Math.max(due, lines);
    isAtStart = true;
    isHeldOpen = false;
    gap = '';
  };
  const lineBreak = (most: number) => {
    due = isAtStart ? Math.max(due, Math.min(due + 1, most)) : 1;
    isAtStart = true;
    isHeldOpen = false;
    gap = '';
  };

  const words = (run: string) => {
    const spaced = collapsible.test(run) ? run.replace(collapsing, ' ') : run;
    const from = spaced.startsWith(' ') ? 1 : 0;
    const to = spaced.endsWith(' ') ? spaced.length - 1 : spaced.length;
    if (isAtStart) {
      if (from >= to) isHeldOpen ||= run.includes('\u00a0');
      else put(indentOf(run) + spaced.slice(from, to));
    } else {
      if (from === 1 && gap === '') gap = ' ';
      if (from < to) put(spaced.slice(from, to));
    }
    if (!isAtStart && to < spaced.length && gap === '') gap = ' ';
  };
  const preserved = (run: string) => {
    run
      .replaceAll('\u00a0', ' ')
      .split(/\r\n?|\n/)
      .forEach((line, at) => {
        if (at > 0) lineBreak(3);
        const written = line.trimEnd();
        if (written !== '') put(written);
        gap += line.slice(written.length);
      });
  };
  const indent = (mark: string) => {
    newLine(1);
    if (margins.length < deepestMargin) margins.push(mark);
    else tooDeep += 1;
  };
  const outdent = () => {
    newLine(1);
    if (tooDeep > 0) tooDeep -= 1;
    else margins.pop();
  };
  const cell = (isJoined: boolean) => {
    isHeldOpen = false;
    if (!isJoined) newLine(1);
    else if (!isAtStart) gap = ' | ';
  };
  return { words, preserved, indent, outdent, cell, lineBreak, newLine, text: () => text, length: () => text.length };
}

/** No-break spaces before the first word of a line: one is a slip, several are how mail indents. */
function indentOf(run: string): string {
  const blank = /^[ \t\n\f\r]*([ \u00a0]*)/.exec(run)?.[1] ?? '';
  return blank.length > 1 && blank.includes('\u00a0') ? ' '.repeat(Math.min(blank.length, widestIndent)) : '';
}

function commonStart(one: string, other: string): string {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return one.slice(0, length);
}
