import { instantAt, localTime } from '../../base/local-time.ts';

const dayMs = 86_400_000;
const minuteMs = 60_000;

/** The local times of day, in minutes, at which a new card of updates begins. */
const updateCuts = [8 * 60, 16 * 60 + 30];
/** The local time of day, in minutes, from which something to read is suggested. */
const readingFrom = 17 * 60;
const maxUpdatesMs = 2 * dayMs;

/** The instant from which updates count: the cut before the most recent one, but never more than two days ago. */
export function updatesSince(now: Date, zone: string | undefined): Date {
  const local = localTime(now.getTime(), zone);
  const today = Math.floor(local / dayMs) * dayMs;
  const cuts = [today - 2 * dayMs, today - dayMs, today].flatMap((day) =>
    updateCuts.map((minutes) => day + minutes * minuteMs),
  );
  const before = cuts.filter((cut) => cut <= local).at(-2) ?? today - dayMs;
  return new Date(Math.max(instantAt(before, zone), now.getTime() - maxUpdatesMs));
}

/** When something to read is suggested next; undefined where it is already. */
export function nextReadingTime(now: Date, zone: string | undefined): Date | undefined {
  const local = localTime(now.getTime(), zone);
  const from = Math.floor(local / dayMs) * dayMs + readingFrom * minuteMs;
  return local < from ? new Date(instantAt(from, zone)) : undefined;
}
