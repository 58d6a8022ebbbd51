import { strings } from '../../i18n/strings.ts';

/** How far something was at a moment (milliseconds). */
export type Sample = { at: number; current: number; total: number };

const t = strings.jobs;

/** How far back one looks, in milliseconds: what went on before says little of what comes. */
const windowMs = 40_000;
/** Samples closer to each other than this say nothing more. */
const minSampleGapMs = 400;
/** Watched for less than this, nobody knows how fast it is. */
const minWatchMs = 6_000;
/** Nothing came for so long: it waits for something. */
const stalledAfterMs = 12_000;
/** The halves of what was watched may differ by this factor. */
const maxSpeedRatio = 2.5;
const maxSeconds = 20 * 3600;

/** The samples with one more. Those that are too old to matter go, and all of them where it began anew. */
export function withSample(samples: readonly Sample[], next: Sample): readonly Sample[] {
  const last = samples.at(-1);
  if (!last) return [next];
  if (next.current < last.current || isOther(last.total, next.total)) return [next];
  if (next.current === last.current) return samples;
  const recent = samples.filter(({ at }) => next.at - at <= windowMs);
  const before = recent.at(-2);
  // The newest always counts; the one before it gives way where it is hardly older than its own neighbour.
  return [...(before && last.at - before.at < minSampleGapMs ? recent.slice(0, -1) : recent), next];
}

/** A total that moves on is found out little by little, and nothing can be reckoned by it. */
function isOther(one: number, other: number): boolean {
  return Math.abs(one - other) > 0.02 * Math.max(one, other);
}

/** Seconds until it is done; undefined where nobody can say: it was watched too briefly, waits, or is now fast and now slow. */
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

/** By the second. */
function speed(from: Sample, to: Sample): number {
  return to.at === from.at ? 0 : ((to.current - from.current) * 1000) / (to.at - from.at);
}

/** As people say it, roughly: who waits wants no countdown. */
export function describeTimeLeft(seconds: number): string {
  if (seconds < 50) return t.leftMoment;
  const minutes = Math.round(seconds / 60);
  if (minutes < 90)
    return t.leftMinutes({ minutes: Math.max(1, minutes > 20 ? Math.round(minutes / 5) * 5 : minutes) });
  return t.leftHours({ hours: Math.round(minutes / 60) });
}
