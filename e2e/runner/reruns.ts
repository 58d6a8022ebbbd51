import type { FileResult } from './results.ts';
import { failuresOf } from './results.ts';

/** A run with more flaky files than this fails: then something is wrong that a rerun would only hide. */
export const maxFlakyFiles = 3;

/** If more files fail than this, or processes as a whole, a rerun would take long and change nothing. */
const maxFailedFiles = 10;

/**
 * Whether a failed test file may run once more. Tests that kill processes, inject faults, generate random input or attack
 * the product never may: they look for failures that occur once in a hundred runs.
 */
export function mayRerun(path: string, source: string): boolean {
  const isExemptPath = /^e2e\/faults\/|\b(kill|chaos|crash|fault|random|hostile|security|privacy|sanitiz\w*|injection)/;
  const isExemptSource = /from 'fast-check'|\bSIGKILL\b|\.kill\(|\bhostile\b/;
  return !isExemptPath.test(path) && !isExemptSource.test(source);
}

/**
 * The files to run again, each alone: those that failed, if all of them may. None if too many failed or if a file that must
 * not run again failed, because the run fails in any case.
 */
export function filesToRerun(files: readonly FileResult[], read: (path: string) => string): string[] {
  const failed = files.filter((file) => failuresOf(file).length > 0);
  if (failed.length > maxFailedFiles) return [];
  return [...new Set(failed.flatMap((file) => file.files))].filter((path) => mayRerun(path, read(path)));
}

type MergedResults = {
  /** The results to count: those of the second run in place of the first, if it passed. */
  files: FileResult[];
  /** What failed first and passed alone: a file, or the files of a process that failed as a whole. */
  flaky: { path: string; output: string }[];
};

/** Puts the results of reruns, one for each path, in place of those of the first run. */
export function mergeReruns(
  first: readonly FileResult[],
  second: ReadonlyMap<string, readonly FileResult[]>,
): MergedResults {
  const isFixed = (path: string) => {
    const again = second.get(path);
    return again !== undefined && again.length > 0 && again.every((file) => failuresOf(file).length === 0);
  };
  const failed = first.filter((file) => failuresOf(file).length > 0);
  const fixed = new Set(failed.flatMap(({ files }) => files).filter(isFixed));
  // A process that failed as a whole is fixed when each of its files is.
  const kept = first.filter(({ files, results }) =>
    files.length === 1
      ? !fixed.has(files[0] ?? '')
      : results.every(({ isPassed }) => isPassed) || !files.every((path) => fixed.has(path)),
  );
  const flaky = failed
    .filter(({ files }) => files.every((path) => fixed.has(path)))
    .map((file) => ({
      path: file.files.join(', '),
      output: failuresOf(file)
        .map(({ name, output }) => `${name}\n${output}`)
        .join('\n'),
    }));
  return { files: [...kept, ...[...fixed].flatMap((path) => second.get(path) ?? [])], flaky };
}
