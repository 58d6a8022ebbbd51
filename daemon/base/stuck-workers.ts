import type { RunningWorker } from './running-worker.ts';

/** Threads that were told to end and have not: they compute in native code, which nothing interrupts. */
const stuck = new Set<RunningWorker>();

/** Ends a worker, and remembers a thread until it has ended. */
export function endWorkerNow(worker: RunningWorker): void {
  if (!worker.isProcess) {
    stuck.add(worker);
    worker.once('exit', () => stuck.delete(worker));
  }
  void worker.terminate();
}

/**
 * Ends the process. `process.exit` waits for every thread, so where one is stuck the process ends by a signal, which service managers take
 * for an orderly end.
 */
export function endProcess(code: number): never {
  if (stuck.size > 0) {
    process.removeAllListeners('SIGTERM');
    process.kill(process.pid, 'SIGTERM');
  }
  process.exit(code);
}
