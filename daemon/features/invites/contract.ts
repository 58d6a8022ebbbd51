import { z } from 'zod';
import { calendarInvite, calendarSeries, inviteState } from '../../contract/calendar.ts';
import { requests } from '../../contract/define.ts';
import { overrideToken } from '../../contract/draft.ts';
import {
  count,
  cursor,
  instant,
  instantOut,
  limit,
  messageId,
  pageOutput,
  queryFlag,
  text,
  uuid,
} from '../../contract/fields.ts';
import { invitationErrors, queueErrors } from '../../contract/send-errors.ts';
import { dryRun, unlessDry } from '../../contract/mutation.ts';

const series = calendarSeries
  .nullable()
  .describe('The series that the event is or belongs to; null where it does not repeat, or is cancelled as a whole');

const listed = calendarInvite.extend({ state: inviteState, series }).meta({
  id: 'ListedInvite',
  description: 'An event as its newest message has it',
});

const answered = {
  action: z.enum(['accept', 'tentative', 'decline']).meta({ id: 'CalendarInviteActionData' }),
  message_id: uuid('The message with the invitation'),
};

const replyPreview = z
  .object({
    ...answered,
    attendee_email: text('ada@example.org'),
    organizer_email: text('ben@example.org'),
    subject: text('Accepted: Dinner'),
    body_text: text('Ada has accepted: Dinner'),
    ics: text('BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\nEND:VCALENDAR\r\n'),
    warnings: z.array(text('This event is already over.')),
  })
  .meta({ id: 'CalendarInviteResponsePreview' });

const replyResult = z
  .object({
    ...answered,
    rfc2822_message_id: text('letter-3@example.org'),
    provider_message_id: text('18c2f0a1').nullable(),
    send_id: uuid(),
    draft_id: uuid('For undoing it while it waits'),
    send_at: instantOut,
  })
  .meta({ id: 'CalendarInviteResponseResult' });

export const invitesRequests = requests('Invitations in mail: events that calendars in messages tell of.', {
  list: {
    http: 'GET /mail/invites',
    summary:
      'The events that mail tells of, one each as its newest message has it; that message newest first. With `upcoming` those to come, soonest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    pages: { list: 'invites', reads: 'limit' },
    input: z.object({
      cursor: cursor.optional(),
      limit: limit.default(200),
      upcoming: queryFlag.default(false).describe('Those that are not over or cancelled alone'),
    }),
    output: z.object({ invites: z.array(listed), ...pageOutput }),
  },
  ofMessage: {
    http: 'GET /mail/messages/{message_id}/invite',
    summary: 'The event that a message tells of, and what became of it since.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    runs: 'reader',
    input: z.object({ message_id: messageId }),
    output: z.object({
      invite: calendarInvite
        .nullable()
        .describe('Null where the message tells of none, or has not been looked through'),
      more: count.describe('How many other events the message tells of'),
      state: inviteState,
      series,
      superseded_by: uuid('The message that says what holds now').nullable(),
      superseded_in: uuid('The conversation of that message').nullable(),
      answering: z
        .object({
          can: z.boolean(),
          why_not: text('None of your addresses is among the guests.').nullable(),
        })
        .describe('Whether it can be answered from here'),
    }),
  },
  reply: {
    http: 'POST /mail/actions/invite/reply',
    summary:
      'Answers an invitation by mail to its organiser (iMIP, RFC 6047), from the address that was invited. A dry run shows the mail.',
    effect: unlessDry({ safety: 'send' }),
    approval: 'tried',
    scope: { messages: 'message_id' },
    awaits: 'outcome',
    activity: { tier: 'important', recordedFields: ['action'] },
    input: z.object({
      message_id: messageId,
      recurrence_id: instant
        .optional()
        .describe('Which of the series is answered, as in `series`; without it all that the message tells of'),
      action: z.enum(['accept', 'tentative', 'decline', 'maybe']).describe('`maybe` is `tentative`'),
      comment: z.string().max(5_000).optional().describe('A few words to the organiser'),
      dry_run: dryRun,
      hold_seconds: z.int().min(0).max(600).optional().describe('How long it can be undone'),
      override_safety_token: overrideToken,
    }),
    output: z.object({
      status: z.enum(['preview', 'queued', 'sent', 'unknown']).describe('queued: it waits in the outbox'),
      preview: replyPreview.optional(),
      result: replyResult.optional(),
    }),
    errors: {
      ...invitationErrors,
      source_damaged: ['internal', 'The stored message is damaged.'],
      send_failed: ['provider', 'The server refused it.'],
      ...queueErrors,
    },
  },
});
