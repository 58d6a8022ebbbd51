import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import { draftId, draftRecord, outboxEntry, overrideToken, sendReceipt } from '../../contract/draft.ts';
import {
  ack,
  anyId,
  cursor,
  instant,
  instantOut,
  limit,
  messageId,
  pageInput,
  pageOutput,
  text,
  uuid,
} from '../../contract/fields.ts';
import { queueErrors } from '../../contract/send-errors.ts';

const sendId = anyId.describe('`send_id` of an entry');

const bouncedRecipient = z
  .object({
    email: text('ada@example.org'),
    state: z.enum(['waiting', 'accepted', 'refused', 'bounced', 'unknown', 'delayed', 'delivered']),
    reason: text('There is no mailbox ada@example.org.').nullable(),
    status: text('5.1.1', 'Enhanced status code (RFC 3463)').nullable(),
    diagnostic: text('550 5.1.1 User unknown', 'What the server itself said').nullable(),
    at: instantOut.nullable().describe('When that was reported'),
    report_message_id: uuid('The message that reported it').nullable(),
  })
  .meta({ id: 'RecipientDelivery', description: 'What became of a sent message for one recipient' });

export const outboxRequests = requests('Mail on its way out: sent exactly once, or visibly in doubt.', {
  orphaned: {
    http: 'GET /mail/drafts/orphaned',
    summary: 'Drafts whose sending could not be confirmed. They are never sent again automatically.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'drafts' },
    input: z.object({ ...pageInput }),
    output: z.object({ kind: z.literal('Drafts'), drafts: z.array(draftRecord), ...pageOutput }),
  },
  resetOrphan: {
    http: 'POST /mail/drafts/{draft_id}/reset-orphan',
    summary: 'Says that such a draft was not sent: it can be changed and sent again. Any other stays as it is.',
    effect: { safety: 'mutate' },
    people: true,
    scope: 'filtered',
    activity: { action: 'mail.deny_send', recordedFields: ['draft_id'] },
    input: z.object({ draft_id: draftId }),
    output: ack,
    errors: { not_found: ['missing', 'There is no such draft.'] },
  },
  sendStored: {
    http: 'POST /mail/drafts/{draft_id}/send-stored',
    summary: 'Sends a stored draft, once however often it is asked: the second time gives the same receipt.',
    effect: { safety: 'send' },
    approval: 'tried',
    scope: 'filtered',
    activity: { action: 'mail.send', recordedFields: ['draft_id'] },
    input: z.object({
      draft_id: draftId,
      override_safety_token: overrideToken,
      hold_seconds: z.int().min(0).max(600).optional().describe('How long it can be undone'),
    }),
    output: sendReceipt,
    awaits: 'outcome',
    errors: {
      not_found: ['missing', 'There is no such draft.'],
      send_failed: ['provider', 'It was refused; `recipients` says what became of each.'],
      ...queueErrors,
    },
  },
  schedule: {
    http: 'POST /mail/scheduled-sends',
    summary:
      'Sends a stored draft at a moment. It is checked again when it goes; one that waits already gets another moment.',
    effect: { safety: 'send' },
    approval: 'tried',
    scope: 'filtered',
    activity: { action: 'mail.plan_send', recordedFields: ['draft_id', 'send_at'] },
    input: z.object({ draft_id: draftId, send_at: instant, override_safety_token: overrideToken }),
    output: ack.extend({ receipt: sendReceipt }),
    errors: {
      not_found: ['missing', 'There is no such draft.'],
      time_past: ['invalid', 'The moment is over.'],
      time_far: ['invalid', 'The moment is more than five years away.'],
      send_begun: ['conflict', 'It is on its way already.'],
      not_queued: ['missing', 'It was cancelled at the same moment.'],
      ...queueErrors,
    },
  },
  cancel: {
    http: 'DELETE /mail/scheduled-sends/{draft_id}',
    summary: 'Takes a send back that has not begun; the draft stays. So a send is undone.',
    effect: { safety: 'mutate' },
    scope: 'filtered',
    activity: { action: 'mail.cancel_send', recordedFields: ['draft_id'] },
    input: z.object({ draft_id: draftId }),
    output: ack,
    errors: {
      not_found: ['missing', 'There is no such draft.'],
      send_begun: ['conflict', 'It’s already being sent and can’t be cancelled.'],
      not_queued: ['missing', 'It does not wait to be sent.'],
    },
  },
  list: {
    http: 'GET /mail/outbox',
    summary: 'What waits, is being sent, failed or is in doubt, and what was sent of late; newest first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'sends', id: 'send_id', reads: 'limit' },
    input: z.object({ cursor: cursor.optional(), limit: limit.default(100) }),
    output: z.object({ sends: z.array(outboxEntry), ...pageOutput }),
  },
  retry: {
    http: 'POST /mail/outbox/{send_id}/retry',
    summary: 'Tries a send now that waits for its next try, or once more one that failed.',
    effect: { safety: 'send' },
    approval: 'tried',
    scope: 'filtered',
    activity: { action: 'mail.retry_send', recordedFields: ['send_id'] },
    input: z.object({ send_id: sendId }),
    output: ack.extend({ send: outboxEntry }),
    errors: {
      not_found: ['missing', 'There is no such send.'],
      not_waiting: ['conflict', 'It is being sent, was sent, was cancelled, or its sending is unconfirmed.'],
      draft_gone: ['conflict', 'Its draft was deleted.'],
      ...queueErrors,
    },
  },
  confirmSent: {
    http: 'POST /mail/outbox/{send_id}/settle',
    summary: 'Says of a send in doubt that it did arrive: its copy goes to Sent, and its draft goes.',
    effect: { safety: 'mutate' },
    people: true,
    scope: 'filtered',
    activity: { action: 'mail.affirm_send', recordedFields: ['send_id'] },
    input: z.object({ send_id: sendId }),
    output: ack.extend({ send: outboxEntry }),
    errors: { not_found: ['missing', 'There is no such send.'], not_in_doubt: ['conflict', 'Its outcome is known.'] },
  },
  ofMessage: {
    http: 'GET /mail/messages/{message_id}/delivery',
    summary: 'What is known of a message that was sent: whom it reached, and what servers reported of it since.',
    effect: { safety: 'read' },
    scope: { messages: 'message_id' },
    input: z.object({ message_id: messageId }),
    output: z.object({ send: outboxEntry.nullable(), recipients: z.array(bouncedRecipient) }),
  },
});
