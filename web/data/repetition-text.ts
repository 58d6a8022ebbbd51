import type { CalendarEvent } from '../../daemon/contract/calendar.ts';
import { currentLocale } from '../i18n/current-locale.ts';
import { strings } from '../i18n/strings.ts';

const t = strings.invites.repetition;

type Repetition = NonNullable<CalendarEvent['repeats']>;
type Repeated = Pick<CalendarEvent, 'starts_at' | 'starts_local' | 'all_day' | 'time_zone' | 'repeats'>;

/** How an event repeats, without and with its end; undefined if it does not. */
export type RepetitionText = { every: string; repeats: string };

const dayMs = 86_400_000;

/** A sentence for the clocks of the reader. Where they show another date than those of the event, weekdays are moved. */
export function repetitionText(event: Repeated): RepetitionText | undefined {
  const { repeats, time_zone } = event;
  if (repeats === null) return undefined;
  const shift = daysBetweenClocks(event);
  const isMovable = repeats.frequency === 'daily' || repeats.frequency === 'weekly' || repeats.frequency === 'other';
  const isOnClocksOfEvent = shift !== 0 && !isMovable && time_zone !== null;
  const text = ruleText(repeats, event, isOnClocksOfEvent ? 0 : shift);
  const every = isOnClocksOfEvent ? t.inZone({ every: text, zone: time_zone.replaceAll('_', ' ') }) : text;
  return { every, repeats: withEnd(every, repeats, isOnClocksOfEvent ? 0 : shift) };
}

/** By how many days the date of the reader's clocks is later than that of the event's own clocks. */
function daysBetweenClocks({ starts_at, starts_local, all_day }: Repeated): number {
  if (starts_at === null || starts_local === null || all_day) return 0;
  const at = new Date(starts_at);
  const here = Date.UTC(at.getFullYear(), at.getMonth(), at.getDate());
  return Math.round((here - Date.parse(starts_local.slice(0, 10))) / dayMs);
}

function withEnd(every: string, { until, count }: Repetition, shift: number): string {
  if (until !== null) return t.until({ every, day: longDate.format(dateOf(until, shift)) });
  return count === null ? every : t.times({ every, count });
}

const longDate = {
  format: (at: Date) => currentLocale().dateFormat({ day: 'numeric', month: 'long', year: 'numeric' }).format(at),
};

function dateOf(date: string, shift: number): Date {
  const at = new Date(`${date.slice(0, 10)}T12:00`);
  at.setDate(at.getDate() + shift);
  return at;
}

const weekdayNames = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const workdays = 'MO TU WE TH FR';

function ruleText(rule: Repetition, event: Repeated, shift: number): string {
  const { frequency, interval, weekdays, position, month_days, months } = rule;
  const every = strings.invites.every({ frequency: frequency.toUpperCase(), interval });
  const days = weekdays.map(({ day }) => day);
  const isWorkdays =
    shift === 0 && weekdayNames.filter((day) => days.some((each) => each === day)).join(' ') === workdays;
  if (frequency === 'daily' || frequency === 'weekly') {
    if (months.length > 0 || month_days.length > 0) return every;
    if (isWorkdays && interval === 1) return t.everyWorkday;
    const named =
      days.length > 0 || frequency === 'daily'
        ? days.map((day) => weekdayNames.indexOf(day) + shift)
        : [weekdayOf(event) + shift];
    if (named.length === 0 || named.length === 7) return every;
    const list = named.map((day) => weekdayName(day));
    return interval === 1 ? t.everyDay({ days: list }) : t.onDays({ every, days: list });
  }
  if (frequency === 'other') return every;
  const on = dayOfMonthText(rule, isWorkdays);
  if (frequency === 'yearly' && weekdays.length === 0 && months.length <= 1 && month_days.length <= 1)
    return t.onDays({ every, days: [yearDay(rule, event)] });
  if (frequency === 'yearly' && months.length === 0) return every;
  if (on === undefined)
    return position === null && weekdays.length === 0 && month_days.length === 0 && frequency === 'monthly'
      ? every
      : strings.invites.every({ frequency: 'OTHER', interval });
  const when = t.onDays({ every, days: on });
  return months.length === 0 ? when : t.inMonths({ when, months: months.map(monthName) });
}

const nths: Record<string, string | undefined> = {
  '1': 'first',
  '2': 'second',
  '3': 'third',
  '4': 'fourth',
  '5': 'fifth',
  '-1': 'last',
  '-2': 'secondToLast',
};

/** `the last Friday`, `the last weekday`, `day 15`; undefined if it cannot be said. */
function dayOfMonthText({ weekdays, position, month_days }: Repetition, isWorkdays: boolean): string[] | undefined {
  const nth = (number: number | null, day: string) => t.nth({ nth: nths[String(number)] ?? '', day });
  if (weekdays.length > 0 && month_days.length > 0) return undefined;
  if (month_days.length > 0)
    return month_days.every((day) => day === -1 || day > 0)
      ? month_days.map((day) => (day === -1 ? t.lastDay : t.dayOfMonth({ day })))
      : undefined;
  if (position !== null) {
    const [only] = weekdays;
    const name = isWorkdays
      ? t.workday
      : weekdays.length === 1 && only
        ? weekdayName(weekdayNames.indexOf(only.day))
        : undefined;
    return name === undefined || nths[String(position)] === undefined ? undefined : [nth(position, name)];
  }
  if (weekdays.length === 0 || weekdays.some(({ nth: number }) => nths[String(number)] === undefined)) return undefined;
  return weekdays.map((each) => nth(each.nth, weekdayName(weekdayNames.indexOf(each.day))));
}

function yearDay({ months, month_days }: Repetition, { starts_local }: Repeated): string {
  const at = dateOf(starts_local ?? '', 0);
  const [month, day] = [months[0] ?? at.getMonth() + 1, month_days[0] ?? at.getDate()];
  // A leap year has every date.
  return currentLocale()
    .dateFormat({ day: 'numeric', month: 'long' })
    .format(new Date(2024, month - 1, day, 12));
}

function weekdayOf({ starts_local }: Repeated): number {
  return dateOf(starts_local ?? '', 0).getDay();
}

/** 0 for Sunday; other weeks follow. */
function weekdayName(day: number): string {
  // 1 March 2026 is a Sunday.
  return currentLocale()
    .dateFormat({ weekday: 'long' })
    .format(new Date(2026, 2, 1 + day, 12));
}

function monthName(month: number): string {
  return currentLocale()
    .dateFormat({ month: 'long' })
    .format(new Date(2026, month - 1, 1, 12));
}
