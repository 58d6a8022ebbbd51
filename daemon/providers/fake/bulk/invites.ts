import { escaped } from '../encode.ts';
import type { Letter, Person } from '../letter.ts';
import type { Occasion } from '../occasion.ts';
import { cast, personalCircle, workCircle } from '../people.ts';
import { said, sentences } from '../prose.ts';
import { randomFrom } from '../random.ts';
import { threading } from './correspondence.ts';

const occasions = {
  personal: sentences([
    'Garden club, {month} meeting',
    'Choir rehearsal',
    "Supper at {name}'s",
    'Book group: {book}',
    'Walk to the mill',
    'Dentist, the whole family',
  ]),
  work: sentences([
    'Review of {system}',
    'Call with {museum}',
    'Planning for {month}',
    'Retrospective',
    'Proofs with {name}',
    'Learning day',
    'Interview, second talk',
  ]),
};
const rooms = [
  'Mill Lane 4, first floor',
  'The back room',
  'By telephone, +49 30 5550 142',
  'Town hall, room 12',
  'https://meet.lanternworks.example/tuesday',
];

export type Event = {
  uid: string;
  summary: string;
  place: string;
  start: number;
  minutes: number;
  organizer: Person;
  guests: Person[];
  stamp: number;
};

export function invite(occasion: Occasion): Letter {
  const { at, id, seed } = occasion.at(occasion.turn);
  const draw = randomFrom(seed);
  const [organizer] = cast(draw, occasion.flavour === 'work' ? workCircle : personalCircle, 1);
  const summary = said(draw, draw.pick(occasions[occasion.flavour]));
  const host: Person = { name: organizer?.name ?? '', email: organizer?.email ?? '' };
  const start = Math.floor(at / 86_400) * 86_400 + draw.between(2, 12) * 86_400 + draw.between(8, 18) * 3600;
  const event = {
    uid: id,
    summary,
    place: draw.pick(rooms),
    start,
    minutes: 30 * draw.between(1, 4),
    organizer: host,
    guests: [occasion.owner],
    stamp: at,
  };
  return {
    ...threading(occasion),
    from: host,
    to: [occasion.owner],
    subject: `Invitation: ${summary}`,
    offset: 60,
    ...invitation(event),
  };
}

/** The text, page and calendar of an invitation to `event`, whose times are unix seconds in Berlin's winter. */
export function invitation(event: Event): Pick<Letter, 'text' | 'html' | 'calendar'> {
  const when = new Date((event.start + 3600) * 1000).toUTCString().slice(0, 22);
  const lines = [
    event.summary,
    `When: ${when} (Europe/Berlin)`,
    `Where: ${event.place}`,
    `From: ${event.organizer.name}`,
  ];
  return {
    text: `${lines.join('\r\n')}\r\n\r\nPlease say whether you can come.\r\n`,
    html: `<html><body><h2>${escaped(event.summary)}</h2>\r\n${lines
      .slice(1)
      .map((line) => `<p>${escaped(line)}</p>\r\n`)
      .join('')}</body></html>\r\n`,
    calendar: calendarOf(event),
  };
}

/** An iTIP request (RFC 5546) with the rules of its time zone. */
function calendarOf({ uid, summary, place, start, minutes, organizer, guests, stamp }: Event): string {
  const local = (seconds: number) => utc(seconds + 3600).slice(0, -1);
  const lines = [
    'BEGIN:VCALENDAR',
    'PRODID:-//Demo Calendar//EN',
    'VERSION:2.0',
    'CALSCALE:GREGORIAN',
    'METHOD:REQUEST',
    'BEGIN:VTIMEZONE',
    'TZID:Europe/Berlin',
    'BEGIN:DAYLIGHT',
    'TZOFFSETFROM:+0100',
    'TZOFFSETTO:+0200',
    'TZNAME:CEST',
    'DTSTART:19700329T020000',
    'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
    'END:DAYLIGHT',
    'BEGIN:STANDARD',
    'TZOFFSETFROM:+0200',
    'TZOFFSETTO:+0100',
    'TZNAME:CET',
    'DTSTART:19701025T030000',
    'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU',
    'END:STANDARD',
    'END:VTIMEZONE',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${utc(stamp)}`,
    `DTSTART;TZID=Europe/Berlin:${local(start)}`,
    `DTEND;TZID=Europe/Berlin:${local(start + minutes * 60)}`,
    `SUMMARY:${calendarText(summary)}`,
    `LOCATION:${calendarText(place)}`,
    `ORGANIZER;CN="${organizer.name}":mailto:${organizer.email}`,
    ...guests.map(({ name, email }) => `ATTENDEE;CN="${name}";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${email}`),
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(folded).join('\r\n')}\r\n`;
}

function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function calendarText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&');
}

/** Lines of at most 75 octets (RFC 5545, section 3.1). */
function folded(line: string): string {
  let text = '';
  let width = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (width + size > 74) {
      text += '\r\n ';
      width = 1;
    }
    text += character;
    width += size;
  }
  return text;
}
