import type { Worker } from 'node:worker_threads';

/** Threads that were told to end and have not: they compute in native code, which nothing interrupts. */
const stuck = new Set<Worker>();

/** Ends a thread, and remembers it until it has ended. */
export function terminateThread(thread: Worker): void {
  stuck.add(thread);
  thread.once('exit', () => stuck.delete(thread));
  void thread.terminate();
}

export function stuckThreadCount(): number {
  return stuck.size;
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
