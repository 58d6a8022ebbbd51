import type { Counts, FileResult } from './results.ts';
import { durationOf } from './results.ts';

const maxSlowestFiles = 20;

/** One line for each reason, with how many tests were skipped for it. */
export function skipLines(files: readonly FileResult[]): string[] {
  const byReason = Map.groupBy(skipsIn(files), ({ reason }) => reason);
  return [...byReason].map(([reason, skipped]) => `Skipped ${skipped.length}: ${reason}`);
}

/** How many tests a run of this extent does not have, which are in none of the counts. */
export function leftOutLines(count: number): string[] {
  return count === 0 ? [] : [`Left out ${count} rare tests: e2e/runner/rare-tests.ts says which tier has them.`];
}

/** The slowest files, with the total time of their tests. */
export function slowestLines(files: readonly FileResult[]): string[] {
  const slowest = files
    .map((file) => ({ name: file.files.join(', '), seconds: durationOf(file) / 1_000 }))
    .toSorted((one, other) => other.seconds - one.seconds)
    .slice(0, maxSlowestFiles);
  return ['The slowest files:', ...slowest.map(({ name, seconds }) => `${seconds.toFixed(1).padStart(7)} s  ${name}`)];
}

/**
 * The closing lines, in the format of node's own summary. Each reason why the run fails apart from its tests counts as a failure, so
 * that the lines agree with the exit code.
 */
export function closingLines(counts: Counts, runErrors: readonly string[], durationMs: number): string[] {
  const all = { ...counts, fail: counts.fail + runErrors.length };
  const lines = Object.entries(all).map(([word, count]) => `# ${word} ${count}`);
  return [...lines, `# duration_ms ${durationMs.toFixed(0)}`];
}

export type Run = {
  counts: Counts;
  files: readonly FileResult[];
  /** False if the run was cut off. */
  isComplete: boolean;
  /** Exit code of node's own runner, before any rerun. */
  nodeExitCode: number;
  /** Whether any test, suite, hook or process failed in the first run. */
  hasFirstFailures: boolean;
  flakyFiles: number;
};

/**
 * Why a run fails although no failed test is left: it was cut off, no test ran, node reports a failure that no result
 * shows, too many files were flaky, or, if every peer is installed, a test of a peer (a real server, Chromium) was skipped.
 * Such tests give a reason that begins with `peer:`.
 */
export function findRunErrors(
  { counts, files, isComplete, nodeExitCode, hasFirstFailures, flakyFiles }: Run,
  { arePeersRequired, maxFlakyFiles }: { arePeersRequired: boolean; maxFlakyFiles: number },
): string[] {
  const skippedPeers = arePeersRequired ? skipsIn(files).filter(({ reason }) => reason.startsWith('peer:')) : [];
  return [
    ...(isComplete ? [] : ['The run was cut off before its end.']),
    ...(isComplete && counts.tests === 0 ? ['No test ran.'] : []),
    ...(isComplete && nodeExitCode !== 0 && !hasFirstFailures
      ? [`Node's test runner ended with exit code ${nodeExitCode}, and no result says why.`]
      : []),
    ...(flakyFiles > maxFlakyFiles ? [`${flakyFiles} files were flaky; more than ${maxFlakyFiles} fail the run.`] : []),
    ...skippedPeers.map(({ name, reason }) => `Every peer is required here, yet "${name}" was skipped (${reason}).`),
  ];
}

function skipsIn(files: readonly FileResult[]): { name: string; reason: string }[] {
  return files.flatMap(({ results }) =>
    results.flatMap(({ name, skip }) => (skip === undefined ? [] : [{ name, reason: skip }])),
  );
}
