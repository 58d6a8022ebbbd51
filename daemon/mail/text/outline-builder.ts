import type { List, OpenElement } from './open-elements.ts';
import type { Piece } from './pieces.ts';
import { textStates, invisibleStates } from './styles.ts';
import { recordBreak, recordText, type Table } from './tables.ts';

/** The state of a document that is being read. */
export type OutlineBuilder = {
  pieces: Piece[];
  hidden: number;
  /** Text that is not yet among the pieces, and whether its white space is preserved. */
  pendingText: string;
  isPreserved: boolean;
  /** A line end directly after `<pre>` is not displayed. */
  skipsLineEnd: boolean;
  textLength: number;
  tables: Table[];
  lists: List[];
  /** Hosts of links without text, usually links around images without alternative text. */
  linkedHosts: Set<string>;
  lastAlt: { text: string; textLength: number };
  /** Receives text that is not shown. */
  onHidden: ((text: string) => void) | undefined;
};

export function newOutlineBuilder(onHidden?: (text: string) => void): OutlineBuilder {
  return {
    pieces: [],
    hidden: 0,
    pendingText: '',
    isPreserved: false,
    skipsLineEnd: false,
    textLength: 0,
    tables: [],
    lists: [],
    linkedHosts: new Set(),
    lastAlt: { text: '', textLength: 0 },
    onHidden,
  };
}

/** Adds text in a state (`textStates` bits): to the visible text, or to the count of hidden characters. */
export function addText(builder: OutlineBuilder, text: string, state: number): void {
  if (state & textStates.absent) return;
  if (state & invisibleStates) {
    builder.hidden += text.trim().length;
    builder.onHidden?.(text);
    return;
  }
  const isPreserved = (state & textStates.preserved) !== 0;
  if (isPreserved !== builder.isPreserved) flush(builder);
  builder.isPreserved = isPreserved;
  builder.pendingText += builder.skipsLineEnd ? text.replace(/^\r?\n/, '') : text;
  builder.skipsLineEnd = false;
  const length = text.trim().length;
  if (length === 0) return;
  builder.textLength += length;
  const table = builder.tables.at(-1);
  if (table) recordText(table, length);
}

/** An image cut into slices repeats its alternative text in each slice. */
export function addAltText(builder: OutlineBuilder, text: string, state: number): void {
  if (text === builder.lastAlt.text && builder.textLength === builder.lastAlt.textLength) return;
  addText(builder, text, state);
  builder.lastAlt = { text, textLength: builder.textLength };
}

/** Adds a piece of structure. */
export function addPiece(builder: OutlineBuilder, piece: Piece): void {
  flush(builder);
  builder.pieces.push(piece);
  const table = builder.tables.at(-1);
  if (table) recordBreak(table);
}

/** Indents the following pieces until the element ends. */
export function indent(builder: OutlineBuilder, element: OpenElement | undefined, piece: Piece): void {
  if (element) element.indents += 1;
  const table = builder.tables.at(-1);
  if (table) table.isLayout = true;
  addPiece(builder, piece);
}

/** Ends the pending text. */
export function flush(builder: OutlineBuilder): void {
  if (builder.pendingText === '') return;
  builder.pieces.push(builder.isPreserved ? { kind: 'preserved', text: builder.pendingText } : builder.pendingText);
  builder.pendingText = '';
}
