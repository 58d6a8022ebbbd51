import { newRow, type Cell, type Piece } from './pieces.ts';

/** The facts collected about a table while its cells are read. Whether it holds data is known at its end. */
export type Table = {
  isLayout: boolean;
  hasHeading: boolean;
  cells: Cell[];
  /** The index among the pieces where the table begins. */
  start: number;
  /** Number of characters in the open cell, and whether a line ended after them. */
  cellLength: number;
  lineEnded: boolean;
  longestCellLength: number;
  /** Number of non-empty cells in the open row, and of rows with at least two. */
  filledCells: number;
  dataRows: number;
};

/** A single row with longer cells is two columns of prose, unless more rows or a heading indicate data. */
const maxLoneCellLength = 60;
const maxCellLength = 300;

export function beginTable(isPresentation: boolean, start: number): Table {
  return {
    isLayout: isPresentation,
    hasHeading: false,
    cells: [],
    start,
    cellLength: 0,
    lineEnded: false,
    longestCellLength: 0,
    filledCells: 0,
    dataRows: 0,
  };
}

export function beginRow(table: Table): Piece {
  endCell(table);
  if (table.filledCells >= 2) table.dataRows += 1;
  table.filledCells = 0;
  return newRow;
}

export function beginCell(table: Table, isHeading: boolean): Piece {
  endCell(table);
  if (isHeading) table.hasHeading = true;
  const cell: Cell = { kind: 'cell', isJoined: false };
  table.cells.push(cell);
  return cell;
}

/** A cell whose text has several lines cannot be written in a row. */
export function recordText(table: Table, length: number): void {
  if (table.lineEnded) table.isLayout = true;
  table.cellLength += length;
}

export function recordBreak(table: Table): void {
  if (table.cellLength > 0) table.lineEnded = true;
}

/** Joins the cells of a data table, row by row; returns whether it is one. */
export function endTable(table: Table): boolean {
  beginRow(table);
  if (!holdsData(table)) return false;
  for (const cell of table.cells) cell.isJoined = true;
  return true;
}

function endCell(table: Table): void {
  if (table.cellLength > 0) table.filledCells += 1;
  table.longestCellLength = Math.max(table.longestCellLength, table.cellLength);
  table.cellLength = 0;
  table.lineEnded = false;
}

function holdsData({ isLayout, hasHeading, dataRows, longestCellLength }: Table): boolean {
  if (isLayout || dataRows === 0) return false;
  return longestCellLength <= (hasHeading || dataRows > 1 ? maxCellLength : maxLoneCellLength);
}
