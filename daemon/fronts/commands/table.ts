import { cutToWidth, padToWidth, textWidth } from './text-width.ts';

export type Column = {
  title: string;
  /** The column becomes narrower where the terminal is, but not narrower than this. */
  shrinksTo?: number;
  alignsRight?: boolean;
};

const gap = '  ';

/**
 * Lines of cells in columns, fitted into `width` columns of a terminal; without a width nothing is cut. The columns that
 * shrink share what is missing, the widest first. `styleRow` colours a whole line.
 */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  {
    width,
    hasTitles = true,
    styleRow = (line) => line,
    styleTitle = (line) => line,
  }: {
    width?: number | undefined;
    hasTitles?: boolean;
    styleRow?: (line: string, at: number) => string;
    styleTitle?: (line: string) => string;
  } = {},
): string[] {
  const titles = columns.map(({ title }) => title);
  const natural = columns.map((_, at) =>
    Math.max(...[...(hasTitles ? [titles] : []), ...rows].map((cells) => textWidth(cells[at] ?? '')), 0),
  );
  const widths = width === undefined ? natural : fitted(columns, natural, width);
  const lineOf = (cells: readonly string[]) =>
    columns
      .map(({ alignsRight }, at) => {
        const cell = cutToWidth(cells[at] ?? '', widths[at] ?? 0);
        const space = ' '.repeat(Math.max(0, (widths[at] ?? 0) - textWidth(cell)));
        return alignsRight ? space + cell : padToWidth(cell, widths[at] ?? 0);
      })
      .join(gap)
      .trimEnd();
  return [...(hasTitles ? [styleTitle(lineOf(titles))] : []), ...rows.map((cells, at) => styleRow(lineOf(cells), at))];
}

function fitted(columns: readonly Column[], natural: readonly number[], width: number): number[] {
  const widths = [...natural];
  const total = () => widths.reduce((sum, each) => sum + each, 0) + gap.length * (columns.length - 1);
  while (total() > width) {
    const shrinkable = columns
      .map(({ shrinksTo }, at) => ({ at, room: shrinksTo === undefined ? 0 : (widths[at] ?? 0) - shrinksTo }))
      .filter(({ room }) => room > 0);
    if (shrinkable.length === 0) return widths;
    const { at } = shrinkable.reduce((widest, each) =>
      (widths[each.at] ?? 0) > (widths[widest.at] ?? 0) ? each : widest,
    );
    widths[at] = (widths[at] ?? 0) - 1;
  }
  return widths;
}
