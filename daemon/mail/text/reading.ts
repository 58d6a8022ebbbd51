import type { List, OpenElement } from './open-elements.ts';
import type { Piece } from './pieces.ts';
import { shown, unseen } from './styles.ts';
import { noticeBreak, noticeText, type Table } from './tables.ts';

/** What has been read of a document so far. */
export type Reading = {
  pieces: Piece[];
  hidden: number;
  /** Words not yet among the pieces, and whether their white space counts. */
  run: string;
  isPreserved: boolean;
  /** A line end right after `<pre>` is not shown. */
  skipsLineEnd: boolean;
  letters: number;
  tables: Table[];
  lists: List[];
  /** Where links without words lead, which most often are images without any. */
  linkedHosts: Set<string>;
  lastAlt: { text: string; letters: number };
};

export function newReading(): Reading {
  return {
    pieces: [],
    hidden: 0,
    run: '',
    isPreserved: false,
    skipsLineEnd: false,
    letters: 0,
    tables: [],
    lists: [],
    linkedHosts: new Set(),
    lastAlt: { text: '', letters: 0 },
  };
}

/** Takes text in as it is shown in a state (bits of `shown`): among the words, or among what is hidden. */
export function say(reading: Reading, text: string, state: number): void {
  if (state & shown.absent) return;
  if (state & unseen) {
    reading.hidden += text.trim().length;
    return;
  }
  const isPreserved = (state & shown.preserved) !== 0;
  if (isPreserved !== reading.isPreserved) flush(reading);
  reading.isPreserved = isPreserved;
  reading.run += reading.skipsLineEnd ? text.replace(/^\r?\n/, '') : text;
  reading.skipsLineEnd = false;
  const length = text.trim().length;
  if (length === 0) return;
  reading.letters += length;
  const table = reading.tables.at(-1);
  if (table) noticeText(table, length);
}

/** A picture cut into slices says the same in each of them. */
export function sayAlt(reading: Reading, text: string, state: number): void {
  if (text === reading.lastAlt.text && reading.letters === reading.lastAlt.letters) return;
  say(reading, text, state);
  reading.lastAlt = { text, letters: reading.letters };
}

/** Takes in where something begins or ends. */
export function put(reading: Reading, piece: Piece): void {
  flush(reading);
  reading.pieces.push(piece);
  const table = reading.tables.at(-1);
  if (table) noticeBreak(table);
}

/** Moves what follows in, until the element ends. */
export function indent(reading: Reading, element: OpenElement | undefined, piece: Piece): void {
  if (element) element.indents += 1;
  const table = reading.tables.at(-1);
  if (table) table.isLayout = true;
  put(reading, piece);
}

/** Ends a run of words. */
export function flush(reading: Reading): void {
  if (reading.run === '') return;
  reading.pieces.push(reading.isPreserved ? { kind: 'preserved', text: reading.run } : reading.run);
  reading.run = '';
}
