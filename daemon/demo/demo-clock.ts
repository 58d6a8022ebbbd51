import { systemClock, type Clock } from '../base/clock.ts';

type DemoClock = Clock & {
  /** How far it is ahead of the system's time, in milliseconds. */
  offsetMs(): number;
  /** Moves it forward. Waits that become due end. */
  advance(ms: number): void;
};

/** The longest wait that a timer of Node measures, in milliseconds. */
const maxTimerMs = 2 ** 31 - 1;

/** The system's time plus the steps by which the user of a demo moved it forward. */
export function createDemoClock(base: Clock = systemClock): DemoClock {
  let offsetMs = 0;
  let nextMove = new AbortController();
  const nowMs = () => base.now().getTime() + offsetMs;
  return {
    now: () => new Date(nowMs()),
    async wait(ms, signal) {
      const due = nowMs() + ms;
      for (let left = ms; left > 0 && !signal?.aborted; left = due - nowMs()) {
        const moved = nextMove.signal;
        await base.wait(Math.min(left, maxTimerMs), signal ? AbortSignal.any([signal, moved]) : moved);
      }
    },
    offsetMs: () => offsetMs,
    advance(ms) {
      offsetMs += ms;
      const moved = nextMove;
      nextMove = new AbortController();
      moved.abort();
    },
  };
}
