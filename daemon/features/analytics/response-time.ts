import { businessSeconds, localClock, weekdayOf } from './business-hours.ts';
import type { ResponseTimes } from './contract.ts';
import { instantOfSeconds } from './correspondence.ts';
import type { ReplyPair } from './store.ts';

const daySeconds = 86_400;
/** A longer span is divided into months. */
const maxWeeks = 26;

/** The upper bounds of the histogram in seconds; the last one exceeds every time. */
const bounds = [60, 300, 1800, 3600, 21_600, 86_400, 259_200, Number.MAX_SAFE_INTEGER];

/** The median, the ninth decile and the distribution of the times of replies. */
export function summarizeReplies(pairs: readonly ReplyPair[], zone: string | undefined) {
  const local = localClock(zone);
  const clock = pairs.map(({ asked, replied }) => replied - asked).toSorted((a, b) => a - b);
  const business = pairs
    .map(({ asked, replied }) => businessSeconds(local(asked), local(replied)))
    .toSorted((a, b) => a - b);
  return {
    sample_count: pairs.length,
    clock_p50_seconds: percentile(clock, 0.5) ?? 0,
    clock_p90_seconds: percentile(clock, 0.9) ?? 0,
    business_hours_p50_seconds: percentile(business, 0.5) ?? null,
    business_hours_p90_seconds: percentile(business, 0.9) ?? null,
    histogram: histogramOf(clock),
  };
}

/**
 * The medians of the weeks in which there were replies, each beginning on a Monday in local time; of the months if the replies
 * are from more than half a year.
 */
export function trendOf(pairs: readonly ReplyPair[], zone: string | undefined): ResponseTimes['trend'] {
  const local = localClock(zone);
  const days = pairs.map(({ replied }) => Math.floor(local(replied) / daySeconds));
  const isWeekly = days.length === 0 || Math.max(...days) - Math.min(...days) <= maxWeeks * 7;
  const byStart = Map.groupBy(pairs, (_, at) => (isWeekly ? mondayOf(days[at] ?? 0) : firstOfMonth(days[at] ?? 0)));
  return [...byStart]
    .toSorted(([a], [b]) => a - b)
    .map(([day, members]) => ({
      since: instantOfSeconds(day * daySeconds).slice(0, 10),
      sample_count: members.length,
      clock_p50_seconds:
        percentile(
          members.map(({ asked, replied }) => replied - asked).toSorted((a, b) => a - b),
          0.5,
        ) ?? 0,
    }));
}

const mondayOf = (day: number) => day - weekdayOf(day);

function firstOfMonth(day: number): number {
  return day - new Date(day * daySeconds * 1000).getUTCDate() + 1;
}

/** By the nearest rank, of values in ascending order. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function histogramOf(sorted: readonly number[]): ResponseTimes['histogram'] {
  let before = 0;
  return bounds.map((upper_bound_seconds) => {
    const first = sorted.findIndex((each) => each > upper_bound_seconds);
    const until = first === -1 ? sorted.length : first;
    const count = until - before;
    before = until;
    return { upper_bound_seconds, count };
  });
}
