import { formatDuration } from '../../i18n/formats.ts';

const [minute, hour, day] = [60, 3600, 86_400];

/** A duration in seconds, rounded to its largest unit: `2 hours`. */
export function roughDuration(seconds: number): string {
  const unit = seconds < 59.5 * minute ? minute : seconds < 23.5 * hour ? hour : day;
  return formatDuration((Math.max(1, Math.round(seconds / unit)) * unit) / minute);
}

const steps = [1, 5, 15, 30].map((each) => each * minute).concat([1, 2, 4, 6, 12].map((each) => each * hour));

/** Durations for the lines of a chart: 0, and at most four equal steps up to above the longest one. */
export function durationTicks(longest: number): number[] {
  const step = steps.find((each) => each * 4 >= longest) ?? Math.ceil(longest / 4 / day) * day;
  const count = Math.max(1, Math.ceil(longest / step));
  return Array.from({ length: count + 1 }, (_, at) => at * step);
}
