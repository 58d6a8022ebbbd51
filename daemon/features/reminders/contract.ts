import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { ack, address, instant, instantOut, messageId, text, uuid } from '../../contract/fields.ts';

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
  .meta({ id: 'Reminder', description: 'Sent mail to hear of again if nobody answers it' });

export const remindersRequests = requests('Sent mail that one hears of again if nobody answers it in time.', {
  list: {
    http: 'GET /mail/reminders',
    summary: 'The reminders that wait, soonest first, then those that were told of in the last week.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ kind: z.literal('Reminders'), reminders: z.array(reminder) }),
  },
  set: {
    http: 'POST /mail/reminders',
    summary: 'Reminds of a sent message at a time if nobody has answered it by then. A second call changes the time.',
    effect: { safety: 'mutate' },
    scope: { messages: 'sent_message_id' },
    activity: { recordedFields: ['remind_at'] },
    input: z.object({ sent_message_id: messageId, remind_at: instant }),
    output: ack,
    errors: {
      not_sent: ['invalid', 'The message was not sent by the owner of the account.'],
      time_past: ['invalid', 'The time is over.'],
      already_answered: ['conflict', 'Somebody has answered the message.'],
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
