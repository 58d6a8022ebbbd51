import { strings } from '../../i18n/strings.ts';

/** The progress at a moment (milliseconds). */
export type Sample = { at: number; current: number; total: number };

const t = strings.jobs;

/** The window of the estimate in milliseconds. Older samples do not predict the speed. */
const windowMs = 40_000;
/** Samples closer to each other than this add nothing. */
const minSampleGapMs = 400;
/** Below this duration there is no estimate. */
const minWatchMs = 6_000;
/** Work without progress for this long is waiting for something. */
const stalledAfterMs = 12_000;
/** The speed in the two halves of the window may differ by this factor. */
const maxSpeedRatio = 2.5;
const maxSeconds = 20 * 3600;

/** Adds a sample and drops samples that are too old, or all of them if the work restarted. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (!last) return [next];
  if (next.current < last.current || isOther(last.total, next.total)) return [next];
  if (next.current === last.current) return samples;
  const recent = samples.filter(({ at }) => next.at - at <= windowMs);
  const before = recent.at(-2);
  // The newest sample always counts. The previous one is dropped if it is hardly newer than its neighbour.
  return [...(before && last.at - before.at < minSampleGapMs ? recent.slice(0, -1) : recent), next];
}

/** A total that still grows does not allow an estimate. */
function isOther(one: number, other: number): boolean {
  return Math.abs(one - other) > 0.02 * Math.max(one, other);
}

/** The seconds until the work is done; undefined after short observation, while it waits, or if its speed varies. */
export function secondsLeft(samples: readonly Sample[], now: number): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  const middle = samples[Math.floor(samples.length / 2)];
  if (!first || !last || !middle || samples.length < 4) return undefined;
  if (last.at - first.at < minWatchMs || now - last.at > stalledAfterMs) return undefined;
  const [early, late] = [speed(first, middle), speed(middle, last)];
  if (early <= 0 || late <= 0 || Math.max(early, late) / Math.min(early, late) > maxSpeedRatio) return undefined;
  const left = (last.total - last.current) / ((speed(first, last) + late) / 2) - (now - last.at) / 1000;
  return left > maxSeconds ? undefined : Math.max(0, left);
}

/** Done per second. */
function speed(from: Sample, to: Sample): number {
  return to.at === from.at ? 0 : ((to.current - from.current) * 1000) / (to.at - from.at);
}

/** The remaining time in rounded words, because the user needs no countdown. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 50) return t.leftMoment;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90)
    return t.leftMinutes({ minutes: Math.max(1, minutes > 20 ? Math.round(minutes / 5) * 5 : minutes) });
  return t.leftHours({ hours: Math.round(minutes / 60) });
}
