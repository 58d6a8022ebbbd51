import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { accountId, anyId, count, instantOut, messageId, text, threadId, uuid } from '../../contract/fields.ts';
import { dryRun, unlessDry } from '../../contract/mutation.ts';
import { screenerQuestion } from '../../contract/screener.ts';
import { todo } from '../../contract/todo.ts';
import { modes } from '../../mail/modes/modes.ts';
import { modeThreadsRow } from './mode-threads-contract.ts';
import { guidedModes } from './mode-names.ts';

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
        todo_ids: z.array(uuid()).optional().describe('Only for `todo`: the open to-dos'),
      }),
    ),
    done_in: z.array(mode).optional().describe('The modes in which it is done until something newer arrives'),
    held_by: z.array(mode).optional().describe('The modes that keep it in the inbox'),
    in_inbox: z.boolean(),
    new_sender: screenerQuestion.optional().describe('Where the sender waits in the screener'),
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
      rows: z.array(
        z.object({
          row: deskRow,
          why: text('Ben wrote last, and you haven’t replied.'),
          new_sender: screenerQuestion.optional(),
        }),
      ),
      total: count,
      more_line: text('2 more people in Messages').optional(),
      overload_line: text('7 people are waiting. These three have waited longest.').optional(),
    }),
    due_soon: z
      .object({
        todos: z.array(z.object({ todo, why: text('Ben Okoro wrote “by Friday”.') })),
        total: count,
        more_line: text('2 more to-dos in To do').optional(),
      })
      .describe('To-dos that are overdue or due within three days'),
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
    empty_state: text('Nothing needs you now').optional(),
    next_at: instantOut.optional().describe('When it changes next without an event'),
    first_run: z.object({ complete: z.boolean(), scanned: count, reached: instantOut.optional() }),
  })
  .meta({ id: 'NowData', description: 'What needs the user now' });

const keyVerb = z.object({ key: text('e'), verb: text('Done') });

const guide = z
  .object({
    mode: z.enum(guidedModes),
    name: text('Messages'),
    header: text('Conversations with people'),
    never_had_any: text('Conversations with people will be here.'),
    add_one: text('Write to someone to start a conversation.'),
    clear_for_now: text('No conversations are waiting'),
    lands_here: text('Mail that people wrote to you, and conversations in which you wait for a reply.'),
    card: text('This is mail between people. Done hides a conversation until someone writes again.'),
    card_keys: z.array(keyVerb).describe('They are also in `keys`'),
    why_template: text('{name} wrote last, and you haven’t replied.'),
    keys: z.array(keyVerb),
    first_run_line: text('Conversations appear as your mail is downloaded.'),
    card_seen: z.boolean(),
    card_seen_at: instantOut.optional(),
  })
  .meta({
    id: 'ModeGuide',
    description: 'What explains a mode: its texts, its keys, and the card at the first encounter',
  });

const guideReply = z.object({ kind: z.literal('ModeGuides'), guides: z.array(guide) });

/** Case and punctuation do not count: `To do` and `to-do` are the same. */
const modeName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .meta({ description: 'A mode by its id or name, in any spelling', examples: ['messages'] });

const doneItem = z
  .object({
    thread_id: uuid(),
    account_id: uuid().optional(),
    mode,
    marked: z.boolean().describe('Whether the mode lets it go'),
    todos_ticked: z.array(uuid()).optional(),
    still_in: z.array(mode).optional().describe('The modes that still hold it'),
    archived: count.describe('Messages that were archived'),
    marked_read: count.describe('Messages of these that were unread'),
    provider: text('Gmail', 'Where it was archived, as users know it'),
    copy: text('Done. Archived in Gmail.', 'A text to show'),
    error: text('It’s done already.').optional(),
  })
  .meta({ id: 'ModeDoneItem', description: 'What came of one conversation' });

const unknownMode = { unknown_mode: ['invalid', 'There is no such mode.'] } as const;

const filter = z.object({
  account: accountId.optional().describe('Only mail of this account'),
  account_id: accountId.optional().describe('As `account`'),
});

export const modesRequests = requests('Mail by what it asks of the user.', {
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
  done: {
    http: 'POST /mail/modes/{mode}/done',
    summary:
      'Marks conversations as done in a mode until something newer arrives; in To do, ticks to-dos. What no other mode holds is archived and marked as read, where the settings say so. A conversation that fails does not stop the others.',
    effect: unlessDry({ safety: 'destroy', action: 'archive' }),
    scope: 'filtered',
    activity: { action: 'mail.mode_done', recordedFields: ['mode'] },
    input: z.object({
      mode: modeName,
      thread_ids: z.array(threadId).min(1).max(10_000).optional(),
      todo_ids: z.array(anyId).min(1).max(10_000).optional().describe('Only in To do: tick just these'),
      sender: z
        .object({ account_id: accountId, sender_email: z.string().trim().min(1).max(320) })
        .optional()
        .describe('Only in Updates and Reading: every conversation of the mode that this sender began'),
      dry_run: dryRun,
    }),
    output: z.object({
      kind: z.literal('ModeDone'),
      dry_run: z.boolean(),
      mutation_id: uuid('For undo, which reverts all of it. Of a dry run, undo accepts it and does nothing').nullable(),
      undo_unavailable: z.boolean(),
      items: z.array(doneItem),
    }),
    errors: {
      ...unknownMode,
      no_conversation: ['invalid', 'Neither `thread_ids` nor `sender` is given.'],
      not_in_archive: ['invalid', 'Nothing in the archive can be marked as done.'],
      only_in_todo: ['invalid', '`todo_ids` is only for To do.'],
      only_for_senders: ['invalid', '`sender` is only for Updates and Reading.'],
      not_found: ['missing', 'There is no such account.'],
    },
  },
  guide: {
    http: 'GET /mail/modes/guide',
    summary: 'What explains Now and the modes: texts, keys, and the card at the first encounter.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({ mode: modeName.optional() }),
    output: guideReply,
    errors: unknownMode,
  },
  card: {
    http: 'POST /mail/modes/{mode}/card',
    summary: 'Retires the card that introduces a mode, in every client, or shows it again.',
    effect: { safety: 'mutate' },
    scope: 'none',
    activity: { action: 'mail.mode_card', recordedFields: ['mode', 'seen'] },
    input: z.object({ mode: modeName, seen: z.boolean().default(true) }),
    output: guideReply,
    errors: unknownMode,
  },
  threads: modeThreadsRow,
});
