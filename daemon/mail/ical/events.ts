import ICAL from 'ical.js';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { cleanText } from '../text/clean.ts';
import { componentsNamed, propertiesNamed, propertyNamed, readComponents, valueOf, type Component } from './jcal.ts';
import { attendeesOf, organizerOf } from './people.ts';
import { localText, instantText, readDuration, readTime, type WrittenTime } from './times.ts';
import { clocksIn, type Clocks } from './zones.ts';

/** Events of one text; a calendar of a whole year is no invitation. */
const mostEvents = 50;

const longest = { summary: 1_000, location: 2_000, description: 20_000 };

const dayMs = 86_400_000;

type Find = (time: WrittenTime) => Clocks;

/**
 * The events that a calendar text tells of (RFC 5545), the methods and updates of RFC 5546 among what is said of them.
 * Repetitions are not run through. What lasts all day, and times of no known zone, are read in `zone`: an IANA name, or
 * undefined for the machine's own. Never throws; what cannot be read is said in `warnings`.
 */
export function readEvents(text: string, zone?: string): CalendarEvent[] {
  const finders = new Map<Component, Find>();
  return eventsIn(readComponents(text)).map(({ calendar, event }) => {
    const find = finders.get(calendar) ?? clocksIn(calendar, zone);
    finders.set(calendar, find);
    return eventOf(calendar, event, find);
  });
}

/** The events among the components of a text, each with the calendar it stands in, in the order of `readEvents`. */
export function eventsIn<Line>(components: Component<Line>[]): { calendar: Component<Line>; event: Component<Line> }[] {
  const calendars = components.filter(({ name }) => name === 'vcalendar');
  // Some write the event alone.
  const read = calendars.length > 0 ? calendars : [{ name: 'vcalendar', properties: [], components }];
  return read
    .flatMap((calendar) =>
      componentsNamed(calendar, 'vevent')
        .slice(0, mostEvents)
        .map((event) => ({ calendar, event })),
    )
    .slice(0, mostEvents);
}

function eventOf(calendar: Component, event: Component, find: Find): CalendarEvent {
  const attendees = attendeesOf(event);
  const { warnings, ...times } = timesOf(event, find);
  return {
    component_kind: 'VEVENT',
    method: valueOf(calendar, 'method')?.toUpperCase().slice(0, 40) ?? null,
    uid: valueOf(event, 'uid')?.slice(0, 1_000) ?? null,
    sequence: numberOf(valueOf(event, 'sequence')),
    status: valueOf(event, 'status')?.toUpperCase().slice(0, 40) ?? null,
    summary: textOf(event, 'summary'),
    description: textOf(event, 'description'),
    location: textOf(event, 'location'),
    dtstamp: instantOf(event, 'dtstamp', find),
    recurrence_id: instantOf(event, 'recurrence-id', find),
    ...times,
    rrule: ruleOf(event),
    organizer: organizerOf(event),
    attendees,
    rsvp_requested: attendees.some(({ rsvp }) => rsvp === true),
    url: urlOf(event),
    warnings,
  };
}

type Times = Pick<
  CalendarEvent,
  'starts_at' | 'ends_at' | 'starts_local' | 'ends_local' | 'all_day' | 'time_zone' | 'warnings'
>;

function timesOf(event: Component, find: Find): Times {
  const start = readTime(propertyNamed(event, 'dtstart'));
  const startText = start && localText(start.local, false);
  if (!start || startText === undefined) return { ...timeless, warnings: ['It does not say when it is.'] };
  const clocks = find(start);
  const end = endOf(event, start, clocks, find);
  const all_day = start.isDate || isWholeDays(event, start.local, end?.local);
  const shown = all_day ? find({ ...start, isDate: true }) : clocks;
  const ends = end && (all_day ? { local: end.local, instant: shown.instantAt(end.local) } : end);
  return {
    starts_at: instantText(shown.instantAt(start.local)) ?? null,
    ends_at: (ends && instantText(ends.instant)) ?? null,
    starts_local: localText(start.local, all_day) ?? null,
    ends_local: (ends && localText(ends.local, all_day)) ?? null,
    all_day,
    time_zone: all_day ? null : clocks.name,
    warnings: clocks.warning === undefined || all_day ? [] : [clocks.warning],
  };
}

const timeless = {
  starts_at: null,
  ends_at: null,
  starts_local: null,
  ends_local: null,
  all_day: false,
  time_zone: null,
} as const;

/** On the clocks of the start, whatever its own are. An end that is not after the start is none. */
function endOf(
  event: Component,
  start: WrittenTime,
  clocks: Clocks,
  find: Find,
): { local: number; instant: number } | undefined {
  const begins = clocks.instantAt(start.local);
  const end = readTime(propertyNamed(event, 'dtend'));
  const length = end ? undefined : readDuration(valueOf(event, 'duration'));
  const after = (days: number, rest: number) => clocks.instantAt(start.local + days * dayMs) + rest;
  const instant = end
    ? find(end).instantAt(end.local)
    : length
      ? after(length.days, length.rest)
      : start.isDate
        ? after(1, 0)
        : begins;
  return instant > begins ? { local: clocks.localAt(instant), instant } : undefined;
}

/** Outlook writes what lasts all day as from midnight to midnight, and says so besides. */
function isWholeDays(event: Component, start: number, end: number | undefined): boolean {
  const isSaid = /^true$/i.test(valueOf(event, 'x-microsoft-cdo-alldayevent') ?? '');
  return isSaid && start % dayMs === 0 && end !== undefined && end % dayMs === 0;
}

/** A date alone is told as midnight in UTC: which day of a series it is does not depend on who reads it. */
function instantOf(event: Component, name: string, find: Find): string | null {
  const time = readTime(propertyNamed(event, name));
  if (!time) return null;
  return instantText(time.isDate ? time.local : find(time).instantAt(time.local)) ?? null;
}

function textOf(event: Component, name: keyof typeof longest): string | null {
  const text = cleanText(valueOf(event, name) ?? '').replaceAll('\r\n', '\n');
  return text.slice(0, longest[name]).toWellFormed() || null;
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function ruleOf(event: Component): string | null {
  const value = propertyNamed(event, 'rrule')?.[3];
  if (typeof value !== 'object' || value === null) return null;
  return ICAL.Recur.fromData(value).toString().slice(0, 500);
}

/** Where one joins a call comes before a page about it. */
const linkNames = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl', 'conference', 'url'];

function urlOf(event: Component): string | null {
  const urls = linkNames.flatMap((name) => propertiesNamed(event, name)).map((property) => String(property[3]).trim());
  return urls.find((url) => /^https?:\/\//i.test(url) && url.length <= 2_000 && URL.canParse(url)) ?? null;
}
