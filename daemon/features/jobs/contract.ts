import { z } from 'zod';
import { requests } from '../../contract/define.ts';

/** A long act (wire-contract, section 14.5). Times are unix milliseconds. */
export const job = z
  .object({
    job_id: z.string(),
    kind: z.string(),
    status: z.enum(['queued', 'running', 'succeeded', 'failed']),
    progress: z.object({
      completed: z.int(),
      total: z.int(),
      succeeded: z.int(),
      skipped: z.int(),
      failed: z.int(),
    }),
    error: z.string().nullable(),
    started_at: z.int(),
    finished_at: z.int().nullable(),
    undo_ids: z.array(z.string()),
    account_id: z.string().nullable(),
  })
  .meta({ id: 'JobData' });

export const jobsRequests = requests({
  list: {
    http: 'GET /mail/jobs',
    summary: 'The newest hundred long acts, newest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ kind: z.literal('Jobs'), jobs: z.array(job) }),
  },
  get: {
    http: 'GET /mail/jobs/{job_id}',
    summary: 'One long act.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ job_id: z.string().min(1).max(200) }),
    output: z.object({ kind: z.literal('Job'), job }),
  },
});
