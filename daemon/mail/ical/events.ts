import ICAL from 'ical.js';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { cleanText } from '../text/clean-text.ts';
import {
  componentsNamed,
  parameterOf,
  propertiesNamed,
  propertyNamed,
  readComponents,
  valueOf,
  type Component,
} from './jcal.ts';
import type { Recurrence } from './occurrences.ts';
import { describeRecurrence, hasUnreadableRule, readRecurrence } from './recurrence.ts';
import { attendeesOf, organizerOf } from './attendees.ts';
import { localText, instantText, readDuration, readTime, type CalendarTime } from './times.ts';
import { createZoneLookup, type EventTimeZone } from './zones.ts';

/** Events of a calendar text; a calendar of a whole year is not an invitation. */
const maxEvents = 50;

const maxLengths = { summary: 1_000, location: 2_000, description: 20_000 };

const dayMs = 86_400_000;

type ZoneLookup = (time: CalendarTime) => EventTimeZone;

/** An event, and how it repeats. */
type RepeatedEvent = { event: CalendarEvent; recurrence: Recurrence | null };

/**
 * Reads the events of a calendar text (RFC 5545), including the methods and updates of RFC 5546. All-day events, and
 * times in unknown zones, are read in `zone`: an IANA name, or undefined for the zone of the machine. Never throws;
 * unreadable parts are listed in `warnings`.
 */
export function readEvents(text: string, zone?: string): CalendarEvent[] {
  return readRepeatedEvents(text, zone).map(({ event }) => event);
}

/** Like `readEvents`, with how each event repeats. */
export function readRepeatedEvents(text: string, zone?: string): RepeatedEvent[] {
  const zoneLookups = new Map<Component, ZoneLookup>();
  return eventsIn(readComponents(text)).map(({ calendar, event }) => {
    const findZone = zoneLookups.get(calendar) ?? createZoneLookup(calendar, zone);
    zoneLookups.set(calendar, findZone);
    return eventOf(calendar, event, findZone);
  });
}

/** The events among the components of a text, each with its calendar, in the order of `readEvents`. */
export function eventsIn<Line>(components: Component<Line>[]): { calendar: Component<Line>; event: Component<Line> }[] {
  const calendars = components.filter(({ name }) => name === 'vcalendar');
  // Some writers omit the VCALENDAR around the event.
  const usable = calendars.length > 0 ? calendars : [{ name: 'vcalendar', properties: [], components }];
  return usable
    .flatMap((calendar) =>
      componentsNamed(calendar, 'vevent')
        .slice(0, maxEvents)
        .map((event) => ({ calendar, event })),
    )
    .slice(0, maxEvents);
}

function eventOf(calendar: Component, event: Component, findZone: ZoneLookup): RepeatedEvent {
  const attendees = attendeesOf(event);
  const { warnings, ...times } = timesOf(event, findZone);
  const start = readTime(propertyNamed(event, 'dtstart'));
  const recurrence = start && times.starts_at !== null ? readRecurrence(event, start, findZone) : null;
  const isUnreadable = times.starts_at !== null && hasUnreadableRule(event, recurrence);
  const fields = {
    component_kind: 'VEVENT',
    method: valueOf(calendar, 'method')?.toUpperCase().slice(0, 40) ?? null,
    uid: valueOf(event, 'uid')?.slice(0, 1_000) ?? null,
    sequence: numberOf(valueOf(event, 'sequence')),
    status: valueOf(event, 'status')?.toUpperCase().slice(0, 40) ?? null,
    summary: textOf(event, 'summary'),
    description: textOf(event, 'description'),
    location: textOf(event, 'location'),
    dtstamp: instantOf(event, 'dtstamp', findZone),
    recurrence_id: recurrenceIdOf(event, findZone),
    this_and_future: isThisAndFuture(event),
    ...times,
    rrule: ruleOf(event),
    repeats: describeRecurrence(recurrence),
    organizer: organizerOf(event),
    attendees,
    rsvp_requested: attendees.some(({ rsvp }) => rsvp === true),
    url: urlOf(event),
    warnings: isUnreadable
      ? [...warnings, 'Posthorn can’t read how it repeats, so only the first time is shown.']
      : warnings,
  };
  return { event: fields, recurrence };
}

function recurrenceIdOf(event: Component, findZone: ZoneLookup): string | null {
  const time = readTime(propertyNamed(event, 'recurrence-id'));
  // Exchange names an all-day occurrence by the midnight at which it begins.
  const isDay = time && !time.isUtc && time.local % dayMs === 0 && readTime(propertyNamed(event, 'dtstart'))?.isDate;
  return isDay ? (instantText(time.local) ?? null) : instantOf(event, 'recurrence-id', findZone);
}

/** Whether it changes all later occurrences of a series too (RFC 5545, section 3.2.13). */
function isThisAndFuture(event: Component): boolean {
  const property = propertyNamed(event, 'recurrence-id');
  return property !== undefined && /^thisandfuture$/i.test(parameterOf(property, 'range') ?? '');
}

type EventTimes = Pick<
  CalendarEvent,
  'starts_at' | 'ends_at' | 'starts_local' | 'ends_local' | 'all_day' | 'time_zone' | 'warnings'
>;

function timesOf(event: Component, findZone: ZoneLookup): EventTimes {
  const start = readTime(propertyNamed(event, 'dtstart'));
  const startText = start && localText(start.local, false);
  if (!start || startText === undefined) return { ...noTimes, warnings: ['It doesn’t say when it is.'] };
  const timeZone = findZone(start);
  const end = endOf(event, start, timeZone, findZone);
  const all_day = start.isDate || isWholeDays(event, start.local, end?.local);
  const displayZone = all_day ? findZone({ ...start, isDate: true }) : timeZone;
  const ends = end && (all_day ? { local: end.local, instant: displayZone.instantAt(end.local) } : end);
  return {
    starts_at: instantText(displayZone.instantAt(start.local)) ?? null,
    ends_at: (ends && instantText(ends.instant)) ?? null,
    starts_local: localText(start.local, all_day) ?? null,
    ends_local: (ends && localText(ends.local, all_day)) ?? null,
    all_day,
    time_zone: all_day ? null : timeZone.name,
    warnings: timeZone.warning === undefined || all_day ? [] : [timeZone.warning],
  };
}

const noTimes = {
  starts_at: null,
  ends_at: null,
  starts_local: null,
  ends_local: null,
  all_day: false,
  time_zone: null,
} as const;

/** The end in the zone of the start, whatever its own zone is. An end that is not after the start is ignored. */
function endOf(
  event: Component,
  start: CalendarTime,
  timeZone: EventTimeZone,
  findZone: ZoneLookup,
): { local: number; instant: number } | undefined {
  const startInstant = timeZone.instantAt(start.local);
  const end = readTime(propertyNamed(event, 'dtend'));
  const duration = end ? undefined : readDuration(valueOf(event, 'duration'));
  const after = (days: number, rest: number) => timeZone.instantAt(start.local + days * dayMs) + rest;
  const instant = end
    ? findZone(end).instantAt(end.local)
    : duration
      ? after(duration.days, duration.restMs)
      : start.isDate
        ? after(1, 0)
        : startInstant;
  return instant > startInstant ? { local: timeZone.localAt(instant), instant } : undefined;
}

/** Outlook writes an all-day event as midnight to midnight, with an extra property that marks it. */
function isWholeDays(event: Component, start: number, end: number | undefined): boolean {
  const isMarkedAllDay = /^true$/i.test(valueOf(event, 'x-microsoft-cdo-alldayevent') ?? '');
  return isMarkedAllDay && start % dayMs === 0 && end !== undefined && end % dayMs === 0;
}

/** A date without a time is midnight in UTC: the occurrence of a series must not depend on the reader's time zone. */
function instantOf(event: Component, name: string, findZone: ZoneLookup): string | null {
  const time = readTime(propertyNamed(event, name));
  if (!time) return null;
  return instantText(time.isDate ? time.local : findZone(time).instantAt(time.local)) ?? null;
}

function textOf(event: Component, name: keyof typeof maxLengths): string | null {
  const text = cleanText(valueOf(event, name) ?? '').replaceAll('\r\n', '\n');
  return text.slice(0, maxLengths[name]).toWellFormed() || null;
}

function numberOf(text: string | undefined): number | null {
  return text !== undefined && /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function ruleOf(event: Component): string | null {
  const value = propertyNamed(event, 'rrule')?.[3];
  if (typeof value !== 'object' || value === null) return null;
  return ICAL.Recur.fromData(value).toString().slice(0, 500);
}

/** A link to join a call has priority over a page about the event. */
const linkProperties = ['x-google-conference', 'x-microsoft-skypeteamsmeetingurl', 'conference', 'url'];

function urlOf(event: Component): string | null {
  const urls = linkProperties
    .flatMap((name) => propertiesNamed(event, name))
    .map((property) => String(property[3]).trim());
  return urls.find((url) => /^https?:\/\//i.test(url) && url.length <= 2_000 && URL.canParse(url)) ?? null;
}
