import { z } from 'zod';
import { address, anyId, count, instantOut, text, uuid } from './fields.ts';

export const draftId = anyId.describe('Id of a draft');

export const draftIntent = z.enum(['new', 'reply', 'reply_all', 'forward']).meta({ id: 'DraftIntent' });

export const replyHeaders = z
  .object({
    in_reply_to: text('letter-2@example.org'),
    references: z.array(text('letter-1@example.org')).optional(),
    thread_id: uuid().nullable().optional(),
  })
  .meta({ id: 'ReplyHeaders' });

export const inlineAsset = z
  .object({
    cid: text('image-1', 'What the body calls it, as in `![plan](cid:image-1)`'),
    path: text(filePathExample()),
  })
  .meta({ id: 'InlineAsset' });

export const inlineCalendarReply = z
  .object({
    attendee_email: text('ada@example.org'),
    ics_body: text('BEGIN:VCALENDAR'),
    partstat: z.enum(['accepted', 'tentative', 'declined']),
    source_message_id: uuid(),
  })
  .meta({ id: 'InlineCalendarReply' });

/** The latest outbox state of a draft; absent if it was never sent. */
const draftState = z.enum(['draft', 'queued', 'sending', 'sent', 'failed', 'unknown']).meta({
  id: 'DraftState',
  description: 'Still a draft, scheduled, being sent, sent, refused by the server, or unconfirmed',
});

/** A stored draft (wire-contract, section 14.7). */
export const draftRecord = z
  .object({
    id: uuid(),
    account_id: uuid(),
    from: address.nullable().optional(),
    to: z.array(address),
    cc: z.array(address),
    bcc: z.array(address),
    subject: text('Dinner on Friday'),
    body_markdown: text('Shall we say **seven**?').nullable().optional(),
    body_html: text('<p>Shall we say seven?</p>').nullable().optional(),
    body_text: text('Shall we say seven?', 'The plain text beside an HTML body').nullable().optional(),
    attachments: z.array(text(filePathExample(), 'Paths of files that were uploaded to this draft')),
    inline_assets: z.array(inlineAsset).optional(),
    inline_calendar_reply: inlineCalendarReply.nullable().optional(),
    intent: draftIntent.optional(),
    reply_headers: replyHeaders.nullable().optional(),
    created_at: instantOut,
    updated_at: instantOut,
    state: draftState.optional(),
  })
  .meta({ id: 'Draft' });

/** A draft as shown in a list (wire-contract, section 10.1). */
export const draftSummary = z
  .object({
    id: uuid(),
    account_id: uuid(),
    subject: text('Dinner on Friday'),
    recipients: text('Ada Morgan <ada@example.org>'),
    snippet: text('Shall we say seven?'),
    updated_at: instantOut,
    updated_at_label: text('09:40'),
    updated_at_full: text('Tuesday, 10 March 2026 at 09:40'),
    updated_at_relative: text('2 hours ago'),
    attachment_count: count,
    content_kind: z.enum(['markdown', 'html']),
    inline_asset_count: count,
    state: draftState,
    intent: draftIntent,
    thread_id: uuid().nullable(),
    draft_path: uuid('The compose session that has it open').nullable(),
    on_server: z
      .enum(['no', 'waiting', 'yes'])
      .describe('Whether its newest version is also stored in the Drafts folder of its server'),
    trouble: text('mail.example.org does not take drafts.').nullable(),
  })
  .meta({ id: 'DraftSummary' });

const safetyIssueCode = z
  .enum([
    'no_recipients',
    'invalid_recipient',
    'missing_reply_all_recipient',
    'wrong_recipient',
    'missing_attachment',
    'reply_all',
    'pii_secret',
    'tone_mismatch',
    'answer_coverage',
    'commitment_candidate',
    'send_time_note',
    'sensitive_domain',
    'confidential_marker',
    'first_time_external',
    'empty_subject',
    'empty_body',
    'unfilled_placeholder',
  ])
  .meta({ id: 'DraftSafetyIssueCode' });

export const citationRef = z
  .object({
    field: text('body').optional(),
    message_id: uuid().nullable().optional(),
    quote: text('see the attached plan').optional(),
    thread_id: uuid().nullable().optional(),
  })
  .meta({ id: 'CitationRef' });

export const draftSafetyIssue = z
  .object({
    code: safetyIssueCode,
    severity: z.enum(['info', 'warning', 'blocker']).meta({ id: 'DraftSafetySeverity' }),
    message: text('You mention an attachment, but nothing is attached.'),
    detail: text('"see the attached plan"').nullable().optional(),
    citations: z.array(citationRef).optional(),
    source: text('qwen3:4b-instruct', 'The model that noticed it; absent where a rule did').optional(),
    override_token: text('b3f1c2', 'Sends it all the same, once. Given to people alone').nullable().optional(),
  })
  .meta({ id: 'DraftSafetyIssue' });
export type DraftSafetyIssue = z.output<typeof draftSafetyIssue>;

export const draftSafetyReport = z
  .object({
    allowed: z.boolean().describe('Whether nothing stops it from being sent'),
    verdict: z.enum(['safe', 'warn', 'blocked']).meta({ id: 'DraftSafetyVerdict' }).optional(),
    issues: z.array(draftSafetyIssue),
    checked_at: instantOut.nullable().optional(),
  })
  .meta({ id: 'DraftSafetyReport' });
export type DraftSafetyReport = z.output<typeof draftSafetyReport>;

const addressLine = z
  .string()
  .max(100_000)
  .meta({ examples: ['Ada Morgan <ada@example.org>'] });

/** The header fields of a draft in an editor, from its front matter (wire-contract, section 10.3). */
export const frontmatter = z
  .object({
    to: z.string().meta({ examples: ['Ada Morgan <ada@example.org>'] }),
    cc: text('Cleo Stone <cleo@example.org>'),
    bcc: text('dan@example.org'),
    subject: z.string().meta({ examples: ['Dinner on Friday'] }),
    from: z.string().meta({ examples: ['Bob Lee <bob@example.org>'] }),
    'in-reply-to': text('letter-2@example.org').optional(),
    references: z.array(text('letter-1@example.org')).optional(),
    'thread-id': uuid().optional(),
    intent: z.enum(['reply', 'reply_all', 'forward']).optional(),
    attach: z.array(text(filePathExample())),
    signature: text('Work').optional(),
  })
  .meta({ id: 'ComposeFrontmatter' });

/** The header fields of a draft as given in an update. */
export const headerInputs = {
  to: addressLine.describe('Addresses, commas between them'),
  cc: addressLine,
  bcc: addressLine,
  subject: z
    .string()
    .max(10_000)
    .meta({ examples: ['Dinner on Friday'] }),
  from: z
    .string()
    .max(1_000)
    .meta({ examples: ['Bob Lee <bob@example.org>'], description: "One of the owner's addresses" }),
};

export const composeIssue = z
  .object({ severity: z.enum(['error', 'warning']), message: text('There are no recipients.') })
  .meta({ id: 'ComposeIssue' });

export const composeFile = z
  .object({
    path: text(filePathExample()),
    filename: text('plan.pdf'),
    mime_type: text('application/pdf'),
    size_bytes: count,
    cid: text('image-1').nullable(),
    listed: z.boolean().describe('Whether the draft lists it among its attachments'),
    ready: z.boolean().describe('False while it is still being fetched from the message that is forwarded'),
  })
  .meta({ id: 'ComposeFile', description: 'A file that was given to a draft' });

export const composeKind = z.enum(['new', 'reply', 'reply_all', 'forward', 'invite_reply']).meta({ id: 'ComposeKind' });

/** An open draft (wire-contract, section 10.3). */
export const composeSession = z
  .object({
    draftPath: uuid('Names the session in every other call'),
    rawContent: text(
      '---\nto: Ada Morgan <ada@example.org>\n---\nShall we say seven?',
      'Front matter and Markdown, for an editor',
    ),
    frontmatter,
    bodyMarkdown: text('Shall we say **seven**?'),
    previewHtml: text('<p>Shall we say <strong>seven</strong>?</p>', 'What is sent, with its signature'),
    issues: z.array(composeIssue),
    cursorLine: count.optional().describe('The line of rawContent to begin writing in; when it is opened'),
    accountId: uuid().optional().describe('When it is opened'),
    kind: composeKind.optional().describe('When it is opened'),
    editorCommand: text('vi', 'When it is opened').optional(),
    draftId: uuid(),
    revision: count.describe('Grows with every change'),
    savedAt: instantOut.describe('When the last change was stored'),
    files: z.array(composeFile),
    sourceMessageId: uuid('The message that is answered or forwarded').nullable(),
  })
  .meta({ id: 'ComposeSession' });

const outboxRecipient = z
  .object({
    email: text('ada@example.org'),
    kind: z.enum(['to', 'cc', 'bcc']),
    state: z
      .enum(['waiting', 'accepted', 'refused', 'bounced', 'unknown'])
      .describe('`unknown`: others received it, but delivery to this one is not confirmed'),
    reason: text('There is no such mailbox at example.org.').optional(),
  })
  .meta({ id: 'OutboxRecipient' });

/** An outgoing message. */
export const outboxEntry = z
  .object({
    send_id: uuid(),
    draft_id: uuid(),
    account_id: uuid(),
    account_name: text('Work'),
    purpose: z.enum(['mail', 'invite_reply', 'unsubscribe']),
    state: z.enum(['queued', 'sending', 'sent', 'failed', 'unknown', 'cancelled']),
    timing: z.enum(['now', 'held', 'scheduled']),
    due_at: instantOut.describe('When it was to go'),
    next_at: instantOut.describe('When it is tried next, where it is queued'),
    attempts: count,
    subject: text('Dinner on Friday'),
    from: text('bob@example.org'),
    recipients: z.array(outboxRecipient),
    rfc2822_message_id: text('letter-3@example.org'),
    local_message_id: uuid('The id that its copy has, once it is sent').nullable(),
    trouble: z
      .object({
        code: text('offline'),
        message: text('mail.example.org doesn’t answer. Posthorn retries automatically.'),
        retryable: z.boolean(),
      })
      .nullable(),
    copy: z
      .enum(['none', 'due', 'done', 'failed'])
      .describe('Its copy in Sent: put there by the server itself, to be put there, there, or impossible'),
    can_cancel: z.boolean(),
    words: text('Sending in 8 seconds', 'Its state in a few words'),
    queued_at: instantOut,
    sent_at: instantOut.nullable(),
    ended_at: instantOut.nullable(),
  })
  .meta({ id: 'OutboxEntry' });
export type OutboxEntry = z.output<typeof outboxEntry>;

/** The known state of a send in the reply (wire-contract, section 10.1). */
export const sendReceipt = z
  .object({
    kind: z.literal('SendReceipt'),
    local_message_id: uuid('The id its copy has or will have').nullable(),
    provider_message_id: text('18c2f0a1').nullable().optional(),
    rfc2822_message_id: text('letter-3@example.org'),
    send_id: uuid(),
    state: z.enum(['queued', 'sending', 'sent', 'unknown']),
    send_at: instantOut,
  })
  .meta({ id: 'SendReceipt' });

/** A confirmation that allows sending despite the issues found. */
export const overrideToken = z
  .string()
  .max(200)
  .optional()
  .describe('From an issue of the safety check. For people alone');

function filePathExample(): string {
  return 'files/0195804f-3c2a-7d41-9b06-5e8d2f61c7a4/plan.pdf';
}
