import type { Clock } from '../../../base/clock.ts';

/** What was lowered may have been somebody else's doing, a telephone's for instance: one more is tried this often. */
const raiseIntervalMs = 30 * 60_000;

/** A number that is lowered when it proves too high and comes back, one at a time. */
export type AdaptiveLimit = {
  readonly value: number;
  /** Gives whether this lowered it. It never gets below one. */
  lower(to: number): boolean;
};

export function createAdaptiveLimit(max: number, clock: Clock): AdaptiveLimit {
  let lowered = max;
  let loweredAt = clock.now().getTime();
  const value = () => Math.min(max, lowered + Math.floor((clock.now().getTime() - loweredAt) / raiseIntervalMs));
  return {
    get value() {
      return value();
    },
    lower(to) {
      const wanted = Math.max(1, to);
      if (wanted >= value()) return false;
      lowered = wanted;
      loweredAt = clock.now().getTime();
      return true;
    },
  };
}
