import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { draftId, draftRecord, outboxEntry, overrideToken, sendReceipt } from '../../contract/draft.ts';
import { anyId, instant, limit } from '../../contract/fields.ts';

const ack = z.object({ kind: z.literal('Ack') });
const sendId = anyId.describe('`send_id` of an entry');

export const outboxRequests = requests('Mail on its way out: sent exactly once, or visibly in doubt.', {
  orphaned: {
    http: 'GET /mail/drafts/orphaned',
    summary: 'Drafts of which nobody knows whether they were sent. They never go by themselves.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({}),
    output: z.object({ kind: z.literal('Drafts'), drafts: z.array(draftRecord) }),
  },
  resetOrphan: {
    http: 'POST /mail/drafts/{draft_id}/reset-orphan',
    summary: 'Says that such a draft was not sent: it can be changed and sent again. Any other stays as it is.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ draft_id: draftId }),
    output: ack,
    errors: { not_found: ['missing', 'There is no such draft.'] },
  },
  sendStored: {
    http: 'POST /mail/drafts/{draft_id}/send-stored',
    summary: 'Sends a stored draft, once however often it is asked: the second time gives the same receipt.',
    effect: { safety: 'send' },
    scope: 'filtered',
    input: z.object({
      draft_id: draftId,
      override_safety_token: overrideToken,
      hold_seconds: z.int().min(0).max(600).optional().describe('How long it can be taken back'),
    }),
    output: sendReceipt,
    awaits: true,
    errors: { not_found: ['missing', 'There is no such draft.'] },
  },
  schedule: {
    http: 'POST /mail/scheduled-sends',
    summary:
      'Sends a stored draft at a moment. It is checked again when it goes; one that waits already gets another moment.',
    effect: { safety: 'send' },
    scope: 'filtered',
    input: z.object({ draft_id: draftId, send_at: instant, override_safety_token: overrideToken }),
    output: z.object({ kind: z.literal('Ack'), receipt: sendReceipt }),
    errors: { not_found: ['missing', 'There is no such draft.'] },
  },
  cancel: {
    http: 'DELETE /mail/scheduled-sends/{draft_id}',
    summary: 'Takes a send back that has not begun; the draft stays. So a send is undone.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ draft_id: draftId }),
    output: ack,
    errors: { not_found: ['missing', 'There is no such draft.'] },
  },
  list: {
    http: 'GET /mail/outbox',
    summary: 'What waits, is being sent, failed or is in doubt, and what was sent of late; newest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ limit: limit.default(100) }),
    output: z.object({ sends: z.array(outboxEntry) }),
  },
  retry: {
    http: 'POST /mail/outbox/{send_id}/retry',
    summary: 'Tries a send now that waits for its next try, or once more one that failed.',
    effect: { safety: 'send' },
    scope: 'filtered',
    input: z.object({ send_id: sendId }),
    output: z.object({ kind: z.literal('Ack'), send: outboxEntry }),
    errors: { not_found: ['missing', 'There is no such send.'] },
  },
  settle: {
    http: 'POST /mail/outbox/{send_id}/settle',
    summary: 'Says of a send in doubt that it did arrive: its copy goes to Sent, and its draft goes.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    input: z.object({ send_id: sendId }),
    output: z.object({ kind: z.literal('Ack'), send: outboxEntry }),
    errors: { not_found: ['missing', 'There is no such send.'], not_in_doubt: ['conflict', 'Its outcome is known.'] },
  },
});
