import { z } from 'zod';
import { approval, maxReasonChars } from '../../contract/approval.ts';
import { requests } from '../../contract/define.ts';
import { anyId, count, cursor, limit, nextOffset, offset, pageOutput } from '../../contract/fields.ts';

const approvalId = anyId.describe('Id of an approval');
const one = z.object({ approval });
const notFound = ['missing', 'There is no such approval.'] as const;
const notPending = ['conflict', 'It was decided, withdrawn or has expired already.'] as const;

export const approvalsRequests = requests('Requests of agents and tools that wait until the owner lets them through.', {
  list: {
    http: 'GET /platform/approvals',
    summary: 'Approvals, the newest first. An agent sees only those that it asked for.',
    effect: { safety: 'read' },
    scope: 'none',
    pages: { list: 'approvals', id: 'approval_id', reads: 'offset' },
    input: z.object({
      cursor: cursor.optional(),
      which: z.enum(['pending', 'decided', 'all']).default('all').describe('Those that wait, the others, or both'),
      limit: limit.default(50),
      offset: offset.default(0),
    }),
    output: z.object({
      approvals: z.array(approval),
      pending_count: count.describe('How many wait'),
      next_offset: nextOffset,
      ...pageOutput,
    }),
  },
  get: {
    http: 'GET /platform/approvals/{approval_id}',
    summary: 'One approval, and how it ended.',
    effect: { safety: 'read' },
    scope: 'none',
    input: z.object({ approval_id: approvalId }),
    output: one,
    errors: { not_found: notFound },
  },
  approve: {
    http: 'POST /platform/approvals/{approval_id}/approve',
    summary: 'Has a request carried out, once, exactly as it was shown. Only in the page and the app.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important', recordedFields: ['approval_id'] },
    input: z.object({
      approval_id: approvalId,
      payload_hash: z
        .string()
        .min(1)
        .max(100)
        .meta({ description: '`payload_hash` of the approval as it was shown', examples: ['9f86d081884c7d65'] }),
    }),
    output: one,
    errors: {
      not_found: notFound,
      not_pending: notPending,
      approval_outdated: ['conflict', 'It is not what was shown. Nothing was done.'],
      agents_paused: ['conflict', 'All agents are paused.'],
      page_only: ['refused', 'Only the page and the app can decide.'],
    },
  },
  decline: {
    http: 'POST /platform/approvals/{approval_id}/decline',
    summary: 'Refuses a request. Only in the page and the app.',
    effect: { safety: 'mutate' },
    scope: 'none',
    people: true,
    activity: { tier: 'important', recordedFields: ['approval_id'] },
    input: z.object({
      approval_id: approvalId,
      reason: z
        .string()
        .trim()
        .max(maxReasonChars)
        .optional()
        .meta({ description: 'Told to the caller', examples: ['Not her address any more.'] }),
    }),
    output: one,
    errors: {
      not_found: notFound,
      not_pending: notPending,
      page_only: ['refused', 'Only the page and the app can decide.'],
    },
  },
  withdraw: {
    http: 'POST /platform/approvals/{approval_id}/withdraw',
    summary: 'Cancels a request of the caller’s own that still waits.',
    // The request has had no effect yet, so the caller discards it like a draft of its own.
    effect: { safety: 'draft' },
    scope: 'none',
    input: z.object({ approval_id: approvalId }),
    output: one,
    errors: { not_found: notFound, not_pending: notPending },
  },
});
