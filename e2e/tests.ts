/**
 * `npm test`: finds the test files, runs them four at a time because many mostly wait, runs failed files once more alone,
 * and ends with skips, flaky files, the slowest files and a summary in the format of node's own. Arguments choose files by
 * a part of their path. Arguments that begin with a dash go to node, as in `npm test -- daemon/store
 * --test-name-pattern=undo`; `--once` skips the second run and the programs of the CI tier.
 *
 * POSTHORN_TESTS is described in `runner/tier.ts`. POSTHORN_PEERS=required fails the run if a peer is missing, and
 * POSTHORN_TEST_REPORT names a file that receives failures and durations as JSON.
 */
import { spawn } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { pathToFileURL } from 'node:url';
import { shareProcesses } from './runner/processes.ts';
import { filesToRerun, mergeReruns, maxFlakyFiles } from './runner/reruns.ts';
import { countResults, durationOf, failuresOf, readResults, type FileResult } from './runner/results.ts';
import { preparePrograms, runPrograms } from './runner/programs.ts';
import { skipOptions } from './runner/rare-tests.ts';
import { runCacheEnv } from './runner/run-cache.ts';
import { closingLines, findRunErrors, leftOutLines, skipLines, slowestLines } from './runner/summary.ts';
import { openTemporaryFolder } from './runner/temporary-folder.ts';
import { ciSuffix, extentOf, isCiTier, isFullTier, wholeRunVariable } from './runner/tier.ts';

/**
 * A test file that leaves a resource open would otherwise block the run for ever. A machine four times slower than the one of the
 * limits in CONTRIBUTING needs three quarters of an hour.
 */
const maxMinutes = isFullTier ? 180 : 65;
/** The limit of a single test. The longest take less than a minute on the machine of those limits. */
const maxTestMs = 480_000;
const concurrency = 4;

/**
 * Room for new objects, in megabytes: with the default, a tenth of the processor time of the tests is spent on collecting those that
 * a test has just made.
 */
const memory = ['--min-semi-space-size=32', '--max-semi-space-size=64'];

/** The programs that the CI tier runs after the tests, when nothing else uses the processor. */
const ciPrograms = ['e2e/budgets.ts'];

/** Plain JavaScript, without types. */
const outdated: string = '../outdated.mjs';

const moduleUrl = (path: string) => pathToFileURL(join(import.meta.dirname, path)).href;
const reporter = moduleUrl('runner/reporter.mjs');

process.exitCode = await runTests(process.argv.slice(2));

async function runTests(args: string[]): Promise<number> {
  const startedAt = performance.now();
  const isRerunWanted = !args.includes('--once');
  const files = testFiles(args.filter((word) => !word.startsWith('-')));
  if (files.length === 0) {
    console.error(`No test file has ${args.join(' or ')} in its path.`);
    return 1;
  }
  const flags = args.filter((word) => word.startsWith('-') && word !== '--once');
  const isWhole = args.every((word) => word.startsWith('-'));
  const takesSamples = isWhole || process.env[wholeRunVariable] !== undefined;
  const mayNeedPrograms = isCiTier && isWhole && isRerunWanted;
  const prepared = mayNeedPrograms ? preparePrograms(ciPrograms) : undefined;
  const first = await runFiles(files, flags, { concurrency, takesSamples, isRerun: false });
  const rerun =
    isRerunWanted && first.isComplete ? filesToRerun(first.files, (path) => readFileSync(path, 'utf8')) : [];
  const second = new Map<string, FileResult[]>();
  for (const path of rerun) {
    console.error(`\nRunning ${path} again, alone…`);
    second.set(path, (await runFiles([path], flags, { concurrency: 1, takesSamples, isRerun: true })).files);
  }
  const { files: tested, flaky } = mergeReruns(first.files, second);
  await prepared;
  const areProgramsWanted = mayNeedPrograms && first.isComplete;
  const results = [...tested, ...(areProgramsWanted ? await runPrograms(ciPrograms) : [])];
  const counts = countResults(results);
  const runErrors = findRunErrors(
    {
      ...first,
      counts,
      files: results,
      hasFirstFailures: first.files.some((file) => failuresOf(file).length > 0),
      flakyFiles: flaky.length,
    },
    { arePeersRequired: process.env['POSTHORN_PEERS'] === 'required', maxFlakyFiles },
  );
  const failed = results.flatMap((file) =>
    failuresOf(file).map((failure) => ({ file: file.files.join(', '), ...failure })),
  );
  writeReport({
    failed,
    flaky,
    runErrors,
    durations: results.map((file) => ({ files: file.files, ms: Math.round(durationOf(file)) })),
  });
  const lines = [
    ...skipLines(results),
    ...leftOutLines(skipOptions(extentOf({ isWhole: takesSamples })).length),
    ...(args.length === 0 ? slowestLines(results) : []),
    ...flaky.map(({ path, output }) => `FLAKY ${path}\n${output.replaceAll(/^/gm, '    ')}`),
    ...failed.map(({ file, name }) => `FAILED ${file}: ${name}`),
    ...runErrors,
    ...closingLines(counts, runErrors, performance.now() - startedAt),
  ];
  console.log(lines.join('\n'));
  return failed.length + counts.cancelled + runErrors.length > 0 ? 1 : 0;
}

/** Writes the failures and the duration of each file if a program, as `npm run soak -- flaky`, asked for it. */
function writeReport(found: Record<'failed' | 'flaky' | 'runErrors' | 'durations', unknown[]>): void {
  const path = process.env['POSTHORN_TEST_REPORT'];
  if (path) writeFileSync(path, JSON.stringify(found));
}

function testFiles(parts: string[]): string[] {
  const found = globSync('{daemon,bridge,headless,web,electron,testing,e2e}/**/*.test.ts', {
    exclude: ['web/dist/**'],
  });
  const paths = found.map((path) => path.replaceAll('\\', '/')).toSorted();
  if (parts.length > 0) return paths.filter((path) => parts.some((part) => path.includes(part)));
  return paths.filter((path) => isCiTier || !path.endsWith(ciSuffix));
}

type FinishedRun = { nodeExitCode: number; files: FileResult[]; isComplete: boolean };

type RunOptions = { concurrency: number; takesSamples: boolean; isRerun: boolean };

async function runFiles(paths: readonly string[], flags: readonly string[], options: RunOptions): Promise<FinishedRun> {
  const shared = shareProcesses(paths);
  const temporary = openTemporaryFolder();
  try {
    const env = { ...temporary.env, ...runCacheEnv(join(shared.folder, 'cache')) };
    const { code, output } = await runNode(flags, shared.programs, { ...options, temporaryEnv: env });
    return { nodeExitCode: code, ...readResults(output, shared.programs, shared.filesOf) };
  } finally {
    shared.close();
    temporary.remove();
  }
}

/** The readable report goes to standard error at once; the exact one of this reporter is kept. */
async function runNode(
  flags: readonly string[],
  programs: readonly string[],
  { concurrency, takesSamples, isRerun, temporaryEnv }: RunOptions & { temporaryEnv: NodeJS.ProcessEnv },
): Promise<{ code: number; output: string }> {
  const readable = ['--test-reporter=spec', '--test-reporter-destination=stderr'];
  const exact = [`--test-reporter=${reporter}`, '--test-reporter-destination=stdout'];
  const limits = [`--test-concurrency=${concurrency}`, `--test-timeout=${maxTestMs}`];
  // As `npm test` has built it; if it is older than its sources, the sources are tested, as they are for their coverage.
  const { isBundleOutdated } = (await import(outdated)) as { isBundleOutdated: () => boolean };
  const testsSources = isBundleOutdated() || flags.includes('--experimental-test-coverage');
  const built = testsSources ? [] : [`--import=${moduleUrl('use-bundle.ts')}`];
  const quick = takesSamples && !isRerun ? [`--import=${moduleUrl('runner/no-promise-hooks.mjs')}`] : [];
  const leftOut = skipOptions(extentOf({ isWhole: takesSamples }));
  const { NODE_TEST_CONTEXT: _outer, ...outerEnv } = process.env;
  const env = { ...outerEnv, ...temporaryEnv, ...(takesSamples && { [wholeRunVariable]: '1' }) };
  const child = spawn(
    process.execPath,
    ['--test', ...memory, ...readable, ...exact, ...limits, ...built, ...quick, ...leftOut, ...flags, ...programs],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
      env,
    },
  );
  const stop = (signal: NodeJS.Signals) => void child.kill(signal);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, stop);
  const timeout = setTimeout(() => {
    console.error(`The tests did not end within ${maxMinutes} minutes and are stopped.`);
    // On this signal node names the files that are still running.
    child.kill('SIGINT');
  }, maxMinutes * 60_000);
  const ended = new Promise<number>((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
  const output = await text(child.stdout);
  const code = await ended;
  clearTimeout(timeout);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.off(signal, stop);
  return { code, output };
}
