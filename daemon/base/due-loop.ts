import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from './wake-signal.ts';
import { instantOf, type Clock } from './clock.ts';
import { diskProblemOf } from './disk-failure.ts';
import type { Log } from './log.ts';
import type { Loop } from './loop.ts';

export type DueLoop = Loop & {
  /** Makes the loop check again, because the next due item may have changed or the clock was moved forward. */
  notify(): void;
};

type DueLoopDeps = {
  name: string;
  clock: Clock;
  log: Log;
  /** The ids of the items that are due at an instant. */
  due: (now: string) => readonly number[];
  /** The due time of the next item after an instant. */
  nextAfter: (now: string) => string | undefined;
  /** Processes one item if it is still due. */
  act: (id: number) => void;
};

/** The longest wait, in milliseconds. Clock changes are not announced, and failed items must be retried. */
const maxWaitMs = 60_000;

/**
 * Processes items when they become due, one at a time. A failing item is logged and does not block the others. A failure of
 * the disk ends the loop, which is then run again.
 */
export function dueLoop({ name, clock, log, due, nextAfter, act }: DueLoopDeps): DueLoop {
  const wakeSignal = createWakeSignal(clock);
  const actOn = (id: number) => {
    try {
      act(id);
    } catch (failed) {
      // The item is still due when the loop runs again.
      if (diskProblemOf(failed) !== undefined) throw failed;
      log.error({ err: failed, loop: name }, 'a due item failed and is retried in a minute');
    }
  };
  return {
    name,
    notify: () => wakeSignal.notify(),
    async run(signal) {
      while (!signal.aborted) {
        for (const id of due(instantOf(clock.now()))) {
          if (signal.aborted) return;
          actOn(id);
          await nextTurn();
        }
        const now = clock.now();
        const next = nextAfter(instantOf(now));
        const waitMs = next === undefined ? maxWaitMs : Date.parse(next) - now.getTime();
        await wakeSignal.wait(Math.min(waitMs, maxWaitMs), signal);
      }
    },
  };
}
