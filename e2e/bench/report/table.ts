import { availableParallelism, cpus } from 'node:os';

/** One figure. The goal is a limit it should stay below, or one it should reach. */
export type Figure = { name: string; value: number; unit: string; goal?: { below: number } | { atLeast: number } };

/** Prints what was measured: name, value, goal and their ratio, under a line that says on what machine and when. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  const rows = [['NAME', 'value', 'goal', 'ratio'], ...figures.map(rowOf)];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const aligned = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  console.log(`${title}\n${machine()}`);
  for (const row of rows) console.log(row.map(aligned).join('  ').trimEnd());
}

function rowOf({ name, value, unit, goal }: Figure): string[] {
  if (!goal) return [name, `${short(value)} ${unit}`, '', ''];
  const [sign, limit] = 'below' in goal ? ['<', goal.below] : ['>=', goal.atLeast];
  return [name, `${short(value)} ${unit}`, `${sign} ${limit} ${unit}`, (value / limit).toFixed(2)];
}

function short(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

function machine(): string {
  const day = new Date().toISOString().slice(0, 10);
  return `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'}), node ${process.version}, ${process.platform}, ${day}`;
}

/** The value below which a share of the sorted samples lies. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
