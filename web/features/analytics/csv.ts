import type { ReactNode } from 'react';

/** A column of a report: its heading, the value for a file, and how the page shows it. */
export type Column<Row> = {
  name: string;
  value: (row: Row) => string | number;
  /** Absent if the value is the text. */
  show?: (row: Row) => ReactNode;
  /** Figures are aligned at their end. */
  isFigure?: boolean;
  /** Buttons and checkboxes, which a file does not have. */
  isControl?: boolean;
};

/**
 * A table as CSV (RFC 4180), with a byte order mark, by which spreadsheets know that it is UTF-8. A text that a spreadsheet
 * would run as a formula gets an apostrophe in front: subjects and names come from strangers.
 */
export function csvOf<Row>(all: readonly Column<Row>[], rows: readonly Row[]): string {
  const columns = all.filter(({ isControl }) => !isControl);
  const lines = [columns.map(({ name }) => name), ...rows.map((row) => columns.map(({ value }) => value(row)))];
  return `\uFEFF${lines.map((cells) => cells.map(cellOf).join(',')).join('\r\n')}\r\n`;
}

function cellOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
