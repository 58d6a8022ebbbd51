/**
 * What an HTML document says, in order: words and how they stand. `outline.ts` finds the pieces, `layout.ts` writes
 * them down as lines.
 */
export type Piece =
  /** Words whose white space collapses. */
  | string
  /** Words whose white space counts. */
  | { kind: 'preserved'; text: string }
  /** A line break somebody asked for: two of them leave a blank line. */
  | { kind: 'break' }
  /** What follows begins a line, or after a `paragraph` one blank line. */
  | { kind: 'line' | 'paragraph' }
  /** What follows is another cell of a table; in a table of data it stands on the same line. */
  | Cell
  /** What follows, until the end, stands further in: behind a quote's mark or the mark of a list's item. */
  | { kind: 'indent'; marker: string }
  | { kind: 'outdent' };

export type Cell = { kind: 'cell'; isJoined: boolean };

export const lineBreak: Piece = { kind: 'break' };
export const newLine: Piece = { kind: 'line' };
/** The line of a table's row, told from lines within its cells. */
export const newRow: Piece = { kind: 'line' };
export const newParagraph: Piece = { kind: 'paragraph' };
export const outdent: Piece = { kind: 'outdent' };
export const quoteIndent: Piece = { kind: 'indent', marker: '> ' };
