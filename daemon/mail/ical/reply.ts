import ICAL from 'ical.js';
import type { CalendarEvent, CalendarOccurrence } from '../../contract/calendar.ts';
import { eventsIn, readEvents } from './events.ts';
import {
  componentsNamed,
  parameterOf,
  propertyNamed,
  readComponents,
  readProperty,
  valueOf,
  readRawComponents,
  type Component,
  type Property,
} from './jcal.ts';
import { foldLine } from './content-lines.ts';
import { attendeesOf } from './attendees.ts';
import { localText, readTime } from './times.ts';
import { createZoneLookup, zoneKey } from './zones.ts';

type AttendeeReply = {
  /** The invited address, which sends the reply. */
  email: string;
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  stamp: Date;
};

/**
 * Properties that a reply copies from the event: those that identify it, and those that Outlook displays with a
 * reply.
 */
const copiedProperties = [
  'uid',
  'sequence',
  'recurrence-id',
  'dtstart',
  'dtend',
  'duration',
  'rrule',
  'summary',
  'organizer',
];

/** Properties that the reply for one occurrence copies from the series. */
const seriesProperties = ['uid', 'sequence', 'summary', 'organizer'];

/**
 * The calendar of a reply to an invitation (REPLY, RFC 5546, section 3.2.3): for `event`, which `readEvents` found in
 * `text` in that `zone`, with the replying attendee only. Lines and time zones are copied from the invitation.
 * With `occurrence`, the reply is for this occurrence of the event only. Undefined if the event or the attendee is not
 * in the text.
 */
export function replyCalendar(
  text: string,
  event: Pick<CalendarEvent, 'uid' | 'recurrence_id' | 'sequence' | 'dtstamp'>,
  { email, partstat, comment, stamp }: AttendeeReply,
  { zone, occurrence }: { zone?: string | undefined; occurrence?: Occurrence | undefined } = {},
): string | undefined {
  const index = indexOfEvent(readEvents(text, zone), event);
  const match = eventsIn(readRawComponents(text))[index];
  const parsed = eventsIn(readComponents(text))[index];
  const attendee = match && attendeeLine(match.event, email, partstat);
  if (!match || !parsed || attendee === undefined) return undefined;
  const lines = occurrence
    ? [...linesNamed(match.event, seriesProperties), ...occurrenceLines(parsed, occurrence, zone)]
    : linesNamed(match.event, copiedProperties);
  return calendarText([
    'BEGIN:VCALENDAR',
    'PRODID:-//Posthorn//Posthorn//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    ...linesNamed(match.calendar, ['x-wr-timezone']),
    ...zonesUsedBy(match.calendar, lines),
    'BEGIN:VEVENT',
    ...lines,
    `DTSTAMP:${stamp.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    attendee,
    ...(comment === null ? [] : [`COMMENT:${escapeText(comment)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}

type Occurrence = Pick<CalendarOccurrence, 'recurrence_id' | 'starts_at' | 'ends_at' | 'starts_local' | 'ends_local'>;

/** Which occurrence it is and when it takes place, in the zone and the form of the start of the series. */
function occurrenceLines(
  { calendar, event }: { calendar: Component; event: Component },
  occurrence: Occurrence,
  zone: string | undefined,
): string[] {
  const start = propertyNamed(event, 'dtstart');
  const time = readTime(start);
  if (!start || !time) return [];
  const [, parameters, type] = start;
  const clocks = createZoneLookup(calendar, zone)(time);
  const written = (instant: string) =>
    `${localText(clocks.localAt(Date.parse(instant)), false)}${time.isUtc ? 'Z' : ''}`;
  const { recurrence_id, starts_at, ends_at, starts_local, ends_local } = occurrence;
  const values = time.isDate
    ? { 'recurrence-id': recurrence_id.slice(0, 10), dtstart: starts_local, dtend: ends_local }
    : { 'recurrence-id': written(recurrence_id), dtstart: written(starts_at), dtend: ends_at && written(ends_at) };
  return Object.entries(values).flatMap(([name, value]) =>
    value === null ? [] : ICAL.stringify.property([name, parameters, type, value], ICAL.design.icalendar, true),
  );
}

type EventKey = Parameters<typeof replyCalendar>[1];

/** The index of the event in a text. Times without a zone may have been read in another zone before. */
function indexOfEvent(events: readonly CalendarEvent[], key: EventKey): number {
  const isEvent = ({ uid, recurrence_id }: CalendarEvent) =>
    uid === key.uid && (recurrence_id === null) === (key.recurrence_id === null);
  const tests = [(each: CalendarEvent) => each.sequence === key.sequence && each.dtstamp === key.dtstamp, () => true];
  const exact = tests.map((isExact) =>
    events.findIndex((each) => isEvent(each) && each.recurrence_id === key.recurrence_id && isExact(each)),
  );
  return exact.find((at) => at >= 0) ?? events.findIndex(isEvent);
}

/** Parameters that request something from the attendee, or from servers (RFC 6638), are not copied. */
const requestParameters = /^(rsvp|partstat|sent-by|delegated-to|schedule-)/;

function attendeeLine({ properties }: Component<string>, email: string, partstat: string): string | undefined {
  for (const line of properties) {
    const property = nameOf(line) === 'attendee' ? readProperty(line) : undefined;
    if (!property) continue;
    const [person] = attendeesOf({ name: 'vevent', properties: [property], components: [] });
    if (person?.email.toLowerCase() !== email.toLowerCase()) continue;
    const [name, parameters, type, ...values] = property;
    const others = Object.entries(parameters).filter(([key]) => !requestParameters.test(key));
    const replyParameters = Object.fromEntries([...others, ['partstat', partstat.toUpperCase()]]);
    return ICAL.stringify.property([name, replyParameters, type, ...values], ICAL.design.icalendar, true);
  }
  return undefined;
}

/** The rules of the time zones that these lines name; times without a zone name use the zone if there is only one. */
function zonesUsedBy(calendar: Component<string>, lines: readonly string[]): string[] {
  const usedZones = new Set(
    parseProperties(lines).flatMap((property) => {
      const tzid = parameterOf(property, 'tzid');
      return tzid === undefined ? [] : zoneKey(tzid);
    }),
  );
  const zones = componentsNamed(calendar, 'vtimezone');
  return zones
    .filter(({ name, properties }) => {
      const tzid = valueOf({ name, properties: parseProperties(properties), components: [] }, 'tzid');
      return zones.length === 1 || (tzid !== undefined && usedZones.has(zoneKey(tzid)));
    })
    .flatMap(linesOf);
}

function parseProperties(lines: readonly string[]): Property[] {
  return lines.map(readProperty).filter((property) => property !== undefined);
}

/** The first line of each of these names. */
function linesNamed({ properties }: Component<string>, names: readonly string[]): string[] {
  return names.flatMap((name) => properties.find((line) => nameOf(line) === name) ?? []);
}

function linesOf({ name, properties, components }: Component<string>): string[] {
  const readable = properties.filter((line) => readProperty(line) !== undefined);
  return [`BEGIN:${name.toUpperCase()}`, ...readable, ...components.flatMap(linesOf), `END:${name.toUpperCase()}`];
}

function nameOf(line: string): string {
  return /^[\w-]+/.exec(line)?.[0].toLowerCase() ?? '';
}

/** TEXT (RFC 5545, section 3.3.11). */
function escapeText(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

function calendarText(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
