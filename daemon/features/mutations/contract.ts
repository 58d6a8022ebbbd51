import { z } from 'zod';
import { requests, type DestructiveAction } from '../../contract/define.ts';
import {
  ack,
  anyId,
  count,
  cursor,
  instantOut,
  limit,
  messageId,
  nextCursor,
  text,
  uuid,
} from '../../contract/fields.ts';
import {
  dryRun,
  labelRemovals,
  messageOutcome,
  mutationReply,
  removals,
  targets,
  unlessDry,
} from '../../contract/mutation.ts';
import { dispositions } from '../../mail/screener/decision.ts';
import { mutationKinds } from '../../mail/mutations/journal.ts';

const labelNames = (example: string) =>
  z
    .array(z.string().trim().min(1).max(500))
    .max(100)
    .default([])
    .meta({ description: 'Names of labels, their ids, or INBOX, TRASH, SPAM, STARRED, UNREAD', examples: [[example]] });
const labelName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'The name of a label, or its id', examples: ['Travel'] });

const destroys = (action: DestructiveAction) => unlessDry({ safety: 'destroy', action });
const changes = unlessDry({ safety: 'mutate' });

const acknowledged = ack.extend({ ...mutationReply.shape });

const scope = { messages: 'message_ids', threads: 'thread_ids' } as const;

const targetErrors = {
  bad_query: ['invalid', 'The search cannot be read.'],
  too_many_messages: ['invalid', 'The search finds more than 200,000 messages.'],
} as const;
const labelErrors = {
  ...targetErrors,
  label_not_found: [
    'missing',
    'None of the accounts concerned has a label of that name. In one that lacks it, messages fail',
  ],
} as const;

const exampleMutation = {
  mutation_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  kind: 'move',
  made_at: '2026-03-10T09:40:00.000Z',
  origin: 'web',
  by: null,
  requested: 3,
  succeeded: 1,
  waiting: 2,
  skipped: 0,
  failed: 0,
  error: null,
  undoable: true,
  undoable_until: '2026-03-11T09:40:00.000Z',
  undone_by: null,
  undo_of: null,
  job_id: null,
  about: { to: 'Travel' },
  account_ids: ['0c1b7c5e-6a3f-5d0e-9a53-2f4f8f0b6f3a'],
  example: { message_id: '7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb', subject: 'Dinner on Friday' },
};

export const mutation = z
  .object({
    mutation_id: uuid(),
    kind: z.enum(mutationKinds),
    made_at: instantOut,
    origin: text('web', 'Who did it'),
    by: text('Morning digest', 'What the token is called that it was done with, where that is not your own').nullable(),
    requested: count,
    succeeded: count.describe('Messages that the servers have as asked'),
    waiting: count.describe('Messages of which the servers have yet to be told'),
    skipped: count,
    failed: count.describe('Messages that a server refused to change; these are as they were'),
    error: text('The server did not move the message.').nullable(),
    undoable: z.boolean(),
    undoable_until: instantOut,
    undone_by: uuid('The undo that took it back').nullable(),
    undo_of: uuid('What this undid').nullable(),
    job_id: uuid().nullable(),
    about: z
      .object({
        starred: z.boolean().optional(),
        read: z.boolean().optional(),
        added: z.array(text('Travel')).optional(),
        removed: z.array(text('Work')).optional(),
        to: text('Travel').optional(),
        from: text('Work').optional(),
        until: instantOut.optional(),
        muted: z.boolean().optional(),
        blocked: z.boolean().optional(),
        sender: text('ada@example.org').optional(),
        mode: text('messages', 'The mode in which mail is done').optional(),
        todo: z.enum(['ticked', 'dismissed', 'postponed', 'reopened']).optional().describe('What was done to to-dos'),
        rule: z
          .enum(['blocked', 'screened_out', 'routed', 'muted'])
          .optional()
          .describe('The rule for new mail that did it'),
        rule_name: text('File invoices', 'The rule of the user that did it').optional(),
        disposition: z
          .enum(dispositions)
          .nullable()
          .optional()
          .describe('What was decided about `sender`, a list or a domain; null where a decision was taken away'),
        decisions: count.optional().describe('How many decisions were made at once'),
      })
      .describe('Names as they were at that time'),
    account_ids: z.array(uuid()),
    example: z
      .object({ message_id: uuid(), subject: text('Dinner on Friday') })
      .nullable()
      .describe('One of its messages'),
  })
  .meta({
    id: 'MutationRecord',
    description: 'Something that was done to mail, as the history keeps it for a day',
    examples: [exampleMutation],
  });

export const mutationsRequests = requests(
  'Changes to mail: shown at once, then sent to the servers, and undone on request.',
  {
    archive: {
      http: 'POST /mail/mutations/archive',
      summary: 'Takes mail out of the inbox and keeps it.',
      effect: destroys('archive'),
      approval: 'tried',
      scope,
      activity: { action: 'mail.archive', queryFields: ['query'] },
      input: z.object({ ...targets, dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    trash: {
      http: 'POST /mail/mutations/trash',
      summary: 'Moves mail from any folder to the trash.',
      effect: destroys('trash'),
      approval: 'tried',
      scope,
      activity: { action: 'mail.trash', queryFields: ['query'] },
      input: z.object({ ...targets, dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    spam: {
      http: 'POST /mail/mutations/spam',
      summary: 'Puts mail where spam goes.',
      effect: destroys('spam'),
      approval: 'tried',
      scope,
      activity: { action: 'mail.spam', queryFields: ['query'] },
      input: z.object({ ...targets, dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    star: {
      http: 'POST /mail/mutations/star',
      summary: 'Stars mail, or takes its star. Of a conversation its newest message gets the star.',
      effect: changes,
      approval: 'tried',
      scope,
      activity: { action: 'mail.star', queryFields: ['query'], recordedFields: ['starred'] },
      input: z.object({ ...targets, starred: z.boolean().meta({ examples: [true] }), dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    read: {
      http: 'POST /mail/mutations/read',
      summary: 'Marks mail as read, or as unread.',
      effect: changes,
      approval: 'tried',
      scope,
      activity: { action: 'mail.mark_read', queryFields: ['query'], recordedFields: ['read'] },
      input: z.object({ ...targets, read: z.boolean().meta({ examples: [true] }), dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    readAndArchive: {
      http: 'POST /mail/mutations/read-and-archive',
      summary: 'Marks mail as read and takes it out of the inbox.',
      effect: destroys('archive'),
      approval: 'tried',
      scope,
      activity: { action: 'mail.read_and_archive', queryFields: ['query'] },
      input: z.object({ ...targets, dry_run: dryRun }),
      output: mutationReply,
      errors: targetErrors,
    },
    mute: {
      http: 'POST /mail/mutations/mute',
      summary:
        'Mutes conversations: they leave the inbox, and their new messages skip it and stay unread. Or unmutes them, which moves no mail.',
      effect: ({ dry_run, muted }) =>
        dry_run ? { safety: 'read' } : muted ? { safety: 'destroy', action: 'archive' } : { safety: 'mutate' },
      approval: 'tried',
      scope: { threads: 'thread_ids' },
      activity: { action: 'mail.mute', queryFields: ['query'], recordedFields: ['muted'] },
      input: z.object({
        thread_ids: targets.thread_ids.describe('The conversations'),
        query: targets.query.describe('The conversations in which this search finds something'),
        muted: z.boolean().meta({ examples: [true] }),
        dry_run: dryRun,
      }),
      output: mutationReply,
      errors: targetErrors,
    },
    labels: {
      http: 'POST /mail/mutations/labels',
      summary: 'Adds labels to mail and removes others. A label in both lists stays as it is.',
      effect: changes,
      mayNeed: labelRemovals,
      approval: 'tried',
      scope,
      activity: { action: 'mail.label', queryFields: ['query'], recordedFields: ['add', 'remove'] },
      input: z.object({ ...targets, add: labelNames('Travel'), remove: labelNames('Work'), dry_run: dryRun }),
      output: mutationReply,
      errors: labelErrors,
    },
    move: {
      http: 'POST /mail/mutations/move',
      summary: 'Moves mail to a label or folder, out of the inbox.',
      effect: destroys('move'),
      mayNeed: removals('trash', 'spam'),
      approval: 'tried',
      scope,
      activity: { action: 'mail.move', queryFields: ['query'], recordedFields: ['target_label'] },
      input: z.object({ ...targets, target_label: labelName, dry_run: dryRun }),
      output: mutationReply,
      errors: labelErrors,
    },
    route: {
      http: 'POST /mail/mutations/route',
      summary: 'Moves mail from a queue to a label; with `archive` it is also marked as read and leaves the inbox.',
      effect: ({ dry_run, archive }) =>
        dry_run ? { safety: 'read' } : { safety: 'destroy', action: archive ? 'archive' : 'move' },
      mayNeed: removals('move', 'trash', 'spam'),
      approval: 'tried',
      scope,
      activity: {
        action: 'mail.route',
        queryFields: ['query'],
        recordedFields: ['to_label', 'from_queue_label', 'archive'],
      },
      input: z.object({
        ...targets,
        to_label: labelName,
        from_queue_label: labelName,
        archive: z.boolean().default(false),
        dry_run: dryRun,
      }),
      output: mutationReply,
      errors: labelErrors,
    },
    flags: {
      http: 'POST /mail/messages/{message_id}/flags',
      summary: 'Sets the flags of a message: READ is 1, STARRED is 2, and what is not set is taken away.',
      effect: { safety: 'mutate' },
      approval: 'tried',
      scope: { messages: 'message_id' },
      activity: { action: 'mail.set_flags', recordedFields: ['flags'] },
      input: z.object({
        message_id: messageId,
        flags: z
          .int()
          .min(0)
          .max(65_535)
          .meta({ description: 'All flags as one number', examples: [3] }),
      }),
      output: acknowledged,
      errors: {
        unsettable_flag: ['invalid', 'Only READ and STARRED can be set, and the other flags have to stay as they are.'],
      },
    },
    undo: {
      http: 'POST /mail/mutations/undo',
      summary: 'Undoes a change, except where the mail has changed again since. An undo can be undone too.',
      effect: { safety: 'mutate' },
      mayNeed: [...labelRemovals, ...removals('delete_label')],
      approval: 'tried',
      scope: 'filtered',
      activity: { action: 'mail.undo', recordedFields: ['mutation_id'] },
      input: z.object({ mutation_id: anyId.describe('What to undo') }),
      output: acknowledged,
      errors: {
        not_found: ['missing', 'There is no such change. Changes are kept for a day.'],
        malformed_id: ['invalid', 'The id is no UUID.'],
        already_undone: ['conflict', 'It has been undone already.'],
        undo_expired: ['conflict', 'It was made more than a day ago, or woke mail whose time had come.'],
        overtaken: ['conflict', 'All of it has been changed since.'],
        nothing_to_undo: ['conflict', 'It changed no mail, or its servers refused all of it.'],
      },
    },
    history: {
      http: 'GET /mail/mutations',
      summary: 'Changes to mail in the last 24 hours, newest first, and which of them can be undone.',
      effect: { safety: 'read' },
      scope: 'filtered',
      input: z.object({ limit: limit.default(50), cursor: cursor.optional() }),
      output: z.object({
        mutations: z.array(mutation),
        next_cursor: nextCursor,
        waiting: count.describe('Mutations of which a server has yet to be told'),
      }),
      errors: { bad_cursor: ['invalid', '`cursor` is not the `next_cursor` of an earlier answer.'] },
    },
    get: {
      http: 'GET /mail/mutations/{mutation_id}',
      summary: 'One thing that was done, and the messages that were not done as asked.',
      effect: { safety: 'read' },
      scope: 'filtered',
      input: z.object({ mutation_id: anyId }),
      output: z.object({ mutation, outcomes: z.array(messageOutcome) }),
      errors: { not_found: ['missing', 'There is no such change. Changes are kept for a day.'] },
    },
  },
);
