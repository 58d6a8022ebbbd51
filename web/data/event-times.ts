import type { CalendarEvent } from '../../daemon/contract/calendar.ts';
import { strings } from '../i18n/strings.ts';
import { formatDuration } from '../i18n/formats.ts';
import { repetitionText, type RepetitionText } from './repetition-text.ts';
import { currentLocale } from '../i18n/current-locale.ts';

const t = strings.invites;

/** The time of an event in the zone of the browser, and in its own zone if clocks differ. */
type EventTimes = {
  day: string;
  time: string | undefined;
  length: string | undefined;
  inOwnZone: string | undefined;
} & Partial<RepetitionText>;

type Timed = Pick<
  CalendarEvent,
  'starts_at' | 'ends_at' | 'starts_local' | 'ends_local' | 'all_day' | 'time_zone' | 'repeats'
>;

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric' } as const;
const time = (at: Date) => currentLocale().dateFormat({ hour: '2-digit', minute: '2-digit' }).format(at);

/** Undefined if the event has no time. */
export function eventTimes(event: Timed): EventTimes | undefined {
  const { starts_at, ends_at, starts_local, all_day } = event;
  if (starts_at === null || starts_local === null) return undefined;
  const series = repetitionText(event);
  if (all_day) return { ...daysOf(starts_local, event.ends_local), inOwnZone: undefined, ...series };
  const [starts, ends] = [new Date(starts_at), ends_at === null ? undefined : new Date(ends_at)];
  return {
    day: dayText(starts),
    time: spanText(starts, ends),
    length: ends && formatDuration(Math.round((ends.getTime() - starts.getTime()) / 60_000)),
    inOwnZone: describeInOwnZone(event, starts),
    ...series,
  };
}

/** An all-day event ends on the day after its last day. */
function daysOf(starts: string, ends: string | null): Pick<EventTimes, 'day' | 'time' | 'length'> {
  const first = new Date(`${starts}T12:00`);
  const last = new Date(`${ends ?? starts}T12:00`);
  if (ends !== null) last.setDate(last.getDate() - 1);
  if (last <= first) return { day: dayText(first), time: t.allDay, length: undefined };
  const count = Math.round((last.getTime() - first.getTime()) / 86_400_000) + 1;
  return {
    day: t.span({ from: dayText(first), to: dayText(last) }),
    time: undefined,
    length: t.days({ count }),
  };
}

function spanText(starts: Date, ends: Date | undefined): string {
  if (!ends) return time(starts);
  const isSameDay = starts.toDateString() === ends.toDateString();
  return t.span({ from: time(starts), to: isSameDay ? time(ends) : `${time(ends)}, ${dayText(ends)}` });
}

/** The local time at the event. The daemon computes it, so that it is correct for zones that the browser does not know. */
function describeInOwnZone({ starts_local, ends_local, time_zone }: Timed, starts: Date): string | undefined {
  if (time_zone === null || time_zone === 'UTC' || starts_local === null) return undefined;
  const ownStart = new Date(starts_local);
  if (ownStart.getTime() === starts.getTime()) return undefined;
  const isSameDay = ownStart.toDateString() === starts.toDateString();
  const span = spanText(ownStart, ends_local === null ? undefined : new Date(ends_local));
  return t.elsewhere({
    span: isSameDay ? span : `${dayText(ownStart)}, ${span}`,
    zone: time_zone.replaceAll('_', ' '),
  });
}

function dayText(at: Date): string {
  return strings.moments.dayAndYear(dateParts(at));
}

/** The day of an event, without its year. */
export function shortDayText(at: Date): string {
  return strings.moments.day(dateParts(at));
}

function dateParts(at: Date) {
  const parts = Object.fromEntries(
    currentLocale()
      .dateFormat(day)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: keyof typeof day) => parts[type] ?? '';
  return { weekday: part('weekday'), day: part('day'), month: part('month'), year: part('year') };
}
