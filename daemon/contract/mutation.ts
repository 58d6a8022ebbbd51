import { z } from 'zod';
import type { DestructiveAction, Effect } from './define.ts';
import { count, instantOut, messageId, text, threadId, uuid } from './fields.ts';

/** The largest number of ids in one request. */
const maxMessages = 50_000;
const maxThreads = 10_000;

/** The target of a request: exactly one of these, and not empty. */
export const targets = {
  message_ids: z
    .array(messageId)
    .max(maxMessages)
    .optional()
    .meta({
      description: 'Messages. One that is named twice counts once; those that are not here are skipped',
      examples: [['0195804f-3c2a-7d41-9b06-5e8d2f61c7a4']],
    }),
  thread_ids: z.array(threadId).max(maxThreads).optional().describe('Every message of these conversations'),
  query: z
    .string()
    .trim()
    .max(2000)
    .optional()
    .describe('Every message that this search finds at the moment of the call, as in `from:ada older:1y`'),
  conversations: z
    .boolean()
    .optional()
    .describe('With `query`: whether the whole conversations are meant in which it finds something'),
};

export const dryRun = z
  .boolean()
  .default(false)
  .describe('Only say what would be done, chosen by the same rules, and change nothing');

/** What taking each of these away needs. */
export function removals(...actions: readonly DestructiveAction[]): Effect[] {
  return actions.map((action) => ({ safety: 'destroy', action }));
}

/** What a change of labels may come to, which depends on the labels and on where the mail is. */
export const labelRemovals = removals('archive', 'move', 'trash', 'spam');

/** A preview changes nothing. */
export function unlessDry(effect: Effect) {
  return ({ dry_run }: Record<string, unknown>): Effect => (dry_run ? { safety: 'read' } : effect);
}

const accountResult = z
  .object({
    account_id: uuid(),
    account_name: text('Work'),
    succeeded: count,
    skipped: count,
    failed: count,
    error: text('There is no label named Travel in Work.').nullable(),
  })
  .meta({ id: 'AccountMutationResultData' });

/** The result for one message that was not changed as requested. */
export const messageOutcome = z
  .object({
    message_id: uuid(),
    outcome: z.enum(['skipped', 'failed']),
    reason: text('There is no such message.'),
  })
  .meta({ id: 'MessageOutcome', description: 'A message that was named and left as it is, and why' });

const partialResultExample = {
  requested: 3,
  succeeded: 2,
  skipped: 1,
  failed: 0,
  accounts: [
    {
      account_id: '0c1b7c5e-6a3f-5d0e-9a53-2f4f8f0b6f3a',
      account_name: 'Work',
      succeeded: 2,
      skipped: 0,
      failed: 0,
      error: null,
    },
  ],
  mutation_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  undoable: true,
  undo_note: null,
  undoable_until: '2026-03-11T09:40:00.000Z',
  undo_unavailable: false,
  job_id: null,
  outcomes: [
    {
      message_id: '7a3ca275-a251-5c2a-bfde-38c9c8b2d4fb',
      outcome: 'skipped',
      reason: 'There is no such message.',
    },
  ],
  dry_run: false,
};

export const mutationResult = z
  .object({
    requested: count,
    succeeded: count,
    skipped: count,
    failed: count,
    accounts: z.array(accountResult),
    mutation_id: uuid('Names what was done, for undo and for MutationCompleted. Null in a dry run').nullable(),
    undoable: z.boolean().describe('Whether it can be undone. In a dry run, whether it could be'),
    undo_note: text('No messages were changed, so there’s nothing to undo.', 'Why it cannot').nullable(),
    undoable_until: instantOut.nullable(),
    undo_unavailable: z.boolean(),
    job_id: uuid('Where there is so much to tell the servers that it is a job').nullable(),
    outcomes: z.array(messageOutcome).describe('The messages that were not done as asked, at most 1000'),
    dry_run: z.boolean(),
  })
  .meta({
    id: 'MutationResultData',
    description: 'What a change came to here. The servers are told afterwards, and MutationCompleted says when',
    examples: [partialResultExample],
  });

export const mutationReply = z.object({
  ok: z.boolean().describe('Whether everything that was asked for was done'),
  result: mutationResult,
});
export type MutationReply = z.input<typeof mutationReply>;
