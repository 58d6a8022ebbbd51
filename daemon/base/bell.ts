import { aborted } from './abort.ts';
import type { Clock } from './clock.ts';

/** A wait that can be cut short; a ring that comes before the wait counts for it. */
export type Bell = {
  ring(): void;
  /** Forgets a ring that nobody has waited for yet. */
  hush(): void;
  /** Gives whether somebody rang. Without `ms` only that ends the wait, or the signal. */
  wait(ms: number | undefined, signal: AbortSignal): Promise<boolean>;
};

export function bellWith(clock: Clock): Bell {
  let rung = new AbortController();
  return {
    ring: () => rung.abort(),
    hush: () => void (rung = new AbortController()),
    async wait(ms, signal) {
      const either = AbortSignal.any([rung.signal, signal]);
      await (ms === undefined ? aborted(either) : clock.wait(ms, either));
      const isRung = rung.signal.aborted;
      rung = new AbortController();
      return isRung;
    },
  };
}
