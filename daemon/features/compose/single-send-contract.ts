import { z } from 'zod';
import { upload } from '../../contract/define.ts';
import { draftSafetyIssue, overrideToken } from '../../contract/draft.ts';
import { accountId, anyId, count, instant, instantOut, messageId, text, uuid } from '../../contract/fields.ts';
import { queueErrors } from '../../contract/send-errors.ts';

const addressExample = 'Ada Morgan <ada@example.org>';
const addressList = z
  .union([z.string().max(100_000), z.array(z.string().max(1_000)).max(2_000)])
  .optional()
  .meta({ description: 'Addresses: a text with commas between them, or a list', examples: [[addressExample]] });

const uploadId = anyId.describe('`upload_id` of an uploaded file');

/** Rows that send without a compose session. */
export const singleSendRows = {
  sendMessage: {
    http: 'POST /mail/send',
    notInPage: true,
    summary:
      'Sends a message in one call, by the outbox. It answers when the message is queued and stored, not when it has left: ' +
      '`GET /mail/outbox` and the event `OutboxUpdated` say what became of it. Send an Idempotency-Key, so that a repeat sends nothing.',
    large: true,
    effect: ({ dry_run }: Record<string, unknown>) =>
      dry_run ? ({ safety: 'draft' } as const) : ({ safety: 'send' } as const),
    scope: { messages: 'in_reply_to' },
    activity: { action: 'mail.send', recordedFields: ['account_id', 'in_reply_to', 'dry_run'] },
    input: z.object({
      account_id: accountId
        .optional()
        .describe('Otherwise the account of `from`, of `in_reply_to`, or the default account'),
      from: z
        .string()
        .max(1_000)
        .optional()
        .meta({
          description: 'One of the owner’s addresses; otherwise that of the account',
          examples: ['bob@example.org'],
        }),
      to: addressList,
      cc: addressList,
      bcc: addressList,
      subject: z
        .string()
        .max(10_000)
        .optional()
        .meta({ description: 'Of a reply that of its message, where it is left out', examples: ['Dinner on Friday'] }),
      body: z
        .string()
        .max(5_000_000)
        .default('')
        .meta({ description: 'Markdown', examples: ['Shall we say **seven**?'] }),
      attachments: z
        .array(uploadId)
        .max(100)
        .default([])
        .describe('Files that were uploaded with `POST /mail/uploads`'),
      in_reply_to: messageId
        .optional()
        .describe('The message that is answered. Without `to`, the reply goes to its sender'),
      reply_all: z.boolean().default(false).describe('Without `to`, the reply goes to all recipients'),
      quote: z.boolean().default(false).describe('Whether the message that is answered is quoted below the text'),
      signature: z
        .string()
        .max(200)
        .optional()
        .meta({ description: 'Name of the signature; none where it is left out', examples: ['Work'] }),
      send_at: instant.optional().describe('Not before this moment'),
      hold_seconds: z
        .int()
        .min(0)
        .max(600)
        .optional()
        .describe('How long it waits before it leaves, in which it can be cancelled'),
      dry_run: z
        .boolean()
        .default(false)
        .describe('Whether it is only checked: nothing is stored, and nothing is sent'),
      override_safety_token: overrideToken,
    }),
    output: z.object({
      ok: z.boolean().describe('Whether it is queued; of a dry run whether it would be'),
      dry_run: z.boolean(),
      send_id: uuid('Its id in the outbox; null for a dry run').nullable(),
      draft_id: uuid('What cancels it: `DELETE /mail/scheduled-sends/{draft_id}`; null for a dry run').nullable(),
      account_id: uuid(),
      state: z.enum(['queued', 'checked']),
      leaves_at: instantOut.describe('When it leaves, if the server can be reached then'),
      undo_until: instantOut.nullable().describe('Until when it can be cancelled; null where it leaves at once'),
      from: text('bob@example.org'),
      recipients: z.array(z.object({ email: text('ada@example.org'), kind: z.enum(['to', 'cc', 'bcc']) })),
      subject: text('Dinner on Friday'),
      attachments: count,
      rfc2822_message_id: text('letter-3@example.org', 'Its Message-ID').nullable(),
      issues: z.array(draftSafetyIssue).describe('What the safety check found'),
    }),
    errors: {
      account_not_found: ['missing', 'There is no such account.'],
      no_account: ['conflict', 'There is no account to write from.'],
      not_downloaded: ['unavailable', 'The message that is answered has not been downloaded yet.'],
      upload_not_found: ['missing', 'There is no such upload. It was sent already, or is older than a day.'],
      bad_address: ['invalid', 'A recipient is no address: `addresses` says which.'],
      signature_not_found: ['missing', 'There is no such signature.'],
      ...queueErrors,
    },
  },
  uploadFile: {
    http: 'POST /mail/uploads',
    notInPage: true,
    summary: 'Streams a file that `POST /mail/send` attaches. It is kept for a day, and can be sent once.',
    effect: { safety: 'draft' },
    scope: 'none',
    activity: { action: 'mail.upload' },
    input: upload({
      filename: z
        .string()
        .min(1)
        .max(1_000)
        .meta({ examples: ['plan.pdf'] }),
      type: z
        .string()
        .max(200)
        .optional()
        .meta({ examples: ['application/pdf'], description: 'MIME type; by the name where it is left out' }),
    }),
    output: z.object({
      upload_id: uuid(),
      filename: text('plan.pdf'),
      mime_type: text('application/pdf'),
      size_bytes: count,
      expires_at: instantOut,
    }),
    awaits: true,
    errors: { file_too_large: ['invalid', 'It has more than 150 MB.'] },
  },
} as const;
