import type { Clock } from '../../../base/clock.ts';

/**
 * The cause of a reduction may have been another client, such as a phone, so the limit is raised by one at this interval.
 */
const raiseIntervalMs = 30 * 60_000;

/** A limit that is reduced when it proves too high and recovers one step at a time. */
export type AdaptiveLimit = {
  readonly value: number;
  /** Returns whether this call reduced it. It never goes below one. */
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
