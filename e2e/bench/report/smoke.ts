import { tableRows } from './table.ts';

/** How a benchmark program ended: the exit code is null if a signal ended it. */
export type ProgramEnd = { exitCode: number | null; output: string };

type SmokeVerdict = { state: 'ok' } | { state: 'skipped' | 'failed'; reason: string };

/**
 * Whether a benchmark works. It must end with 0 and print a table without a value that is not a number. A benchmark that
 * prints no table because its peer is missing counts as skipped, or as failed if peers are required. One that needs the corpus,
 * which is optional, counts as skipped without it.
 */
export function smokeVerdict(
  { exitCode, output }: ProgramEnd,
  { arePeersRequired }: { arePeersRequired: boolean },
): SmokeVerdict {
  if (exitCode !== 0)
    return { state: 'failed', reason: exitCode === null ? 'a signal ended it' : `its exit code is ${exitCode}` };
  const rows = tableRows(output);
  const [, reason, cause] = /^skipped: ((peer|corpus): .*)$/m.exec(output) ?? [];
  if (rows.length === 0 && reason !== undefined)
    return { state: arePeersRequired && cause === 'peer' ? 'failed' : 'skipped', reason };
  if (rows.length === 0) return { state: 'failed', reason: 'it printed no table of comparisons or figures' };
  const unusable = rows.find((row) => /\b(NaN|Infinity)\b/.test(row));
  return unusable === undefined
    ? { state: 'ok' }
    : { state: 'failed', reason: `a value of its table is not a number: ${unusable}` };
}
