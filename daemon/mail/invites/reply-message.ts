import { Failure } from '../../base/failure.ts';
import { instantOf } from '../../base/clock.ts';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { escapeHtml } from '../html/escape.ts';
import { replyCalendar } from '../ical/reply.ts';
import { calendarTexts } from '../mime/content/calendars.ts';
import { readSource } from '../sources/source.ts';
import type { ReadDb } from '../../store/db.ts';
import type { InviteDetails } from './invite-details.ts';

export type ReplyRequest = {
  details: InviteDetails;
  /** The user's display name in mail, if it is known. */
  name: string | null;
  partstat: 'accepted' | 'tentative' | 'declined';
  comment: string | null;
  now: Date;
};

/** A reply as it is sent. `answered_at` is its DTSTAMP. */
export type ReplyMessage = {
  attendee_email: string;
  organizer: { name: string | null; email: string };
  subject: string;
  body_text: string;
  body_html: string;
  ics: string;
  answered_at: string;
};

/** Builds the reply to an invitation that can be answered. Throws Failure `unreadable_invite`. */
export function buildReplyMessage(
  { db, blobs, zone }: { db: ReadDb; blobs: string; zone: string | undefined },
  { details: { invite, record, answers, occurrence }, name, partstat, comment, now }: ReplyRequest,
): ReplyMessage {
  const { metadata } = record;
  const { organizer, viewer_attendee_email } = metadata;
  if (!organizer || viewer_attendee_email === null) throw new Error('an invitation without guest or host is answered');
  const stamp = stampAfter(answers.findLast(({ own }) => own !== undefined)?.dtstamp, now);
  const answer = { email: viewer_attendee_email, partstat, comment, stamp };
  const event = occurrence ? { ...metadata, recurrence_id: null } : metadata;
  const ics = calendarsOf(db, blobs, invite).map((text) => replyCalendar(text, event, answer, { zone, occurrence }));
  const found = ics.find((each) => each !== undefined);
  if (found === undefined)
    throw new Failure(
      'conflict',
      'unreadable_invite',
      'The invitation in this message is damaged, so you can’t reply to it.',
    );
  const lines = [
    `${name ?? guestName(metadata)} ${verbs[partstat]}: ${titleOf(metadata)}`,
    ...whenOf(metadata),
    ...(comment === null ? [] : ['', ...comment.split(/\r\n|\r|\n/)]),
  ];
  return {
    attendee_email: viewer_attendee_email,
    organizer: { name: organizer.name, email: organizer.email },
    subject: `${subjectPrefixes[partstat]}: ${titleOf(metadata)}`,
    body_text: lines.join('\n'),
    body_html: `<p>${lines.map(escapeHtml).join('<br>')}</p>`,
    ics: found,
    answered_at: instantOf(stamp),
  };
}

const subjectPrefixes = { accepted: 'Accepted', tentative: 'Tentative', declined: 'Declined' };
const verbs = { accepted: 'has accepted', tentative: 'may come to', declined: 'has declined' };

/** The calendar stored with the event, else the calendars in the message. */
function calendarsOf(db: ReadDb, blobs: string, { raw_ics, message }: InviteDetails['invite']): string[] {
  if (raw_ics !== null) return [raw_ics];
  const source = readSource(db, blobs, message);
  return source ? calendarTexts(source) : [];
}

/** DTSTAMP has a resolution of one second, and the later of two replies counts. */
function stampAfter(last: string | undefined, now: Date): Date {
  const second = Math.floor(now.getTime() / 1000) * 1000;
  return new Date(Math.max(second, last === undefined || last === '' ? 0 : Date.parse(last) + 1000));
}

/** The user's name in the invitation. */
function guestName({ attendees, viewer_attendee_email }: InviteDetails['record']['metadata']): string {
  return attendees.find(({ email }) => email === viewer_attendee_email)?.name ?? viewer_attendee_email ?? '';
}

function titleOf({ summary }: Pick<CalendarEvent, 'summary'>): string {
  return summary?.replaceAll(/\s+/g, ' ').slice(0, 300).toWellFormed() ?? 'an event without a title';
}

function whenOf({ starts_local, all_day, time_zone }: CalendarEvent): string[] {
  if (starts_local === null) return [];
  const at = new Date(`${starts_local.slice(0, 10)}T${all_day ? '00:00:00' : starts_local.slice(11)}Z`);
  return [`${all_day ? days.format(at) : times.format(at)}${time_zone === null ? '' : ` (${time_zone})`}`];
}

const day = { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' } as const;
const days = new Intl.DateTimeFormat('en-GB', day);
const times = new Intl.DateTimeFormat('en-GB', { ...day, hour: '2-digit', minute: '2-digit' });
