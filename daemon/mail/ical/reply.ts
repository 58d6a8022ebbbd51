import ICAL from 'ical.js';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { eventsIn, readEvents } from './events.ts';
import {
  componentsNamed,
  parameterOf,
  readProperty,
  valueOf,
  writtenComponents,
  type Component,
  type Property,
} from './jcal.ts';
import { foldLine } from './lines.ts';
import { attendeesOf } from './people.ts';
import { zoneKey } from './zones.ts';

export type EventAnswer = {
  /** The address that was invited, and answers. */
  email: string;
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  stamp: Date;
};

/** What of an event goes back as it came: which one is meant, and what Outlook shows of an answer. */
const kept = ['uid', 'sequence', 'recurrence-id', 'dtstart', 'dtend', 'duration', 'rrule', 'summary', 'organizer'];

/**
 * The calendar that answers an invitation (REPLY, RFC 5546, section 3.2.3): of `event`, which `readEvents` found in `text`
 * in that `zone`, with the one attendee who answers. Lines and time zones are those of the invitation. Undefined where the
 * event or the attendee is not in the text.
 */
export function replyCalendar(
  text: string,
  event: Pick<CalendarEvent, 'uid' | 'recurrence_id' | 'sequence' | 'dtstamp'>,
  { email, partstat, comment, stamp }: EventAnswer,
  zone?: string,
): string | undefined {
  const found = eventsIn(writtenComponents(text))[placeOf(readEvents(text, zone), event)];
  const attendee = found && attendeeLine(found.event, email, partstat);
  if (!found || attendee === undefined) return undefined;
  const lines = linesNamed(found.event, kept);
  return written([
    'BEGIN:VCALENDAR',
    'PRODID:-//Posthorn//Posthorn//EN',
    'VERSION:2.0',
    'METHOD:REPLY',
    ...linesNamed(found.calendar, ['x-wr-timezone']),
    ...zonesOf(found.calendar, lines),
    'BEGIN:VEVENT',
    ...lines,
    `DTSTAMP:${stamp.toISOString().replaceAll(/[-:]|\.\d+/g, '')}`,
    attendee,
    ...(comment === null ? [] : [`COMMENT:${escaped(comment)}`]),
    'END:VEVENT',
    'END:VCALENDAR',
  ]);
}

type Named = Parameters<typeof replyCalendar>[1];

/** Which of the events of a text is meant. Times of no zone may have been read in another one before. */
function placeOf(events: readonly CalendarEvent[], wanted: Named): number {
  const isEvent = ({ uid, recurrence_id }: CalendarEvent) =>
    uid === wanted.uid && (recurrence_id === null) === (wanted.recurrence_id === null);
  const tests = [
    (each: CalendarEvent) => each.sequence === wanted.sequence && each.dtstamp === wanted.dtstamp,
    () => true,
  ];
  const exact = tests.map((also) =>
    events.findIndex((each) => isEvent(each) && each.recurrence_id === wanted.recurrence_id && also(each)),
  );
  return exact.find((at) => at >= 0) ?? events.findIndex(isEvent);
}

/** Of parameters that ask something of the attendee, or of servers (RFC 6638), none goes back. */
const asking = /^(rsvp|partstat|sent-by|delegated-to|schedule-)/;

function attendeeLine({ properties }: Component<string>, email: string, partstat: string): string | undefined {
  for (const line of properties) {
    const property = nameOf(line) === 'attendee' ? readProperty(line) : undefined;
    if (!property) continue;
    const [person] = attendeesOf({ name: 'vevent', properties: [property], components: [] });
    if (person?.email.toLowerCase() !== email.toLowerCase()) continue;
    const [name, parameters, type, ...values] = property;
    const others = Object.entries(parameters).filter(([key]) => !asking.test(key));
    const answered = Object.fromEntries([...others, ['partstat', partstat.toUpperCase()]]);
    return ICAL.stringify.property([name, answered, type, ...values], ICAL.design.icalendar, true);
  }
  return undefined;
}

/** The rules of the time zones that these lines name; a lone one is meant by times that name none. */
function zonesOf(calendar: Component<string>, lines: readonly string[]): string[] {
  const named = new Set(
    read(lines).flatMap((property) => {
      const tzid = parameterOf(property, 'tzid');
      return tzid === undefined ? [] : zoneKey(tzid);
    }),
  );
  const zones = componentsNamed(calendar, 'vtimezone');
  return zones
    .filter(({ name, properties }) => {
      const tzid = valueOf({ name, properties: read(properties), components: [] }, 'tzid');
      return zones.length === 1 || (tzid !== undefined && named.has(zoneKey(tzid)));
    })
    .flatMap(linesOf);
}

function read(lines: readonly string[]): Property[] {
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
function escaped(text: string): string {
  return text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[^\P{Cc}\n\t]/gu, '')
    .replaceAll(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}

function written(lines: readonly string[]): string {
  return lines.map((line) => `${foldLine(line)}\r\n`).join('');
}
