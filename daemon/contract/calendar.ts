import { z } from 'zod';
import { count, instantOut, text, uuid } from './fields.ts';

export const partstats = ['needs_action', 'accepted', 'tentative', 'declined', 'delegated'] as const;
const partstat = z.enum(partstats);
export type Partstat = z.output<typeof partstat>;

const attendee = z
  .object({
    email: text('ben@example.org'),
    name: text('Ben Castle').nullable(),
    partstat: text('accepted', 'In lower case with underscores; needs_action where nothing is said').nullable(),
    role: text('req_participant').nullable(),
    rsvp: z.boolean().nullable(),
    uri: text('mailto:ben@example.org').nullable(),
  })
  .meta({ id: 'CalendarAttendee' });

const person = z
  .object({
    email: text('ada@example.org'),
    name: text('Ada Morgan').nullable(),
    uri: text('mailto:ada@example.org').nullable(),
  })
  .meta({ id: 'CalendarPerson' });

const repetition = z
  .object({
    frequency: z
      .enum(['daily', 'weekly', 'monthly', 'yearly', 'other'])
      .describe('other: on single dates, or by a rule that the fields cannot express'),
    interval: z.int().describe('2 for every second day, week, month or year'),
    weekdays: z
      .array(
        z.object({
          day: z.enum(['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU']),
          nth: z.int().nullable().describe('2 for the second in its month or year, -1 for the last; null for each'),
        }),
      )
      .meta({ examples: [[{ day: 'FR', nth: -1 }]] }),
    position: z.int().nullable().describe('Which of all `weekdays` of a month alone, -1 for the last; null for each'),
    month_days: z.array(z.int()).describe('-1 for the last day'),
    months: z.array(z.int()).describe('1 for January'),
    count: z.int().nullable().describe('How often at the most; null where nothing is said'),
    until: text('2027-03-02', 'The date after which it is not repeated, on the clocks of the event').nullable(),
  })
  .meta({ id: 'CalendarRepetition', description: 'How an event repeats' });

/** The content of a calendar event, independent of the user who reads it. */
const eventFields = {
  component_kind: text('VEVENT'),
  method: text('REQUEST').nullable(),
  uid: text('supper-42@example.org').nullable(),
  recurrence_id: instantOut.nullable().describe('Which of a series it is about; null for all of it'),
  this_and_future: z.boolean().describe('With `recurrence_id`: it is about all later ones of the series too'),
  sequence: z.int().nullable(),
  dtstamp: instantOut.nullable(),
  status: text('CONFIRMED').nullable(),
  summary: text('Dinner').nullable(),
  description: text('At the usual place.').nullable(),
  location: text('Mill Lane 4').nullable(),
  starts_at: instantOut
    .nullable()
    .describe('Of what lasts all day or names no time zone: as the clocks of the daemon show it'),
  ends_at: instantOut.nullable().describe('The first moment after it'),
  starts_local: text('2026-03-13T19:00:00', 'On the clocks of `time_zone`; of what lasts all day the date').nullable(),
  ends_local: text(
    '2026-03-13T21:00:00',
    'As `starts_local`; of what lasts all day the first date after it',
  ).nullable(),
  all_day: z.boolean(),
  time_zone: text(
    'Europe/Berlin',
    'Its IANA name, or the name in the mail where that is not known; null for none',
  ).nullable(),
  rrule: text('FREQ=WEEKLY;BYDAY=FR').nullable(),
  repeats: repetition.nullable(),
  organizer: person.nullable(),
  attendees: z.array(attendee),
  rsvp_requested: z.boolean(),
  url: text('https://meet.example.org/dinner', 'Where one joins, or reads more of it').nullable(),
  warnings: z.array(text('The mail is from ben@example.org, not from the organiser.')),
};

export const calendarEvent = z.object(eventFields);
/** An event as described by one calendar text. */
export type CalendarEvent = z.output<typeof calendarEvent>;

const occurrence = calendarEvent
  .pick({
    ends_at: true,
    ends_local: true,
    all_day: true,
    time_zone: true,
    summary: true,
    location: true,
    this_and_future: true,
  })
  .extend({
    recurrence_id: instantOut.describe('Which of the series it is, whenever it takes place'),
    starts_at: instantOut,
    starts_local: text('2026-03-13T19:00:00'),
    is_cancelled: z.boolean(),
  });
/** One event of a series, as it takes place. */
export type CalendarOccurrence = z.output<typeof occurrence>;

const changedOccurrence = occurrence
  .extend({
    message_id: uuid('The message that tells of it alone').nullable(),
    thread_id: uuid('The conversation of that message').nullable(),
  })
  .meta({ id: 'CalendarOccurrence', description: 'One event of a series, as it takes place' });

const calendarMetadata = calendarEvent
  .extend({
    is_update: z.boolean().describe('It changes what an earlier message said'),
    raw_ics: text(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n',
      'The calendar itself, where it is small and one event is asked for',
    ).nullable(),
    viewer_attendee_email: text('ada@example.org', 'As which of their addresses the owner is invited').nullable(),
    viewer_partstat: partstat.nullable(),
  })
  .meta({ id: 'CalendarMetadata', description: 'What calendar mail says of an event (RFC 5545, RFC 5546)' });

const inviteStates = ['current', 'updated', 'cancelled', 'past'] as const;
export const inviteState = z
  .enum(inviteStates)
  .describe('`updated`: a later message says something else; `cancelled`: it does not take place');
export type InviteState = z.output<typeof inviteState>;

export const ownAnswer = z
  .object({
    partstat: z.enum(['accepted', 'tentative', 'declined']),
    comment: text('I may be late.').nullable(),
    answered_at: instantOut,
    state: z
      .enum(['queued', 'sending', 'sent', 'failed', 'unknown'])
      .describe('The state of the reply: waiting, being sent, sent, refused, or unknown'),
    trouble: text('mail.example.org doesn’t answer.').nullable(),
    draft_id: uuid('For undoing it while it waits'),
    send_id: uuid(),
  })
  .meta({ id: 'CalendarOwnAnswer', description: 'What the owner answered from here, and what became of the mail' });

export const calendarSeries = z
  .object({
    message_id: uuid('The newest message about the whole series'),
    thread_id: uuid(),
    starts_at: instantOut,
    starts_local: text('2026-03-13T19:00:00'),
    all_day: z.boolean(),
    time_zone: text('Europe/Berlin').nullable(),
    repeats: repetition,
    next: changedOccurrence
      .extend({ viewer_partstat: partstat.nullable(), own_answer: ownAnswer.nullable() })
      .nullable()
      .describe('The first that is not over or cancelled; null where there is none'),
    changes: z
      .array(changedOccurrence)
      .describe('Those to come that messages changed or cancelled; with `this_and_future` all later ones too'),
  })
  .meta({ id: 'CalendarSeries', description: 'A series of events with all that messages say of it' });
export type CalendarSeries = z.output<typeof calendarSeries>;

const seconds = count.meta({ examples: [1773129600] });

export const calendarInvite = z
  .object({
    id: uuid('Id of the event, the same in every message about it'),
    account_id: uuid(),
    message_id: uuid('The message that says so'),
    thread_id: uuid(),
    metadata: calendarMetadata,
    own_answer: ownAnswer.nullable().describe('Null if nothing was answered from here, or the answer was undone'),
    created_at: seconds.describe('When the first message about it was received, in unix seconds'),
    updated_at: seconds.describe('When this one was received, in unix seconds'),
  })
  .meta({ id: 'CalendarInviteData' });
export type CalendarInvite = z.output<typeof calendarInvite>;
