import { z } from 'zod';
import type { Effect, Safety } from './define.ts';
import { address, count, instantOut, text, uuid } from './fields.ts';

/** The states of an approval, in the order in which they follow each other. */
export const approvalStates = [
  'pending',
  'approved',
  'running',
  'done',
  'failed',
  'unknown',
  'declined',
  'withdrawn',
  'outdated',
  'expired',
] as const;
export type ApprovalState = (typeof approvalStates)[number];

const waiting: ReadonlySet<Safety> = new Set(['send', 'mutate', 'destroy', 'operate']);

/** Whether an effect can wait for the owner: what needs `allow_send` or `allow_destructive`. */
export function canWait({ safety }: Effect): boolean {
  return waiting.has(safety);
}

/** The header in which a caller says why it asks for something, as plain text. */
export const reasonHeader = 'posthorn-reason';
export const maxReasonChars = 500;

const approvalMessage = z
  .object({
    from: text('ada@example.org').nullable(),
    to: z.array(address.extend({ is_new: z.boolean().describe('The account never exchanged mail with this address') })),
    cc: z.array(address.extend({ is_new: z.boolean() })),
    bcc: z.array(address.extend({ is_new: z.boolean() })),
    subject: text('Dinner on Friday'),
    body: text('Shall we say seven?', 'Markdown or plain text, with the signature'),
    attachments: z.array(z.object({ name: text('plan.pdf'), size: count })),
  })
  .meta({ id: 'ApprovalMessage', description: 'A message as it would be sent' });
export type ApprovalMessage = z.output<typeof approvalMessage>;

const approvalContent = z
  .object({
    account_id: uuid().nullable(),
    draft_id: uuid('The draft that would be sent').nullable(),
    messages: z.array(approvalMessage).describe('What would be sent, at most 20 of them'),
    message_count: count.describe('How many messages would be sent'),
    changed_from: z
      .object({
        of: z
          .enum(['owner_draft', 'earlier_request'])
          .describe('What the owner last wrote of the draft, or the message as it was asked for before'),
        at: instantOut.describe('When the owner wrote it, or it was asked for'),
        to: z.array(address),
        cc: z.array(address),
        bcc: z.array(address),
        subject: text('Dinner on Friday'),
        body: text('Shall we say six?'),
      })
      .nullable()
      .describe('An earlier version of the message, where it differs'),
    mail: z
      .array(
        z.object({ message_id: uuid(), thread_id: uuid(), subject: text('Dinner on Friday'), sender: text('Ada') }),
      )
      .describe('The mail that would be changed, at most 20 of it'),
    mail_count: count.describe('How much mail would be changed'),
    details: z
      .array(z.object({ name: text('to_label'), value: text('Travel') }))
      .describe('What else the request says, by input field'),
  })
  .meta({ id: 'ApprovalContent', description: 'What a request would do, as it was when it was made' });
export type ApprovalContent = z.output<typeof approvalContent>;

export const approval = z
  .object({
    approval_id: uuid(),
    status: z.enum(approvalStates).meta({
      description:
        'pending: waits for the owner. approved, running: about to be done. done: done, with `reply`. failed: not done, with `error`. unknown: Posthorn was stopped on the way, so it may have been done. declined, withdrawn, expired: not done. outdated: not done, because what it would act on has changed',
    }),
    request: text('outbox.sendStored', 'The request, by `operationId`'),
    action: z.enum(['send', 'change', 'operate']),
    caller_name: text('Helper', 'The name of the token that was used'),
    origin: z.enum(['agent', 'mcp']),
    token_id: uuid().nullable(),
    reason: text('Marta asked for the corrected price.', 'Why the caller asked, in its own words').nullable(),
    content: approvalContent,
    payload_hash: text('9f86d081884c7d65…', 'SHA-256 of exactly what would be done'),
    requested_at: instantOut,
    expires_at: instantOut,
    decided_at: instantOut.nullable(),
    decline_reason: text('Not her address any more.').nullable(),
    ended_at: instantOut.nullable(),
    reply: z
      .record(z.string(), z.unknown())
      .nullable()
      .meta({ description: 'The reply of the request, where it is done', examples: [{ ok: true }] }),
    error: z.object({ code: text('policy'), message: text('The account is gone.') }).nullable(),
  })
  .meta({ id: 'Approval', description: 'A request of an agent or a tool that only the owner can let through' });

/** The reply to a request that waits for approval. */
export const pendingApproval = z
  .object({
    status: z.literal('pending_approval'),
    approval_id: uuid('For `GET /platform/approvals/{approval_id}`'),
    expires_at: instantOut,
  })
  .meta({
    id: 'PendingApproval',
    description: 'Nothing was done yet: the owner decides about the request of an agent or a tool',
  });
export type PendingApproval = z.output<typeof pendingApproval>;
