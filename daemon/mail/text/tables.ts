import { newRow, type Cell, type Piece } from './pieces.ts';

/** What is noticed of a table while its cells are read. Whether it holds data is known when it ends. */
export type Table = {
  isLayout: boolean;
  hasHeading: boolean;
  cells: Cell[];
  /** Where in the pieces the table's own breaks stand. */
  start: number;
  /** Letters in the open cell, and whether a line ended after them. */
  letters: number;
  lineEnded: boolean;
  longest: number;
  /** Cells with words in the open row; in the widest row; rows with at least two. */
  filled: number;
  dataRows: number;
};

/** A row of more than these letters in a cell is two columns of prose, unless more rows or a heading say otherwise. */
const longestLoneCell = 60;
const longestCell = 300;

export function beginTable(isPresentation: boolean, start: number): Table {
  return {
    isLayout: isPresentation,
    hasHeading: false,
    cells: [],
    start,
    letters: 0,
    lineEnded: false,
    longest: 0,
    filled: 0,
    dataRows: 0,
  };
}

export function beginRow(table: Table): Piece {
  endCell(table);
  if (table.filled >= 2) table.dataRows += 1;
  table.filled = 0;
  return newRow;
}

export function beginCell(table: Table, isHeading: boolean): Piece {
  endCell(table);
  if (isHeading) table.hasHeading = true;
  const cell: Cell = { kind: 'cell', isJoined: false };
  table.cells.push(cell);
  return cell;
}

/** A cell whose words stand on several lines cannot be written as one of a row. */
export function noticeText(table: Table, letters: number): void {
  if (table.lineEnded) table.isLayout = true;
  table.letters += letters;
}

export function noticeBreak(table: Table): void {
  if (table.letters > 0) table.lineEnded = true;
}

/** Joins the cells of a table of data, row by row; answers whether it is one. */
export function endTable(table: Table): boolean {
  beginRow(table);
  if (!holdsData(table)) return false;
  for (const cell of table.cells) cell.isJoined = true;
  return true;
}

function endCell(table: Table): void {
  if (table.letters > 0) table.filled += 1;
  table.longest = Math.max(table.longest, table.letters);
  table.letters = 0;
  table.lineEnded = false;
}

function holdsData({ isLayout, hasHeading, dataRows, longest }: Table): boolean {
  if (isLayout || dataRows === 0) return false;
  return longest <= (hasHeading || dataRows > 1 ? longestCell : longestLoneCell);
}
