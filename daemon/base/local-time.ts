const dayMs = 86_400_000;

/** Midnight of a day in UTC, in milliseconds. */
export function utcDay(year: number, month: number, day: number): number {
  // Date.UTC takes the years 0 to 99 for 1900 to 1999.
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

/**
 * When clocks in a zone (an IANA name, or undefined for the machine's own) show a time, which is given as if it were UTC;
 * both in milliseconds. Where clocks are put back it comes twice, and the first one counts; where they are put forward
 * over it, it is as much later as they are.
 */
export function instantAt(local: number, zone: string | undefined): number {
  return instantFromClock(local, (instant) => localTime(instant, zone));
}

/** As `instantAt`, for clocks of which only is known what they show at an instant. */
export function instantFromClock(local: number, clockAt: (instant: number) => number): number {
  const offsets = [local - dayMs, local + dayMs].map((at) => clockAt(at) - at);
  const [first, second] = offsets.map((offset) => local - offset).toSorted((a, b) => a - b) as [number, number];
  return clockAt(first) >= local ? first : second;
}

/** What clocks in a zone show at an instant, as if it were UTC; both in milliseconds. */
export function localTime(instant: number, zone: string | undefined): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(instant);
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(parts.find((each) => each.type === type)?.value);
  const day = utcDay(part('year'), part('month'), part('day'));
  return day + ((part('hour') * 60 + part('minute')) * 60 + part('second')) * 1000;
}
