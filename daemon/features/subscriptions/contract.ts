import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  accountId,
  anyId,
  count,
  cursor,
  instantOut,
  limit,
  messageId,
  nextOffset,
  offset,
  pageOutput,
  text,
  unsubscribeMethod,
  uuid,
} from '../../contract/fields.ts';
import { dryRun, removals, unlessDry } from '../../contract/mutation.ts';

const exampleUrl = 'https://lists.example.org/leave?id=42';

const subscription = z
  .object({
    account_id: uuid(),
    sender_name: text('Weekly').nullable(),
    sender_email: text('weekly@example.org'),
    message_count: count.describe('Messages from the list that are neither in the trash nor in spam'),
    unread_count: count,
    opened_count: count.describe('How many of them are read'),
    replied_count: count,
    archived_unread_count: count,
    latest_message_id: uuid(),
    latest_thread_id: uuid(),
    latest_provider_id: text('letter-1@example.org'),
    latest_subject: text('What happened this week'),
    latest_snippet: text('Five things that you may have missed.'),
    latest_date: instantOut,
    latest_flags: text('READ'),
    latest_size_bytes: count,
    latest_has_attachments: z.boolean(),
    unread: z.boolean().describe('Whether the newest message is'),
    unsubscribe: unsubscribeMethod,
    asked: z
      .object({
        state: z.enum(['asking', 'done', 'failed', 'unknown', 'by_hand']),
        asked_at: instantOut,
        error: text('The sender answers 404 (Not Found).').nullable(),
      })
      .nullable()
      .describe('What came of the last wish to be off it'),
  })
  .meta({ id: 'SubscriptionSummary', description: 'A sender whose list one can leave' });
export type SubscriptionSummary = z.input<typeof subscription>;

const unsubscribeOutcome = z
  .object({
    message_id: uuid(),
    method: z.enum(['one_click', 'mailto', 'link', 'none']),
    status: z
      .enum(['done', 'by_hand', 'failed', 'unknown', 'asking', 'no_method', 'not_found'])
      .describe(
        'by_hand: the sender requires the user to open `open_url`. unknown: the request was sent, but it is not known ' +
          'whether it was received. asking: another request is in progress, or the mail that asks waits in the outbox',
      ),
    already: z.boolean().describe('It had been asked before, and was not asked again'),
    open_url: text(exampleUrl, 'A page to open, or a mail to write, where that is left to the person').optional(),
    reason: text('The sender answers 404 (Not Found).').optional(),
  })
  .meta({ id: 'UnsubscribeOutcome', description: 'What came of leaving the list that a message came by' });
export type UnsubscribeOutcome = z.input<typeof unsubscribeOutcome>;

const purgeResult = z
  .object({
    account_id: uuid('Null if the mail is in several accounts, or there is none').nullable(),
    address: text('weekly@example.org'),
    query: text('from:weekly@example.org', 'A search that finds the mail'),
    message_count: count.describe('Messages from the address outside the trash and spam'),
    message_ids: z.array(uuid()).describe('The newest of them, at most 1000'),
    method: unsubscribeMethod,
    status: z.enum(['preview', 'unsubscribed', 'no_method', 'archive_only', 'failed']),
    archived_count: count.describe('In a dry run, how many would be'),
    mutation_id: uuid('Names the archiving, for undo and for MutationCompleted').nullable(),
    undoable: z.boolean(),
    job_id: uuid('Where there is so much to archive that it is a job').nullable(),
    open_url: text(exampleUrl, 'Where leaving is left to the person').optional(),
    error: text('The sender answers 404 (Not Found).').nullable(),
    dry_run: z.boolean(),
  })
  .meta({ id: 'UnsubscribePurgeResultData', description: 'What came of leaving a list and clearing its mail away' });
export type PurgeResult = z.input<typeof purgeResult>;

const messageSelection = {
  message_id: messageId.optional(),
  message_ids: z.array(messageId).max(1000).optional().describe('Instead of `message_id`, several'),
};

const targetErrors = {} as const;

export const subscriptionsRequests = requests('Lists one is on, and how one leaves them.', {
  list: {
    http: 'GET /platform/subscriptions',
    summary: 'Senders whose lists one can leave, by their newest mail.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    pages: { list: 'subscriptions', id: 'sender_email', reads: 'offset' },
    input: z.object({
      cursor: cursor.optional(),
      limit: limit.default(100),
      offset: offset.default(0),
      account_id: accountId.optional(),
    }),
    output: z.object({ subscriptions: z.array(subscription), total: count, next_offset: nextOffset, ...pageOutput }),
  },
  unsubscribe: {
    http: 'POST /mail/actions/unsubscribe',
    summary:
      'Asks the sender of a message to be off the list it came by, once, by one click or by a mail. Opens no page.',
    effect: { safety: 'destroy', action: 'unsubscribe' },
    mayNeed: [{ safety: 'send' }],
    scope: { messages: ['message_id', 'message_ids'] },
    awaits: true,
    activity: { tier: 'important' },
    input: z.object(messageSelection),
    output: z.object({
      ok: z.boolean().describe('Whether one is off every list, as far as their senders say'),
      mutation_id: uuid('As MutationCompleted tells it; null where nothing was left to ask').nullable(),
      results: z.array(unsubscribeOutcome),
    }),
    errors: {
      ...targetErrors,
      no_unsubscribe_method: ['invalid', 'The mail does not say how one leaves its list.'],
    },
  },
  purge: {
    http: 'POST /mail/actions/unsubscribe-purge',
    summary: 'Leaves the list of a sender, then marks all of their mail as read and archives it, as one act to undo.',
    effect: unlessDry({ safety: 'destroy', action: 'unsubscribe' }),
    mayNeed: [...removals('archive'), { safety: 'send' }],
    scope: { messages: 'message_ids' },
    awaits: true,
    activity: { tier: 'important' },
    input: z.object({
      address: z
        .string()
        .trim()
        .max(320)
        .regex(/^[^@\s]+@\S+$/, 'must be an address with an @ in it')
        .optional()
        .meta({ examples: ['weekly@example.org'] }),
      message_ids: z.array(messageId).min(1).max(100).optional().describe('Instead of `address`: the senders of these'),
      account_id: anyId.optional().describe('Only in this account'),
      dry_run: dryRun,
      archive_on_no_method: z.boolean().default(false).describe('Archive also where there is no way to leave the list'),
    }),
    output: z.object({
      ok: z.boolean(),
      result: purgeResult.describe('Of several senders, the sums'),
      results: z.array(purgeResult).describe('Of each sender'),
    }),
    errors: targetErrors,
  },
});
