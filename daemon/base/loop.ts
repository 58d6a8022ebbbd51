import type { Clock } from './clock.ts';
import { diskProblemOf } from './disk-failure.ts';
import type { Log } from './log.ts';

/** Background work that runs until its signal aborts. */
export type Loop = { name: string; run(signal: AbortSignal): Promise<void> };

/** Running loops. `stop` aborts them and resolves when all have ended. */
export type RunningLoop = { stop(): Promise<void> };

export type LoopDeps = {
  clock: Clock;
  log: Log;
  /** A loop that failed because of the disk runs again as soon as the disk can store something. */
  disk: { check(failure: unknown): Promise<unknown>; whenWritable(signal: AbortSignal): Promise<void> };
};

/**
 * Runs loops concurrently. A failed loop is logged and restarted with an increasing delay, which starts again from the
 * shortest one after a run longer than the longest delay.
 */
export function startLoops(loops: readonly Loop[], deps: LoopDeps): RunningLoop {
  const stopping = new AbortController();
  const running = loops.map((loop) => keepRunning(loop, stopping.signal, deps));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function keepRunning(loop: Loop, signal: AbortSignal, { clock, log, disk }: LoopDeps): Promise<void> {
  let failures = 0;
  while (!signal.aborted) {
    const startedAtMs = clock.now().getTime();
    try {
      await loop.run(signal);
      return;
    } catch (failed) {
      if (signal.aborted) return;
      log.error({ err: failed, loop: loop.name }, 'a background loop failed and is restarted');
      await disk.check(failed);
      if (clock.now().getTime() - startedAtMs > defaultMaxWaitMs) failures = 0;
      const isDisk = diskProblemOf(failed) !== undefined;
      await clock.wait(backoff(failures++, isDisk ? { most: maxDiskWaitMs } : {}), signal);
      await disk.whenWritable(signal);
    }
  }
}

/**
 * Runs loops as a unit. When one ends or fails, the others are stopped too, and only then is the error thrown. This ensures
 * that no loop ever runs twice at the same time.
 */
export async function runTogether(
  runs: readonly ((signal: AbortSignal) => Promise<void>)[],
  signal: AbortSignal,
): Promise<void> {
  const ending = new AbortController();
  const anyAbort = AbortSignal.any([signal, ending.signal]);
  const results = await Promise.allSettled(runs.map((run) => run(anyAbort).finally(() => ending.abort())));
  for (const each of results) if (each.status === 'rejected') throw each.reason;
}

const defaultMaxWaitMs = 5 * 60_000;
/** A loop that failed because of the disk is restarted after at most this time, in milliseconds, once the disk works. */
const maxDiskWaitMs = 10_000;

/**
 * The wait after the nth failure in a row, in milliseconds. It doubles up to five minutes, or up to `most`; a quarter of it
 * is random.
 */
export function backoff(failures: number, { most: maxMs = defaultMaxWaitMs, random = Math.random } = {}): number {
  const waitMs = Math.min(maxMs, 2_000 * 2 ** Math.min(failures, 10));
  return Math.round(waitMs * (0.75 + 0.25 * random()));
}

/** Start delays in milliseconds that avoid starting `count` tasks at the same instant: three in every two seconds. */
export function staggeredDelays(count: number, random: () => number = Math.random): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(2_000 * (Math.floor(index / 3) + random())));
}
