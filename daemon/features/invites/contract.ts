import { z } from 'zod';
import { calendarInvite, inviteState } from '../../contract/calendar.ts';
import { requests } from '../../contract/define.ts';
import { count, limit, messageId, queryFlag, uuid } from '../../contract/fields.ts';

const listed = calendarInvite.extend({ state: inviteState }).meta({
  id: 'ListedInvite',
  description: 'An event as its newest message has it',
});

export const invitesRequests = requests('Invitations in mail: events that calendars in messages tell of.', {
  list: {
    http: 'GET /mail/invites',
    summary:
      'The events that mail tells of, one each as its newest message has it; that message newest first. With `upcoming` those to come, soonest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({
      limit: limit.default(200),
      upcoming: queryFlag.default(false).describe('Those that are not over or cancelled alone'),
    }),
    output: z.object({ invites: z.array(listed) }),
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
      superseded_by: uuid('The message that says what holds now').nullable(),
      superseded_in: uuid('The conversation that message lies in').nullable(),
    }),
    errors: { not_found: ['missing', 'There is no such message here.'] },
  },
});
