import { z } from 'zod';
import { instantOut, messageId, text, threadId, uuid } from './fields.ts';

const span = z
  .object({
    message_id: messageId,
    text: text('Can you send the report by Friday?', 'The words that it was found in'),
    start: z
      .int()
      .nonnegative()
      .nullable()
      .describe('Where they begin in `text_plain` of the message, in UTF-16 code units'),
    end: z.int().nonnegative().nullable().describe('Where they end. Both are null where the words are not in its text'),
  })
  .meta({ id: 'TodoSpan', description: 'Where a to-do was found' });

const todoExample = {
  id: '3f0a6a57-2b7e-5c1d-8a30-9d2f7c4b1e60',
  account_id: '0c1b7c5e-6a3f-5d0e-9a53-2f4f8f0b6f3a',
  kind: 'question',
  verb: 'Reply',
  title: 'Can you send the report by Friday?',
  counterparty: 'ben@example.org',
  person_label: 'Ben Okoro',
  due_at: '2026-03-13T22:59:59.999Z',
  due_words: 'by Friday',
  relevant_until: '2026-03-27T22:59:59.999Z',
  state: 'open',
  origin: 'rules',
  why: 'Ben Okoro asked you.',
  when_label: 'Friday',
  overdue: false,
  fields: [],
  user_touched: false,
  source_date: '2026-03-10T07:00:00.000Z',
  created_at: '2026-03-10T07:00:04.000Z',
  updated_at: '2026-03-10T07:00:04.000Z',
};

/** A to-do on the wire (wire-contract, section 6), with the words that it was found in. */
export const todo = z
  .object({
    id: uuid(),
    account_id: uuid(),
    kind: z.enum(['question', 'deadline', 'invoice', 'invitation', 'delivery', 'commitment']),
    verb: text('Reply'),
    title: text('Can you send the report by Friday?'),
    counterparty: text('ben@example.org').optional(),
    person_label: text('Ben Okoro').optional(),
    amount: z
      .object({ minor: z.int(), currency: text('EUR'), display: text('€129.90') })
      .optional()
      .describe('What is to be paid; `minor` is in the smallest unit of the currency (ISO 4217)'),
    due_at: instantOut.optional().describe('Left out where the words don’t say it in a certain way'),
    due_words: text('by Friday').optional(),
    scheduled_for: instantOut.optional().describe('Until when the user has postponed it'),
    relevant_until: instantOut.optional(),
    state: z.enum(['open', 'done', 'dismissed', 'expired']),
    catchup: z.boolean().optional().describe('Found in mail that was here before'),
    origin: text('rules', 'What found it'),
    why: text('Ben Okoro asked you.'),
    when_label: text('Friday'),
    overdue: z.boolean(),
    runway: text('3 days left').optional(),
    action: z
      .object({ kind: text('reply'), label: text('Reply'), message_id: messageId.optional(), trusted: z.boolean() })
      .optional(),
    looks_done: z
      .object({ message_id: messageId.optional(), reason: text('You’ve written in this conversation since.') })
      .optional(),
    fields: z.array(
      z.object({
        field: text('due_at'),
        source: text('text'),
        checked: z.boolean(),
        evidence: text('by Friday').optional(),
        source_label: text('The message of Ben Okoro'),
      }),
    ),
    span: span.optional(),
    user_touched: z.boolean(),
    thread_id: threadId.optional(),
    source_message_id: messageId.optional(),
    source_date: instantOut.optional(),
    surfaced_at: instantOut.optional(),
    expired_at: instantOut.optional(),
    done_at: instantOut.optional(),
    dismissed_at: instantOut.optional(),
    created_at: instantOut,
    updated_at: instantOut,
  })
  .meta({
    id: 'Todo',
    description: 'Something that the user has to do according to a message',
    examples: [todoExample],
  });
export type TodoRecord = z.input<typeof todo>;
