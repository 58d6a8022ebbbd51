import { z } from 'zod';
import { requests, type DestructiveAction, type Effect } from '../../contract/define.ts';
import { anyId, count, cursor, instantOut, limit, messageId, nextCursor, text, uuid } from '../../contract/fields.ts';
import { dryRun, messageOutcome, mutationReply, targets } from '../../contract/mutation.ts';
import { mutationKinds } from '../../mail/mutations/journal.ts';

const labelNames = z
  .array(z.string().trim().min(1).max(500))
  .max(100)
  .meta({ description: 'Names of labels, their ids, or INBOX, TRASH, SPAM, STARRED', examples: [['Travel']] });
const labelName = z
  .string()
  .trim()
  .min(1)
  .max(500)
  .meta({ description: 'The name of a label, or its id', examples: ['Travel'] });

/** A preview changes nothing. */
function unlessDry(effect: Effect) {
  return ({ dry_run }: Record<string, unknown>): Effect => (dry_run ? { safety: 'read' } : effect);
}

const destroys = (action: DestructiveAction) => unlessDry({ safety: 'destroy', action });
const changes = unlessDry({ safety: 'mutate' });

const scope = { messages: 'message_ids', threads: 'thread_ids' } as const;

const targetErrors = {
  not_found: ['missing', 'Nothing of what is named is here.'],
  malformed_id: ['invalid', 'An id is no UUID.'],
  bad_query: ['invalid', 'The search cannot be read.'],
} as const;
const labelErrors = {
  ...targetErrors,
  label_not_found: ['missing', 'None of the accounts concerned has a label of that name.'],
} as const;

export const mutation = z
  .object({
    mutation_id: uuid(),
    kind: z.enum(mutationKinds),
    made_at: instantOut,
    origin: text('web', 'Who did it'),
    requested: count,
    succeeded: count.describe('Messages that the servers have as asked'),
    waiting: count.describe('Messages of which the servers have yet to be told'),
    skipped: count,
    failed: count.describe('Messages that a server refused to change; these are as they were'),
    error: text('The server did not move the message.').nullable(),
    undoable: z.boolean(),
    undoable_until: instantOut,
    undone_by: uuid('The undo that took it back').nullable(),
    undo_of: uuid('What this took back').nullable(),
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
      })
      .describe('Names as they were at that time'),
    account_ids: z.array(uuid()),
    example: z
      .object({ message_id: uuid(), subject: text('Dinner on Friday') })
      .nullable()
      .describe('One of its messages'),
  })
  .meta({ id: 'MutationRecord', description: 'Something that was done to mail, as the history keeps it for a day' });

export const mutationsRequests = requests('What is done to mail: shown at once, told to the servers, taken back.', {
  archive: {
    http: 'POST /mail/mutations/archive',
    summary: 'Takes mail out of the inbox and keeps it.',
    effect: destroys('archive'),
    scope,
    input: z.object({ ...targets, dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  trash: {
    http: 'POST /mail/mutations/trash',
    summary: 'Puts mail into the bin, wherever it lies.',
    effect: destroys('trash'),
    scope,
    input: z.object({ ...targets, dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  spam: {
    http: 'POST /mail/mutations/spam',
    summary: 'Puts mail where spam goes.',
    effect: destroys('spam'),
    scope,
    input: z.object({ ...targets, dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  star: {
    http: 'POST /mail/mutations/star',
    summary: 'Stars mail, or takes its star. Of a conversation its newest message gets the star.',
    effect: changes,
    scope,
    input: z.object({ ...targets, starred: z.boolean(), dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  read: {
    http: 'POST /mail/mutations/read',
    summary: 'Marks mail as read, or as unread.',
    effect: changes,
    scope,
    input: z.object({ ...targets, read: z.boolean(), dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  readAndArchive: {
    http: 'POST /mail/mutations/read-and-archive',
    summary: 'Marks mail as read and takes it out of the inbox.',
    effect: destroys('archive'),
    scope,
    input: z.object({ ...targets, dry_run: dryRun }),
    output: mutationReply,
    errors: targetErrors,
  },
  labels: {
    http: 'POST /mail/mutations/labels',
    summary: 'Adds labels to mail and removes others. A label in both lists stays as it is.',
    effect: changes,
    scope,
    input: z.object({ ...targets, add: labelNames.default([]), remove: labelNames.default([]), dry_run: dryRun }),
    output: mutationReply,
    errors: labelErrors,
  },
  move: {
    http: 'POST /mail/mutations/move',
    summary: 'Moves mail to a label or folder, out of the inbox.',
    effect: destroys('move'),
    scope,
    input: z.object({ ...targets, target_label: labelName, dry_run: dryRun }),
    output: mutationReply,
    errors: labelErrors,
  },
  route: {
    http: 'POST /mail/mutations/route',
    summary: 'Moves mail from a queue to a label; with `archive` it is also marked as read and leaves the inbox.',
    effect: ({ dry_run, archive }) =>
      dry_run ? { safety: 'read' } : { safety: 'destroy', action: archive ? 'archive' : 'move' },
    scope,
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
    scope: { messages: 'message_id' },
    input: z.object({
      message_id: messageId,
      flags: z
        .int()
        .min(0)
        .meta({ description: 'All flags as one number', examples: [3] }),
    }),
    output: mutationReply,
    errors: {
      not_found: ['missing', 'There is no such message here.'],
      malformed_id: ['invalid', 'The id is no UUID.'],
      unsettable_flag: ['invalid', 'Only READ and STARRED can be set, and the other flags have to stay as they are.'],
    },
  },
  undo: {
    http: 'POST /mail/mutations/undo',
    summary: 'Takes back what was done, as far as nobody has changed it since. An undo can be undone too.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ mutation_id: anyId.describe('What to take back') }),
    output: z.object({ kind: z.literal('Ack'), ...mutationReply.shape }),
    errors: {
      not_found: ['missing', 'There is no such mutation. A day after it was made one is forgotten.'],
      malformed_id: ['invalid', 'The id is no UUID.'],
      already_undone: ['conflict', 'It has been undone already.'],
      undo_expired: ['conflict', 'It was made more than a day ago.'],
      overtaken: ['conflict', 'All of it has been changed since.'],
    },
  },
  history: {
    http: 'GET /mail/mutations',
    summary: 'What was done to mail in the last day, newest first, and what of it can be taken back.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ limit: limit.default(50), cursor: cursor.optional() }),
    output: z.object({ mutations: z.array(mutation), next_cursor: nextCursor }),
  },
  get: {
    http: 'GET /mail/mutations/{mutation_id}',
    summary: 'One thing that was done, and the messages that were not done as asked.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ mutation_id: anyId }),
    output: z.object({ mutation, outcomes: z.array(messageOutcome) }),
    errors: { not_found: ['missing', 'There is no such mutation. A day after it was made one is forgotten.'] },
  },
});
