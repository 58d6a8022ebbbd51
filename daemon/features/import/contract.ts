import { z } from 'zod';
import { requests } from '../../contract/define.ts';

/** A file that could not be imported, or not as it should have been, and why. */
const problem = z.object({ file: z.string(), reason: z.string() });

/** These have no address: who may name a path has the daemon read any file of its owner. */
export const importRequests = requests('Mail files of this computer that are taken in.', {
  start: {
    summary: 'Imports mail files of this computer and answers at once with the job; one of the same path is joined.',
    effect: { safety: 'operate' },
    scope: 'none',
    awaits: true,
    input: z.object({
      path: z.string().min(1).max(4096),
      /** The name of the folder it goes under; otherwise its own folders are kept. */
      folder: z.string().trim().min(1).max(200).optional(),
    }),
    output: z.object({ job_id: z.string() }),
  },
  get: {
    summary: 'How far an import is, and the first hundred files it had trouble with.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({ job_id: z.string().min(1).max(200) }),
    output: z.object({
      job_id: z.string(),
      path: z.string(),
      status: z.enum(['queued', 'running', 'succeeded', 'failed']),
      /** While it runs an estimate, where mailbox files are read. */
      total: z.int(),
      added: z.int(),
      known: z.int(),
      failed: z.int(),
      /** Files that are no mail. */
      passed_over: z.int(),
      problems: z.array(problem),
      /** Why it failed, or why it does not get on at the moment. */
      error: z.string().nullable(),
    }),
  },
});
export type Problem = z.output<typeof problem>;
