import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { Clock } from './clock.ts';

/** The process is at rest when it took less than `maxBusyMs` of processor time in `restMs`. */
const restMs = 3_000;
const maxBusyMs = 30;
/** Freeing takes up to 300 ms of processor time in all threads, so that it follows at least so much work, in milliseconds of it. */
const minWorkMs = 1_000;
/** How often it is checked whether there was so much work. */
const workCheckMs = 30_000;

/**
 * Calls `free` when the process is at rest after its start, and after more work, until the signal aborts. V8 frees memory by
 * itself only while a thread allocates some, so that a thread which rests would keep all that its last work left.
 * `cpuMs` is the processor time that all threads of this process have taken, in milliseconds.
 */
export async function freeMemoryAtRest(
  free: () => void,
  { clock, cpuMs = processCpuMs }: { clock: Clock; cpuMs?: () => number },
  signal: AbortSignal,
): Promise<void> {
  let freedAtMs = -Infinity;
  while (!signal.aborted) {
    const before = cpuMs();
    const isDue = before - freedAtMs >= minWorkMs;
    await clock.wait(isDue ? restMs : workCheckMs, signal);
    if (signal.aborted || !isDue || cpuMs() - before >= maxBusyMs) continue;
    free();
    // The threads of workers, and those of V8, do this at the same time and for a moment longer.
    await clock.wait(restMs, signal);
    freedAtMs = cpuMs();
  }
}

function processCpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/**
 * Collects all garbage of this thread, shrinks its heap to what is in use and returns the rest to the system. The thread does nothing else
 * meanwhile, some 50 ms for a heap of 30 MB.
 */
export function freeMemory(): void {
  // Contexts that are made after this have the function.
  setFlagsFromString('--expose-gc');
  runInNewContext("globalThis.gc?.({ type: 'major', flavor: 'last-resort' })");
}
