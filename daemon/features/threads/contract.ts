import { z } from 'zod';
import { citationRef } from '../../contract/draft.ts';
import { htmlForAgents, messageBody } from '../../contract/body.ts';
import { requests } from '../../contract/define.ts';
import {
  address,
  count,
  instantOut,
  leanRows,
  messageRow,
  nameList,
  rowFields,
  text,
  threadId,
  uuid,
} from '../../contract/fields.ts';

export const thread = z
  .object({
    id: uuid(),
    account_id: uuid(),
    subject: text('Dinner on Friday'),
    snippet: text('Shall we say seven, at the usual place?'),
    participants: z.array(address),
    latest_date: instantOut,
    message_count: count,
    unread_count: count,
    message_ids: z.array(uuid()),
  })
  .meta({ id: 'Thread', description: 'A conversation' });

export const threadsRequests = requests('Whole conversations.', {
  get: {
    http: 'GET /mail/threads/{thread_id}',
    summary: 'A whole conversation, oldest message first. Marks nothing read and fetches nothing.',
    effect: { safety: 'read' },
    scope: { threads: 'thread_id' },
    runs: 'reader',
    activity: { action: 'mail.open' },
    input: z.object({
      thread_id: threadId,
      html: htmlForAgents,
      fields: rowFields,
      include: nameList(
        ['bodies', 'summary', 'right_rail'],
        'What comes along with the messages; everything where it is left out, nothing where it is empty.',
      ).optional(),
    }),
    output: z.object({
      thread,
      messages: z.array(messageRow).describe('Empty with `fields`'),
      rows: leanRows,
      bodies: z.array(messageBody).describe('Empty where `include` leaves them out, like `body_failures`'),
      body_failures: z
        .array(
          z.object({
            message_id: uuid(),
            error: text('This message hasn’t been downloaded yet.'),
            code: text('not_downloaded'),
          }),
        )
        .describe('Messages whose bodies are not among `bodies`, and why'),
      summary: z
        .object({
          text: text(
            '- Ada asks for a date for dinner [1]',
            'Markdown; the numbers are messages, counted from the oldest',
          ),
          model: text('qwen3:4b-instruct'),
          generated_at: instantOut,
          citations: z.array(citationRef),
        })
        .nullable()
        .describe('The summary that was written of the conversation as it is; opening it writes none'),
      reader_mode: z.enum(['reader', 'html']),
      right_rail: z.object({ title: text('About this conversation'), items: z.array(text('2 people')) }),
    }),
  },
});
