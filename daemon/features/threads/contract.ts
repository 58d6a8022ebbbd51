import { z } from 'zod';
import { messageBody } from '../../contract/body.ts';
import { requests } from '../../contract/define.ts';
import { address, instantOut, messageRow, threadId } from '../../contract/fields.ts';

export const thread = z
  .object({
    id: z.string(),
    account_id: z.string(),
    subject: z.string(),
    snippet: z.string(),
    participants: z.array(address),
    latest_date: instantOut,
    message_count: z.int(),
    unread_count: z.int(),
    message_ids: z.array(z.string()),
  })
  .meta({ id: 'Thread' });

export const threadsRequests = requests({
  get: {
    http: 'GET /mail/threads/{thread_id}',
    summary: 'A whole conversation, oldest message first. Marks nothing read and fetches nothing.',
    effect: { safety: 'read' },
    scope: { threads: 'thread_id' },
    runs: 'reader',
    input: z.object({ thread_id: threadId }),
    output: z.object({
      thread,
      messages: z.array(messageRow),
      bodies: z.array(messageBody),
      body_failures: z.array(z.object({ message_id: z.string(), error: z.string(), code: z.string() })),
      summary: z.null(),
      reader_mode: z.enum(['reader', 'html']),
      right_rail: z.object({ title: z.string(), items: z.array(z.string()) }),
    }),
  },
});
