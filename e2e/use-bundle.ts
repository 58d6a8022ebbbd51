import childProcess from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { syncBuiltinESMExports } from 'node:module';
import { pathToFileURL } from 'node:url';
import threads, { isMainThread } from 'node:worker_threads';
import { openWorkerPool } from './worker-pool.ts';

/**
 * The module that `npm test` loads into its test files first. It has built the app before, so the daemon's worker threads
 * and processes are the bundled ones: they start in a fraction of the time, and there are thousands of them. The threads of
 * one daemon are reused by the next. A test file that runs by itself uses the sources.
 */
const bundle = join(import.meta.dirname, '../dist/bundle');
const isBuilt = process.execArgv.some((word) => word.includes('/e2e/use-bundle.ts'));

/** Plain JavaScript, without types. */
const noFsyncModule: string = './no-fsync.mjs';

/** The program of a daemon without a window, from the project's folder. */
export const headlessProgram = isBuilt ? 'dist/bundle/headless.cjs' : 'headless.ts';

/** The program of the command line, from the project's folder. */
export const commandLineProgram = isBuilt ? 'dist/bundle/posthorn.cjs' : 'daemon/fronts/cli.ts';

/** Arguments with which node runs the daemon without flushing writes, for tests that do not kill it. */
export const noFsyncProgram = [
  ...(isBuilt ? [`--import=${new URL(noFsyncModule, import.meta.url).href}`] : []),
  headlessProgram,
];

/** The file with which the processes of a daemon keep the usual priority. */
const usualPriorityFile = join(import.meta.dirname, 'usual-priority.cjs');

const usualPriority = ['--require', usualPriorityFile];

/** The value of NODE_OPTIONS with which the processes of a daemon keep the usual priority, after the options of this process. */
export const usualPriorityOptions = `${process.env['NODE_OPTIONS'] ?? ''} --require ${JSON.stringify(usualPriorityFile)}`;

/** The argument with which node shortens the daemon's waits between two attempts. */
export const shortWaits = `--import=${new URL('./short-waits.mjs', import.meta.url).href}`;

if (isBuilt && isMainThread) {
  threads.Worker = bundledWorkers(threads.Worker);
  childProcess.fork = bundledPrograms(childProcess.fork);
}
syncBuiltinESMExports();
if (isBuilt) await import(noFsyncModule);

function bundledWorkers(Worker: typeof threads.Worker): typeof threads.Worker {
  const openWorker = openWorkerPool();
  return new Proxy(Worker, {
    construct(_Worker, [program, options = {}]: ConstructorParameters<typeof Worker>) {
      const file = bundledEntry(String(program));
      return file === undefined ? new Worker(program, options) : openWorker(pathToFileURL(file).href, options);
    },
  });
}

function bundledPrograms(fork: typeof childProcess.fork): typeof childProcess.fork {
  return new Proxy(fork, {
    apply(_fork, _this, [program, words, options]: [string | URL, string[]?, childProcess.ForkOptions?]) {
      const entry = bundledEntry(String(program));
      return fork(entry ?? program, words, entry === undefined ? options : { ...options, execArgv: usualPriority });
    },
  });
}

/** The bundled entry of a worker whose source is named; undefined for anything else. */
function bundledEntry(program: string): string | undefined {
  const name = /\/daemon\/workers\/([\w-]+)\.ts$/.exec(program)?.[1];
  const file = join(bundle, 'workers', `${name}.cjs`);
  return existsSync(file) ? file : undefined;
}
