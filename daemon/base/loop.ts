import type { Clock } from './clock.ts';
import type { Log } from './log.ts';

/** Work that goes on in the background until its signal aborts. */
export type Loop = { name: string; run(signal: AbortSignal): Promise<void> };

/** Loops that run. `stop` ends them, and resolves when all have ended. */
export type RunningLoop = { stop(): Promise<void> };

/** Runs loops side by side. One that fails is logged and started again, later each time. */
export function startLoops(loops: readonly Loop[], { clock, log }: { clock: Clock; log: Log }): RunningLoop {
  const stopping = new AbortController();
  const running = loops.map((loop) => keepRunning(loop, stopping.signal, { clock, log }));
  return {
    async stop() {
      stopping.abort();
      await Promise.all(running);
    },
  };
}

async function keepRunning(loop: Loop, signal: AbortSignal, { clock, log }: { clock: Clock; log: Log }): Promise<void> {
  for (let failures = 0; !signal.aborted; failures++) {
    try {
      await loop.run(signal);
      return;
    } catch (failed) {
      if (signal.aborted) return;
      log.error({ err: failed, loop: loop.name }, 'a background loop failed and is started again');
      await clock.wait(backoff(failures), signal);
    }
  }
}

/**
 * Runs loops as one. Where one ends or fails the others end too, and only then is what failed thrown: so none of them ever
 * runs twice at a time.
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

/**
 * How long to wait after the nth failure in a row, in milliseconds: doubling to five minutes, or to `most`, a quarter of
 * it by chance.
 */
export function backoff(failures: number, { most: maxMs = defaultMaxWaitMs, random = Math.random } = {}): number {
  const waitMs = Math.min(maxMs, 2_000 * 2 ** Math.min(failures, 10));
  return Math.round(waitMs * (0.75 + 0.25 * random()));
}

/** When each of `count` things begins that are not to begin in one instant, in milliseconds: three in every two seconds. */
export function staggeredDelays(count: number, random: () => number = Math.random): number[] {
  return Array.from({ length: count }, (_, index) => Math.round(2_000 * (Math.floor(index / 3) + random())));
}
