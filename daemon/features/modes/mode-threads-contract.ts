import { z } from 'zod';
import type { Request } from '../../contract/define.ts';
import { accountId, cursor, messageRow, nextCursor, queryInt, text, uuid } from '../../contract/fields.ts';
import { modes } from '../../mail/modes/modes.ts';

const modeThreadGroup = z
  .object({
    id: text('today', 'The day as in other lists, or the account and the sender'),
    label: text('Today'),
    sender: z
      .object({ account_id: uuid(), sender_email: text('noreply@shop.example.org') })
      .optional()
      .describe('Whose mail it is; only in Updates, which are grouped by sender'),
    rows: z.array(messageRow),
  })
  .meta({ id: 'ModeThreadGroup', description: 'Conversations of a mode under one heading' });

/** The list of a mode, in pages. */
export const modeThreadsRow = {
  http: 'GET /mail/modes/{mode}/threads',
  summary:
    'The conversations that a mode holds, the newest first. A page covers a limited part of the mail, so it may have fewer rows than `limit`, or none, although there is a next one.',
  effect: { safety: 'read' },
  scope: 'filtered',
  runs: 'reader',
  activity: { action: 'mail.list', recordedFields: ['mode'] },
  input: z.object({
    mode: z
      .string()
      .trim()
      .min(1)
      .max(100)
      .meta({
        description: 'A mode by its id or name, in any spelling',
        examples: ['messages'],
      }),
    limit: queryInt({ min: 1, max: 200 }).default(100).describe('How many conversations at the most'),
    cursor: cursor.optional(),
    account: accountId.optional().describe('Only mail of this account'),
    account_id: accountId.optional().describe('As `account`'),
  }),
  output: z.object({
    kind: z.literal('ModeThreads'),
    mode: z.enum(modes),
    groups: z.array(modeThreadGroup),
    next_cursor: nextCursor,
  }),
  errors: {
    bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an earlier answer.'],
    unknown_mode: ['invalid', 'There is no such mode.'],
  },
} as const satisfies Request;
