import type { List, OpenElement } from './open-elements.ts';
import type { Piece } from './pieces.ts';
import { textStates, invisibleStates } from './styles.ts';
import { recordBreak, recordText, type Table } from './tables.ts';

/** What has been read of a document so far. */
export type OutlineBuilder = {
  pieces: Piece[];
  hidden: number;
  /** Words not yet among the pieces, and whether their white space counts. */
  pendingText: string;
  isPreserved: boolean;
  /** A line end right after `<pre>` is not shown. */
  skipsLineEnd: boolean;
  textLength: number;
  tables: Table[];
  lists: List[];
  /** Where links without words lead, which most often are images without any. */
  linkedHosts: Set<string>;
  lastAlt: { text: string; textLength: number };
};

export function newOutlineBuilder(): OutlineBuilder {
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
  };
}

/** Takes text in as it is shown in a state (bits of `shown`): among the words, or among what is hidden. */
export function addText(builder: OutlineBuilder, text: string, state: number): void {
  if (state & textStates.absent) return;
  if (state & invisibleStates) {
    builder.hidden += text.trim().length;
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

/** A picture cut into slices says the same in each of them. */
export function addAltText(builder: OutlineBuilder, text: string, state: number): void {
  if (text === builder.lastAlt.text && builder.textLength === builder.lastAlt.textLength) return;
  addText(builder, text, state);
  builder.lastAlt = { text, textLength: builder.textLength };
}

/** Takes in where something begins or ends. */
export function addPiece(builder: OutlineBuilder, piece: Piece): void {
  flush(builder);
  builder.pieces.push(piece);
  const table = builder.tables.at(-1);
  if (table) recordBreak(table);
}

/** Moves what follows in, until the element ends. */
export function indent(builder: OutlineBuilder, element: OpenElement | undefined, piece: Piece): void {
  if (element) element.indents += 1;
  const table = builder.tables.at(-1);
  if (table) table.isLayout = true;
  addPiece(builder, piece);
}

/** Ends a run of words. */
export function flush(builder: OutlineBuilder): void {
  if (builder.pendingText === '') return;
  builder.pieces.push(builder.isPreserved ? { kind: 'preserved', text: builder.pendingText } : builder.pendingText);
  builder.pendingText = '';
}
