import { escapeHtml } from '../encode.ts';
import type { DemoMessage, Person } from '../message.ts';
import type { WritingContext } from '../writing-context.ts';
import { pickCorrespondents, personalCorrespondents, workCorrespondents } from '../correspondents.ts';
import { renderSentence, parseSentences } from '../prose.ts';
import { randomFrom } from '../random.ts';
import { threadHeadersOf } from './correspondence.ts';

const occasions = {
  personal: parseSentences([
    'Garden club, {month} meeting',
    'Choir rehearsal',
    "Supper at {name}'s",
    'Book group: {book}',
    'Walk to the mill',
    'Dentist, the whole family',
  ]),
  work: parseSentences([
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

type DemoEvent = {
  uid: string;
  summary: string;
  location: string;
  start: number;
  minutes: number;
  organizer: Person;
  attendees: Person[];
  stamp: number;
};

export function invite(context: WritingContext): DemoMessage {
  const { at, id, seed } = context.at(context.turn);
  const draw = randomFrom(seed);
  const [organizer] = pickCorrespondents(
    draw,
    context.profile === 'work' ? workCorrespondents : personalCorrespondents,
    1,
  );
  const summary = renderSentence(draw, draw.pick(occasions[context.profile]));
  const host: Person = { name: organizer?.name ?? '', email: organizer?.email ?? '' };
  const start = Math.floor(at / 86_400) * 86_400 + draw.between(2, 12) * 86_400 + draw.between(8, 18) * 3600;
  const event = {
    uid: id,
    summary,
    location: draw.pick(rooms),
    start,
    minutes: 30 * draw.between(1, 4),
    organizer: host,
    attendees: [context.owner],
    stamp: at,
  };
  return {
    ...threadHeadersOf(context),
    from: host,
    to: [context.owner],
    subject: `Invitation: ${summary}`,
    offset: 60,
    ...invitation(event),
  };
}

/** The text, page and calendar of an invitation to `event`, whose times are unix seconds in Berlin's winter. */
export function invitation(event: DemoEvent): Pick<DemoMessage, 'text' | 'html' | 'calendar'> {
  const when = new Date((event.start + 3600) * 1000).toUTCString().slice(0, 22);
  const lines = [
    event.summary,
    `When: ${when} (Europe/Berlin)`,
    `Where: ${event.location}`,
    `From: ${event.organizer.name}`,
  ];
  return {
    text: `${lines.join('\r\n')}\r\n\r\nPlease say whether you can come.\r\n`,
    html: `<html><body><h2>${escapeHtml(event.summary)}</h2>\r\n${lines
      .slice(1)
      .map((line) => `<p>${escapeHtml(line)}</p>\r\n`)
      .join('')}</body></html>\r\n`,
    calendar: calendarOf(event),
  };
}

/** An iTIP request (RFC 5546) with the rules of its time zone. */
function calendarOf({ uid, summary, location, start, minutes, organizer, attendees, stamp }: DemoEvent): string {
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
    `LOCATION:${calendarText(location)}`,
    `ORGANIZER;CN="${organizer.name}":mailto:${organizer.email}`,
    ...attendees.map(({ name, email }) => `ATTENDEE;CN="${name}";PARTSTAT=NEEDS-ACTION;RSVP=TRUE:mailto:${email}`),
    'SEQUENCE:0',
    'STATUS:CONFIRMED',
    'END:VEVENT',
    'END:VCALENDAR',
  ];
  return `${lines.map(foldLine).join('\r\n')}\r\n`;
}

function utc(seconds: number): string {
  return `${new Date(seconds * 1000).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;
}

function calendarText(text: string): string {
  return text.replaceAll(/[\\;,]/g, '\\$&');
}

/** Lines of at most 75 octets (RFC 5545, section 3.1). */
function foldLine(line: string): string {
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
