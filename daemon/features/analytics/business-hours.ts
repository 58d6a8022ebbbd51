import { localTime } from '../../base/local-time.ts';

const daySeconds = 86_400;
const [opens, closes] = [9 * 3600, 17 * 3600];

/** Days since 1 January 1970, a Thursday, to the number of the day of the week, Monday being 0. */
export function weekdayOf(day: number): number {
  return (((day + 3) % 7) + 7) % 7;
}

/**
 * Converts unix seconds to local seconds. The offset of the zone (an IANA name; undefined is the machine's own) is looked up
 * once for each hour in UTC.
 */
export function localClock(zone: string | undefined): (seconds: number) => number {
  const offsets = new Map<number, number>();
  return (seconds) => {
    const hour = Math.floor(seconds / 3600);
    let offset = offsets.get(hour);
    if (offset === undefined) {
      offset = localTime(hour * 3_600_000, zone) / 1000 - hour * 3600;
      offsets.set(hour, offset);
    }
    return seconds + offset;
  };
}

/** The seconds between two local times, in seconds, that are on Monday to Friday from 9:00 to 17:00. */
export function businessSeconds(from: number, to: number): number {
  return to <= from ? 0 : openSecondsUntil(to) - openSecondsUntil(from);
}

/** The open seconds since the Monday before 1 January 1970. */
function openSecondsUntil(local: number): number {
  const sinceMonday = local + 3 * daySeconds;
  const day = Math.floor(sinceMonday / daySeconds);
  const [week, weekday] = [Math.floor(day / 7), ((day % 7) + 7) % 7];
  const wholeDays = week * 5 + Math.min(weekday, 5);
  const today = weekday < 5 ? Math.min(Math.max(sinceMonday - day * daySeconds - opens, 0), closes - opens) : 0;
  return wholeDays * (closes - opens) + today;
}
