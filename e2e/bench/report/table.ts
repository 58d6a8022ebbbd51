import { machineName } from './machine.ts';

/** A measured value. The goal is an upper limit, or a minimum. */
export type Figure = { name: string; value: number; unit: string; goal?: { below: number } | { atLeast: number } };

/**
 * Posthorn against a peer. The goal is how many times faster Posthorn should be, or its maximum or minimum as a multiple of
 * the peer.
 */
export type Comparison = {
  name: string;
  unit: string;
  ours: number;
  peer: { name: string; value: number; day?: string };
  goal: { timesFaster: number } | { atMost: number } | { atLeast: number };
};

/** Prints the measurements: name, value, goal and their ratio, under a line with machine and date. */
export function printFigures(title: string, figures: readonly Figure[]): void {
  printTable(title, [['NAME', 'value', 'goal', 'ratio'], ...figures.map(rowOf)]);
}

/** Prints Posthorn and the peer side by side, their ratio, the goal and whether it is met. */
export function printComparisons(title: string, comparisons: readonly Comparison[]): void {
  printTable(title, [['NAME', 'posthorn', 'peer', 'ratio', 'goal', 'met', ''], ...comparisons.map(comparedRow)]);
}

/** Prints rows of cells, the first of which is the heading, under a title and a line with machine and date. */
export function printTable(title: string, rows: readonly (readonly string[])[]): void {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  const aligned = (cell: string, column: number) =>
    column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0);
  console.log(`\n${title}\n${machineName()}, ${new Date().toISOString().slice(0, 10)}`);
  for (const row of rows) console.log(row.map(aligned).join('  ').trimEnd());
}

/** The rows below the headings of all tables in a text. */
export function tableRows(text: string): string[] {
  const rows: string[] = [];
  let isInTable = false;
  for (const line of text.split('\n')) {
    if (isInTable && line.trim() !== '') rows.push(line.trim());
    isInTable = line.startsWith('NAME ') || (isInTable && line.trim() !== '');
  }
  return rows;
}

function rowOf({ name, value, unit, goal }: Figure): string[] {
  if (!goal) return [name, `${shortNumber(value)} ${unit}`, '', ''];
  const [sign, limit] = 'below' in goal ? ['<', goal.below] : ['>=', goal.atLeast];
  return [name, `${shortNumber(value)} ${unit}`, `${sign} ${limit} ${unit}`, (value / limit).toFixed(2)];
}

function comparedRow({ name, unit, ours, peer, goal }: Comparison): string[] {
  const ratio = 'timesFaster' in goal ? peer.value / ours : ours / peer.value;
  const { limit, isMet } = judgeGoal(ratio, goal);
  return [
    name,
    `${shortNumber(ours)} ${unit}`,
    `${peer.name} ${shortNumber(peer.value)} ${unit}`,
    `${ratio >= 10 ? ratio.toFixed(1) : ratio.toFixed(2)}x`,
    limit,
    isMet ? 'yes' : 'NO',
    peer.day ? `peer of ${peer.day}` : '',
  ];
}

function judgeGoal(ratio: number, goal: Comparison['goal']): { limit: string; isMet: boolean } {
  if ('timesFaster' in goal) return { limit: `>= ${goal.timesFaster}x faster`, isMet: ratio >= goal.timesFaster };
  if ('atLeast' in goal) return { limit: `>= ${goal.atLeast}x`, isMet: ratio >= goal.atLeast };
  return { limit: `<= ${goal.atMost}x`, isMet: ratio <= goal.atMost };
}

function shortNumber(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(value >= 10 ? 1 : 2);
}

/** The value at a quantile of the sorted samples. */
export function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** The median: the middle sample, or the mean of the two middle samples. */
export function median(samples: readonly number[]): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(middle)] ?? Number.NaN) + (sorted[Math.ceil(middle)] ?? Number.NaN)) / 2;
}
