import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { ack, instantOut, messageId, moment, pageInput, pageOutput, text, uuid } from '../../contract/fields.ts';
import { mutationReply, mutationResult, removals, targets } from '../../contract/mutation.ts';

const snoozed = z
  .object({
    message_id: uuid(),
    account_id: uuid(),
    thread_id: uuid(),
    sender: text('Ada Morgan'),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?'),
    wake_at: instantOut,
    unread: z.boolean(),
    has_attachments: z.boolean(),
  })
  .meta({ id: 'SnoozedMessage', description: 'A message that is away until a moment' });

const preset = z
  .object({
    id: z.enum(['tomorrow', 'tonight', 'weekend', 'monday']),
    name: text('tomorrow', 'The id again'),
    label: text('Tomorrow'),
    wakeAt: instantOut,
  })
  .meta({ id: 'SnoozePreset' });

export const snoozeRequests = requests('Mail that is out of the way until a moment, and then back on top.', {
  presets: {
    http: 'GET /mail/actions/snooze/presets',
    summary: 'The moments that are offered, in local time.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({}),
    output: z.object({ presets: z.array(preset) }),
  },
  create: {
    http: 'POST /mail/actions/snooze',
    summary: 'Takes mail out of the inbox until a moment. Mail that is away already gets another time.',
    effect: { safety: 'mutate' },
    mayNeed: removals('archive'),
    approval: 'tried',
    scope: { messages: ['message_id', 'message_ids'], threads: 'thread_ids' },
    activity: { action: 'mail.snooze', recordedFields: ['until'] },
    input: z.object({
      message_id: messageId.optional().describe('One message, in place of message_ids'),
      ...targets,
      until: moment,
    }),
    output: z.object({ ...mutationReply.shape, wake_at: instantOut }),
    errors: {
      bad_query: ['invalid', 'The search cannot be read.'],
      bad_until: ['invalid', 'The moment cannot be read.'],
      time_past: ['invalid', 'The moment is over.'],
      time_far: ['invalid', 'The moment is more than five years away.'],
    },
  },
  list: {
    http: 'GET /mail/snoozed',
    summary: 'The mail that is away, what wakes next first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'snoozed', id: 'message_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ snoozed: z.array(snoozed), ...pageOutput }),
  },
  wake: {
    http: 'POST /mail/snoozed/{id}/wake',
    summary: 'Brings a message back now, on top and with the labels it had. One that is not away stays as it is.',
    effect: { safety: 'mutate' },
    scope: { messages: 'id' },
    activity: { action: 'mail.wake' },
    input: z.object({ id: messageId }),
    output: ack.extend({
      ok: z.boolean(),
      result: mutationResult.nullable().describe('Null where the message was not away'),
    }),
  },
});
