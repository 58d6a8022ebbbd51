import type { Clock } from '../../../base/clock.ts';

/** What was lowered may have been somebody else's doing, a telephone's for instance: one more is tried this often. */
const raiseMs = 30 * 60_000;

/** A number that is lowered when it proves too high and comes back, one at a time. */
export type LoweredLimit = {
  readonly value: number;
  /** Gives whether this lowered it. It never gets below one. */
  lower(to: number): boolean;
};

export function loweredLimit(most: number, clock: Clock): LoweredLimit {
  let lowest = most;
  let loweredAt = clock.now().getTime();
  const value = () => Math.min(most, lowest + Math.floor((clock.now().getTime() - loweredAt) / raiseMs));
  return {
    get value() {
      return value();
    },
    lower(to) {
      const wanted = Math.max(1, to);
      if (wanted >= value()) return false;
      lowest = wanted;
      loweredAt = clock.now().getTime();
      return true;
    },
  };
}
