import { setImmediate as nextTurn } from 'node:timers/promises';
import { createWakeSignal } from './wake-signal.ts';
import { instantOf, type Clock } from './clock.ts';
import type { Log } from './log.ts';
import type { Loop } from './loop.ts';

export type DueLoop = Loop & {
  /** Something else may be due first now, or the clock has been put forward. */
  notify(): void;
};

export type DueLoopDeps = {
  name: string;
  clock: Clock;
  log: Log;
  /** What is due by an instant, by id. */
  due: (now: string) => readonly number[];
  /** When the next after that instant is due. */
  nextAfter: (now: string) => string | undefined;
  /** Does one of them, if it is still due. */
  act: (id: number) => void;
};

/** The longest wait, in milliseconds: nobody says that a clock was put forward, and what failed is tried again. */
const maxWaitMs = 60_000;

/** Does what is due when it is due, one by one: one that fails is logged and keeps none of the others. */
export function dueLoop({ name, clock, log, due, nextAfter, act }: DueLoopDeps): DueLoop {
  const wakeSignal = createWakeSignal(clock);
  const actOn = (id: number) => {
    try {
      act(id);
    } catch (failed) {
      log.error({ err: failed, loop: name }, 'what is due could not be done and is tried again in a minute');
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
