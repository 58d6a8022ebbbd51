/**
 * The content of an HTML document in order: text and its layout. `outline.ts` creates the pieces, `layout.ts` writes
 * them as lines.
 */
export type Piece =
  /** Text whose white space collapses. */
  | string
  /** Text whose white space is preserved. */
  | { kind: 'preserved'; text: string }
  /** An explicit line break: two of them give a blank line. */
  | { kind: 'break' }
  /** The next piece begins a line, or with `paragraph` follows a blank line. */
  | { kind: 'line' | 'paragraph' }
  /** The next piece is in another cell of a table; in a data table it is on the same line. */
  | Cell
  /** The following pieces, until the end, are indented: behind a quote marker or a list item marker. */
  | { kind: 'indent'; marker: string }
  | { kind: 'outdent' };

export type Cell = { kind: 'cell'; isJoined: boolean };

export const lineBreak: Piece = { kind: 'break' };
export const newLine: Piece = { kind: 'line' };
/** The line of a table row, compared by identity with other lines. */
export const newRow: Piece = { kind: 'line' };
export const newParagraph: Piece = { kind: 'paragraph' };
export const outdent: Piece = { kind: 'outdent' };
export const quoteIndent: Piece = { kind: 'indent', marker: '> ' };
