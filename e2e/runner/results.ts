/** A line of `reporter.mjs`: a finished test, suite, hook or process; or the end of a program, or of the run. */
type TestEvent = TestResult | { type: 'end'; file?: string } | { type: 'stderr'; file: string; text: string };

export type TestResult = {
  type: 'result';
  isPassed: boolean;
  isSuite: boolean;
  name: string;
  nesting: number;
  /** Where the test is defined. */
  file?: string;
  /** The program that node ran; absent if the process itself failed, whose path is then in `file`. */
  entryFile?: string;
  durationMs: number;
  skip?: string;
  todo?: string;
  /** Node's failure type, as `hookFailed` or `subtestsFailed`. */
  failureType?: string;
  /** The error with its stack. */
  output?: string;
};

/** The results of test files of one process that cannot be distinguished, which is nearly always one file. */
export type FileResult = {
  /** Paths from the project's folder. Several if a process failed as a whole, or a helper defined the test. */
  files: readonly string[];
  results: TestResult[];
};

/** Characters of a process' standard error that are shown. */
const maxStderrLength = 4_000;

export type Counts = Record<'tests' | 'suites' | 'pass' | 'fail' | 'cancelled' | 'skipped' | 'todo', number>;

/** A test, suite, hook or process that failed by itself, not because of a child. */
type FailedResult = { name: string; output: string };

/**
 * Reads the output of `reporter.mjs` for a run of `programs`. `filesOf` names the test files that a program loads. A
 * program that ended before its tests did, as by `process.exit(0)`, has failed, although node reports it as passed.
 * `isComplete` is false if the run was cut off. Throws SyntaxError if a line is not JSON.
 */
export function readResults(
  lines: string,
  programs: readonly string[],
  filesOf: (program: string) => readonly string[],
): { files: FileResult[]; isComplete: boolean } {
  const events = lines.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as TestEvent]));
  // Node reports a process that ended with exit code 0 and without a test as passed.
  const results = events.filter(
    (event) => event.type === 'result' && (event.entryFile !== undefined || !event.isPassed),
  ) as TestResult[];
  const ends = new Set(events.flatMap((event) => (event.type === 'end' ? [event.file] : [])));
  const isComplete = ends.has(undefined);
  const failed = new Set(results.flatMap(({ entryFile, file }) => (entryFile === undefined ? [file] : [])));
  const silent = programs.filter((program) => isComplete && !ends.has(program) && !failed.has(program));
  const byKey = new Map<string, FileResult>();
  for (const result of [...results, ...silent.map(endedEarly)].map((each) => withStderr(each, events))) {
    const loaded = filesOf(result.entryFile ?? result.file ?? '');
    const own = result.entryFile === undefined ? undefined : loaded.find((path) => result.file?.endsWith(`/${path}`));
    const files = own === undefined ? loaded : [own];
    const key = files.join();
    const found = byKey.get(key) ?? { files, results: [] };
    byKey.set(key, found);
    found.results.push(result);
  }
  return { files: [...byKey.values()], isComplete };
}

/** The last output of a process that failed as a whole says why. */
function withStderr(result: TestResult, events: readonly TestEvent[]): TestResult {
  if (result.entryFile !== undefined) return result;
  const printed = events.flatMap((event) =>
    event.type === 'stderr' && event.file === result.file ? [event.text] : [],
  );
  return { ...result, output: `${result.output ?? ''}\n${printed.join('').slice(-maxStderrLength)}`.trimEnd() };
}

function endedEarly(file: string): TestResult {
  return {
    type: 'result',
    isPassed: false,
    isSuite: false,
    name: 'the process of this file',
    nesting: 0,
    file,
    durationMs: 0,
    failureType: 'processEnded',
    output: 'The process ended without a test, or before its tests did.',
  };
}

/**
 * Counts results as node's summary does, except that a failed hook, suite or process counts as a failure: node leaves a
 * suite whose hook failed out of `fail`, although the run fails.
 */
export function countResults(files: readonly FileResult[]): Counts {
  const counts: Counts = { tests: 0, suites: 0, pass: 0, fail: 0, cancelled: 0, skipped: 0, todo: 0 };
  for (const result of files.flatMap(({ results }) => results)) {
    const isOwnFailure = !result.isPassed && result.failureType !== 'subtestsFailed';
    if (result.isSuite) {
      counts.suites += 1;
      if (isOwnFailure) counts.fail += 1;
      continue;
    }
    counts.tests += 1;
    counts[outcomeOf(result)] += 1;
  }
  return counts;
}

function outcomeOf({ isPassed, skip, todo, failureType }: TestResult): keyof Counts {
  if (skip !== undefined) return 'skipped';
  if (todo !== undefined) return 'todo';
  if (isPassed) return 'pass';
  return failureType === 'cancelledByParent' || failureType === 'testAborted' ? 'cancelled' : 'fail';
}

/** The failures in these results, without parents that failed only because of a child. */
export function failuresOf({ results }: FileResult): FailedResult[] {
  return results
    .filter(({ isPassed, failureType, todo }) => !isPassed && todo === undefined && failureType !== 'subtestsFailed')
    .map(({ name, output }) => ({ name, output: output ?? 'no output' }));
}

/** The total time of the tests of a file in sequence, in milliseconds. */
export function durationOf({ results }: FileResult): number {
  return results.filter(({ nesting }) => nesting === 0).reduce((sum, { durationMs }) => sum + durationMs, 0);
}
