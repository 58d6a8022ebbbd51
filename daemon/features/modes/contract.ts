import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, count, instantOut, messageId, text, threadId, uuid } from '../../contract/fields.ts';
import { modes } from '../../mail/modes/modes.ts';
import { modeThreadsRow } from './mode-threads-contract.ts';

const mode = z
  .enum(modes)
  .meta({ id: 'ModeKind', description: 'A mode: a part of the mail by what it asks of the user' });

const threadModes = z
  .object({
    account_id: uuid(),
    thread_id: threadId,
    subject: text('Dinner on Friday'),
    modes: z.array(
      z.object({
        mode,
        name: text('Messages'),
        key: text('g m'),
        reason: text('Ben wrote last, and you haven’t replied.'),
        also_in: text('To do', 'The names of the other modes that hold it'),
        early: z.boolean().describe('Whether the mode is an early version'),
      }),
    ),
    in_inbox: z.boolean(),
  })
  .meta({ id: 'ThreadModes', description: 'The modes that hold a conversation, and why' });

const membership = z.object({ kind: z.literal('ModeMembership'), threads: z.array(threadModes) });

const railEntry = z
  .object({
    id: z.enum(['now', ...modes, 'inbox']),
    name: text('Messages'),
    key: text('g m'),
    group: z.enum(['home', 'modes', 'lens']),
    count: count.optional().describe('Conversations that ask for something'),
    badge: count.optional().describe('Only on Now'),
    status: z.enum(['built', 'early']),
    early_note: text('To-dos aren’t found yet.').optional(),
    header: text('Conversations with people').optional(),
    quiet: z.boolean().optional(),
  })
  .meta({ id: 'RailEntry', description: 'One entry of the rail' });

const railLink = z
  .object({
    id: text('snoozed'),
    name: text('Snoozed'),
    key: text('g z').optional(),
    note: text('3 messages').optional(),
  })
  .meta({ id: 'RailLink', description: 'A place behind “More”' });

const deskRow = z
  .object({
    lane: z.enum(['owed', 'due', 'waiting', 'people_new']),
    account_id: uuid(),
    thread_id: threadId,
    message_id: messageId,
    message_ids: z.array(messageId),
    counterparty_email: text('ben@example.org'),
    counterparty_name: text('Ben Okoro').optional(),
    subject: text('Dinner on Friday'),
    reason: text('Ben wrote last, and you haven’t replied.'),
    since: instantOut,
    age_seconds: count,
    usual_seconds: count.optional(),
    usual_samples: count,
    overdue: z.boolean(),
    unread: z.boolean(),
    starred: z.boolean(),
  })
  .meta({ id: 'DeskRow', description: 'A conversation that asks for something' });

const source = z.object({
  sender_email: text('noreply@shop.example.org'),
  sender_name: text('Shop').optional(),
  count,
});

const now = z
  .object({
    generated_at: instantOut,
    header: text('Now'),
    headline: text('2 people are waiting for your reply.'),
    people: z.object({
      rows: z.array(z.object({ row: deskRow, why: text('Ben wrote last, and you haven’t replied.') })),
      total: count,
      more_line: text('2 more people in Messages').optional(),
      overload_line: text('7 people are waiting. These three have waited longest.').optional(),
    }),
    due_soon: z.object({ todos: z.array(z.object({})), total: count }).describe('To-dos are not found yet'),
    updates: z
      .object({
        message_count: count,
        source_count: count,
        top_sources: z.array(source),
        line: text('5 messages from 3 senders'),
        since: instantOut,
        thread_ids: z.array(threadId),
        early: z.boolean(),
      })
      .optional(),
    reading: z
      .object({
        account_id: uuid(),
        message_id: messageId,
        thread_id: threadId,
        sender_email: text('news@example.org'),
        sender_name: text('The News').optional(),
        subject: text('Issue 12'),
        date: instantOut,
        why: text('The News sends mail to read.'),
      })
      .optional()
      .describe('From 17:00 local time'),
    not_now: text('Something to read is suggested from 17:00.').optional(),
    item_count: count.describe('At most 10'),
    empty_state: text('Nothing needs you now.').optional(),
    next_at: instantOut.optional(),
    first_run: z.object({ complete: z.boolean(), scanned: count, reached: instantOut.optional() }),
  })
  .meta({ id: 'NowData', description: 'What needs the user now' });

const filter = z.object({
  account: accountId.optional().describe('Only mail of this account'),
  account_id: accountId.optional().describe('As `account`'),
});

export const modesRequests = requests('Mail by what it asks of the user. Nothing of it is stored.', {
  now: {
    http: 'GET /mail/now',
    summary:
      'What needs the user now: people who wait for a reply, a card of updates, and in the evening something to read.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: filter,
    output: z.object({ kind: z.literal('Now'), now }),
  },
  rail: {
    http: 'GET /mail/rail',
    summary: 'Now, the five modes and the inbox, with keys and counts, and the places behind “More”.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: filter,
    output: z.object({
      kind: z.literal('Rail'),
      rail: z.object({ generated_at: instantOut, entries: z.array(railEntry), more: z.array(railLink) }),
    }),
  },
  membership: {
    http: 'GET /mail/modes/membership',
    summary: 'Which modes hold a conversation, and why. An unknown conversation gives an empty list.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z
      .object({ thread_id: threadId.optional(), message_id: messageId.optional() })
      .refine(({ thread_id, message_id }) => thread_id ?? message_id, 'give thread_id or message_id'),
    output: membership,
  },
  memberships: {
    http: 'POST /mail/modes/membership',
    summary: 'Which modes hold some conversations, in the order of the request. Unknown conversations are left out.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    input: z.object({ thread_ids: z.array(threadId).min(1).max(100) }),
    output: membership,
  },
  threads: modeThreadsRow,
});
