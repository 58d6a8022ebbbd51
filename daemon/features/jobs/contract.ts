import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { anyId, count, pageInput, pageOutput, uuid } from '../../contract/fields.ts';
import { labelRemovals, mutationResult, removals } from '../../contract/mutation.ts';

const unixMilliseconds = z.int().describe('Unix milliseconds');

const finished = {
  job_id: '0195804f-3c2a-7d41-9b06-5e8d2f61c7a4',
  kind: 'import',
  status: 'succeeded',
  progress: { completed: 4800, total: 4800, succeeded: 4790, skipped: 8, failed: 2 },
  error: null,
  started_at: 1_773_129_600_000,
  finished_at: 1_773_129_742_000,
  undo_ids: [],
  cancelled: false,
  can_cancel: false,
  account_id: null,
  result: null,
};

/** A long-running task (wire-contract, section 14.5). */
export const job = z
  .object({
    job_id: uuid(),
    kind: z.string(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed']),
    progress: z.object({
      completed: count,
      total: count,
      succeeded: count,
      skipped: count,
      failed: count,
    }),
    error: z.string().nullable(),
    started_at: unixMilliseconds,
    finished_at: unixMilliseconds.nullable(),
    undo_ids: z.array(uuid()).describe('For undoing it: the `mutation_id` of POST /mail/mutations/undo'),
    cancelled: z.boolean().describe('Whether cancellation was requested'),
    can_cancel: z.boolean().describe('Whether POST /mail/jobs/{job_id}/cancel can end it now'),
    account_id: uuid('Null where it is of no account').nullable(),
    result: mutationResult
      .nullable()
      .describe('What a change of mail came to, once it has ended. Null in lists and for other kinds'),
  })
  .meta({
    id: 'JobData',
    description: 'An act that takes its time, while it runs and afterwards',
    examples: [finished],
  });

export const jobsRequests = requests('Acts that take their time: how far they are, and how they ended.', {
  list: {
    http: 'GET /mail/jobs',
    summary: 'The newest hundred long acts, newest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'jobs', id: 'job_id' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('Jobs'), jobs: z.array(job), ...pageOutput }),
  },
  get: {
    http: 'GET /mail/jobs/{job_id}',
    summary: 'One long act.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ job_id: anyId }),
    output: z.object({ kind: z.literal('Job'), job }),
    errors: { not_found: ['missing', 'There is no such job. The newest hundred are kept.'] },
  },
  cancel: {
    http: 'POST /mail/jobs/{job_id}/cancel',
    summary:
      'Cancels a running job. For a change to mail, operations that the server does not have yet are reverted, and the rest can be undone. Imported messages and finished parts stay. A cancelled export, backup or restore leaves no files.',
    effect: { safety: 'mutate' },
    mayNeed: [...labelRemovals, ...removals('delete_label')],
    scope: 'filtered',
    input: z.object({ job_id: anyId }),
    output: z.object({ kind: z.literal('Job'), job }),
    errors: {
      not_found: ['missing', 'There is no such job. The newest hundred are kept.'],
      not_cancellable: ['conflict', 'The job has ended, or cannot be cancelled.'],
    },
  },
});
