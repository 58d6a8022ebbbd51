const dayMs = 86_400_000;

/** Midnight of a day in UTC, in milliseconds. */
export function utcDay(year: number, month: number, day: number): number {
  // Date.UTC maps the years 0 to 99 to 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/**
 * The instant at which clocks in a zone (an IANA name, or undefined for the machine's zone) show a local time, which is
 * given as if it were UTC; both in milliseconds. When clocks are set back, the time occurs twice and the first occurrence
 * counts. When clocks are set forward past it, the result is later by the same amount.
 */
export function instantAt(local: number, zone: string | undefined): number {
  return instantFromClock(local, (instant) => localTime(instant, zone));
}

/** Like `instantAt`, for clocks that are defined only by a function from an instant to the local time. */
export function instantFromClock(local: number, clockAt: (instant: number) => number): number {
  const offsets = [local - dayMs, local + dayMs].map((at) => clockAt(at) - at);
  const [first, second] = offsets.map((offset) => local - offset).toSorted((a, b) => a - b) as [number, number];
  return clockAt(first) >= local ? first : second;
}

/** The time that clocks in a zone show at an instant, as if it were UTC; both in milliseconds. */
export function localTime(instant: number, zone: string | undefined): number {
  if (zone === undefined) return Math.floor(instant / 1000) * 1000 - new Date(instant).getTimezoneOffset() * 60_000;
  const parts = formatOf(zone).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const day = utcDay(part('year'), part('month'), part('day'));
  return day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
}

const formats = new Map<string, Intl.DateTimeFormat>();

/** Making a format takes many times as long as using it. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known =
    formats.get(timeZone) ??
    new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  formats.set(timeZone, known);
  return known;
}
