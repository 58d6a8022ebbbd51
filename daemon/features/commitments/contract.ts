import { z } from 'zod';
import { commitment } from '../../contract/commitment.ts';
import { requests } from '../../contract/define.ts';
import { accountId, ack, anyId, count, cursor, limit, pageOutput, threadId, uuid } from '../../contract/fields.ts';

const commitment_id = anyId.describe('Id of a commitment');
const settled = ack.extend({ mutation_id: uuid('For undo. Null where nothing has changed').nullable() });
const notFound = { not_found: ['missing', 'There is no such commitment.'] } as const;

export const commitmentsRequests = requests('What the user and others have promised each other.', {
  list: {
    http: 'GET /mail/commitments',
    summary: 'Promises that were found in mail: overdue ones and those that are due first come first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    runs: 'reader',
    activity: { addressFields: ['email'] },
    pages: { list: 'commitments', reads: 'limit' },
    input: z.object({
      cursor: cursor.optional(),
      account_id: accountId.optional().describe('Only those in mail of this account'),
      email: z
        .string()
        .trim()
        .min(1)
        .max(320)
        .optional()
        .meta({ description: 'Only those between the user and this person', examples: ['ben@example.org'] }),
      status: z.enum(['open', 'resolved', 'expired']).optional().describe('All of them where it is left out'),
      direction: z.enum(['yours', 'theirs']).optional(),
      thread_id: threadId.optional().describe('Only those in this conversation'),
      limit: limit.default(200),
    }),
    output: z.object({
      kind: z.literal('CommitmentList'),
      commitments: z.array(commitment),
      total: count.describe('How many there are, of which `limit` are listed'),
      ...pageOutput,
    }),
  },
  resolve: {
    http: 'POST /mail/commitments/{commitment_id}/resolve',
    summary: 'Marks a commitment as kept. If it is the promise of the user, its to-do is ticked off.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.resolve_commitment' },
    input: z.object({ commitment_id }),
    output: settled,
    errors: notFound,
  },
  dismiss: {
    http: 'POST /mail/commitments/{commitment_id}/dismiss',
    summary: 'Dismisses a commitment that is none. It is not found again.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.dismiss_commitment' },
    input: z.object({ commitment_id }),
    output: settled,
    errors: notFound,
  },
  scan: {
    http: 'POST /mail/commitments/scan',
    summary: 'Looks for commitments in mail that is here already, as a job. What is known stays as it is.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    awaits: true,
    activity: { action: 'mail.scan_commitments', recordedFields: ['since_days'] },
    input: z.object({
      since_days: z.int().min(1).max(36_500).default(365),
      wait: z.boolean().default(false).describe('Whether to answer when the job is done, and not when it has started'),
    }),
    output: z.object({
      job_id: uuid('Its progress counts messages'),
      found: count.optional().describe('With `wait`: the open commitments that were not known before'),
    }),
    errors: {
      scan_cancelled: ['conflict', 'The job was cancelled. What was found so far is kept.'],
      scan_stopped: ['unavailable', 'Posthorn stopped before the job was done.'],
    },
  },
});
