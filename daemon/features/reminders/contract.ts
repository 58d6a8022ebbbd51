import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  ack,
  address,
  instant,
  instantOut,
  messageId,
  pageInput,
  pageOutput,
  text,
  uuid,
} from '../../contract/fields.ts';

const reminder = z
  .object({
    sent_message_id: uuid(),
    account_id: uuid(),
    thread_id: uuid(),
    to: z.array(address),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?'),
    remind_at: instantOut,
    fired_at: instantOut.nullable().describe('When it was told of; null while it waits'),
  })
  .meta({ id: 'Reminder', description: 'A reminder of sent mail that got no reply' });

export const remindersRequests = requests('Reminders of sent mail that gets no reply in time.', {
  list: {
    http: 'GET /mail/reminders',
    summary: 'The reminders that wait, soonest first, then those that were told of in the last week.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'reminders', id: 'sent_message_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('Reminders'), reminders: z.array(reminder), ...pageOutput }),
  },
  set: {
    http: 'POST /mail/reminders',
    summary:
      'Sets a reminder of a sent message for a time, in case there is no reply by then. A second call changes the time.',
    effect: { safety: 'mutate' },
    scope: { messages: 'sent_message_id' },
    activity: { recordedFields: ['remind_at'] },
    input: z.object({ sent_message_id: messageId, remind_at: instant }),
    output: ack,
    errors: {
      not_sent: ['invalid', 'The message was not sent by the owner of the account.'],
      time_past: ['invalid', 'The time is over.'],
      already_answered: ['conflict', 'The message has a reply.'],
    },
  },
  cancel: {
    http: 'DELETE /mail/reminders/{message_id}',
    summary: 'Reminds of a sent message no more.',
    effect: { safety: 'mutate' },
    scope: { messages: 'message_id' },
    input: z.object({ message_id: messageId }),
    output: ack,
  },
});
