import { z } from 'zod';
import { instantOf } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Config } from '../../config/schema/schema.ts';
import { instantAt, localTime } from '../../base/local-time.ts';

/** The current time and zone, and the hours that the user has configured. */
export type TimeContext = {
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
  hours: Config['snooze'];
};

type PresetId = 'tomorrow' | 'tonight' | 'weekend' | 'monday';
type Preset = { id: PresetId; name: string; label: string; wakeAt: string };

const labels: Record<PresetId, string> = {
  tomorrow: 'Tomorrow',
  tonight: 'Tonight',
  weekend: 'Weekend',
  monday: 'Monday',
};
const ids = ['tomorrow', 'tonight', 'weekend', 'monday'] as const;
const otherNames: Record<string, PresetId> = { tomorrow_morning: 'tomorrow', next_monday: 'monday' };
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The offered times, in local time. In the evening, tonight is not offered any more. */
export function presets(context: TimeContext): Preset[] {
  return ids.flatMap((id) => {
    const wakeAt = presetTime(id, context);
    return wakeAt > context.now ? [{ id, name: id, label: labels[id], wakeAt: instantOf(wakeAt) }] : [];
  });
}

/**
 * The instant of a word or a text: a preset, a day of the week (never today), or RFC 3339, which without an offset is local
 * time. Throws Failure `bad_until`, `time_past` and `time_far`.
 */
export function wakeTime(text: string, context: TimeContext): Date {
  const word = text.trim().toLowerCase().replaceAll(/[-\s]/g, '_');
  const preset = otherNames[word] ?? ids.find((id) => id === word);
  const day = weekdays.indexOf(word);
  const at = preset
    ? presetTime(preset, context)
    : day >= 0
      ? weekdayTime(day, context)
      : parsedTime(text.trim(), context);
  if (!at) throw badUntil();
  if (at <= context.now) throw timePast(preset === 'tonight');
  if (at > yearsAfter(context.now, maxYears)) throw tooFar();
  return at;
}

const maxYears = 5;
const dayMs = 86_400_000;
const hourMs = 3_600_000;

function presetTime(id: PresetId, context: TimeContext): Date {
  const { morning_hour, evening_hour, weekend_day, weekend_hour } = context.hours;
  switch (id) {
    case 'tomorrow':
      return atHour(1, morning_hour, context);
    case 'tonight':
      return atHour(0, evening_hour, context);
    case 'weekend':
      return atHour(daysUntil(weekdays.indexOf(weekend_day), context), weekend_hour, context);
    case 'monday':
      return atHour(daysUntil(1, context), morning_hour, context);
  }
}

/** Saturday and Sunday start at the weekend hour. */
function weekdayTime(day: number, context: TimeContext): Date {
  const { morning_hour, weekend_hour } = context.hours;
  return atHour(daysUntil(day, context), day === 0 || day === 6 ? weekend_hour : morning_hour, context);
}

/** Calendar days until a day of the week, one to seven. */
function daysUntil(day: number, { now, zone }: TimeContext): number {
  const today = new Date(localTime(now.getTime(), zone)).getUTCDay();
  return ((day - today + 6) % 7) + 1;
}

/** By calendar and local time, because days with a change of daylight saving time have 23 or 25 hours. */
function atHour(days: number, hour: number, { now, zone }: TimeContext): Date {
  const today = Math.floor(localTime(now.getTime(), zone) / dayMs) * dayMs;
  return new Date(instantAt(today + days * dayMs + hour * hourMs, zone));
}

const withOffset = z.iso.datetime({ offset: true });
const withoutOffset = z.iso.datetime({ local: true });

function parsedTime(text: string, { zone }: TimeContext): Date | undefined {
  if (withOffset.safeParse(text).success) return new Date(text);
  if (withoutOffset.safeParse(text).success) return new Date(instantAt(Date.parse(`${text}Z`), zone));
  return undefined;
}

function yearsAfter(now: Date, years: number): Date {
  const end = new Date(now);
  end.setUTCFullYear(end.getUTCFullYear() + years);
  return end;
}

function badUntil(): Failure {
  const words = [...ids, ...Object.keys(otherNames), 'a day of the week'].join(', ');
  const sentence = `until must be one of ${words}, or a time such as 2026-03-12T09:00:00 or 2026-03-12T08:00:00Z.`;
  return new Failure('invalid', 'bad_until', sentence);
}

function timePast(isTonight: boolean): Failure {
  const sentence = isTonight
    ? 'It’s already evening. Choose a later time.'
    : 'That time has passed. Choose a later one.';
  return new Failure('invalid', 'time_past', sentence);
}

function tooFar(): Failure {
  return new Failure('invalid', 'time_far', `Mail can be snoozed for at most ${maxYears} years.`);
}
