import { z } from 'zod';
import { file, requests, upload } from '../../contract/define.ts';
import {
  composeFile,
  composeKind,
  composeSession,
  draftId,
  draftSafetyReport,
  headerInputs,
  overrideToken,
  sendReceipt,
} from '../../contract/draft.ts';
import {
  accountId,
  anyId,
  count,
  instant,
  messageId,
  pageInput,
  pageOutput,
  text,
  uuid,
} from '../../contract/fields.ts';
import { singleSendRows } from './single-send-contract.ts';
import { invitationErrors, queueErrors } from '../../contract/send-errors.ts';

const draftPath = anyId.describe('`draftPath` of the session');
const session = z.object({ session: composeSession });
const openErrors = {
  account_not_found: ['missing', 'There is no such account.'],
  no_account: ['conflict', 'There is no account to write from.'],
  not_downloaded: ['unavailable', 'The message has not been downloaded yet.'],
} as const;
const sessionErrors = { session_not_found: ['missing', 'There is no such session.'] } as const;
const activeSessionErrors = {
  ...sessionErrors,
  session_ended: ['conflict', 'It was sent, saved or discarded: `ended_by` says which, `draft_id` what of.'],
} as const;
const uploadErrors = {
  ...activeSessionErrors,
  file_too_large: ['invalid', 'It has more bytes than are taken this way.'],
} as const;
const filesNotReady = ['unavailable', 'A file of the message that is forwarded is still being fetched.'] as const;

export const composeRequests = requests(
  'Writing mail: sessions that outlive a crash and end when they are sent, saved or discarded.',
  {
    ...singleSendRows,
    open: {
      http: 'POST /mail/compose/session',
      summary: 'Begins to write: a new message, an answer, or a forward.',
      large: true,
      effect: { safety: 'draft' },
      scope: { messages: 'message_id' },
      input: z.object({
        kind: composeKind,
        message_id: messageId.optional().describe('What is answered or forwarded; not for `new`'),
        to: z.string().max(100_000).optional(),
        cc: z.string().max(100_000).optional(),
        bcc: z.string().max(100_000).optional(),
        subject: z.string().max(10_000).optional(),
        body: z.string().max(5_000_000).optional().describe('Markdown'),
        account_id: accountId.optional().describe('Where `new` is written; otherwise the default account'),
        action: z.enum(['accept', 'tentative', 'maybe', 'decline']).optional().describe('For `invite_reply` alone'),
      }),
      output: session,
      errors: {
        ...openErrors,
        ...invitationErrors,
        account_disabled: queueErrors.account_disabled,
        cannot_send: queueErrors.cannot_send,
      },
    },
    refresh: {
      http: 'POST /mail/compose/session/refresh',
      summary: 'The session as it is now.',
      effect: { safety: 'read' },
      scope: 'filtered',
      input: z.object({ draft_path: draftPath }),
      output: session,
      errors: activeSessionErrors,
    },
    sessions: {
      http: 'GET /mail/compose/sessions',
      summary: 'Every session that is open, the newest change first.',
      effect: { safety: 'read' },
      scope: 'filtered',
      pages: { list: 'sessions', id: 'draftPath' },
      input: z.object({ ...pageInput }),
      output: z.object({ sessions: z.array(composeSession), ...pageOutput }),
    },
    restore: {
      http: 'POST /mail/compose/session/restore',
      summary: 'Opens a stored draft for editing. If it is already open, returns its session.',
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({ draft_id: draftId }),
      output: session,
      errors: {
        not_found: ['missing', 'There is no such draft.'],
        html_draft_not_editable: ['conflict', 'It is formatted mail of another program: `previewHtml` is its body.'],
        draft_discarded: ['conflict', 'It was discarded.'],
        draft_queued: ['conflict', 'It waits to be sent, is being sent, or was.'],
      },
    },
    update: {
      http: 'POST /mail/compose/session/update',
      summary: 'Stores the text locally at once, and soon after on the server if the draft is linked to one.',
      large: true,
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({
        draft_path: draftPath,
        ...headerInputs,
        attach: z.array(z.string().max(2_000)).max(500).default([]).describe('Paths of the files that are attached'),
        body: z.string().max(5_000_000).optional().describe('Markdown; left out, it stays'),
        signature: z
          .string()
          .max(200)
          .nullable()
          .optional()
          .describe('Name of the signature; null for none; left out, it stays'),
        revision: count
          .optional()
          .describe('The revision that was changed: another one is refused instead of overwritten'),
      }),
      output: session,
      errors: {
        ...activeSessionErrors,
        session_changed: ['conflict', 'It was changed meanwhile: `session` is how it is now.'],
        file_not_uploaded: ['invalid', 'A path under `attach` is of no file of this message.'],
      },
    },
    send: {
      http: 'POST /mail/compose/session/send',
      summary: 'Sends it and ends the session. In the app, sending can be undone for a few seconds.',
      effect: { safety: 'send' },
      approval: 'tried',
      scope: 'filtered',
      input: z.object({
        draft_path: draftPath,
        account_id: accountId.optional(),
        override_safety_token: overrideToken,
        send_at: instant.optional().describe('Not before this moment'),
        hold_seconds: z.int().min(0).max(600).optional().describe('How long it can be undone'),
      }),
      output: z.object({ ok: z.boolean(), draft_id: uuid(), receipt: sendReceipt }),
      awaits: 'outcome',
      errors: {
        ...activeSessionErrors,
        account_not_found: openErrors.account_not_found,
        files_not_ready: filesNotReady,
        send_failed: ['provider', 'It was refused; the draft `draft_id` is kept. `reason` is a word for why.'],
        send_cancelled: ['conflict', 'It was cancelled before it was sent.'],
        ...queueErrors,
        ...invitationErrors,
      },
    },
    save: {
      http: 'POST /mail/compose/session/save',
      summary: 'Stores it as a draft, also on the server where that keeps drafts, and ends the session.',
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({
        draft_path: draftPath,
        account_id: accountId.optional(),
        draft_id: draftId.optional().describe('The stored draft that is brought up to date'),
        save_to_server: z.boolean().optional(),
      }),
      output: z.object({ ok: z.boolean(), draft_id: uuid() }),
      errors: {
        ...activeSessionErrors,
        account_not_found: openErrors.account_not_found,
        other_draft: ['conflict', 'The session writes another draft.'],
      },
    },
    attach: {
      http: 'POST /mail/compose/session/attachment',
      summary: 'Gives a small file to the session, as base64. The next update lists its path under `attach`.',
      large: true,
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({
        draft_path: draftPath,
        filename: z
          .string()
          .max(1_000)
          .meta({ examples: ['plan.pdf'] }),
        content_base64: z
          .string()
          .max(14_000_000)
          .meta({ examples: ['UGxhbg=='], description: '10 MB at the most; larger files are streamed to /upload' }),
        inline: z.boolean().default(false).describe('Shown in the text: the answer says its `cid`'),
      }),
      output: composeFile,
      awaits: true,
      errors: { ...uploadErrors, bad_base64: ['invalid', 'It is not base64.'] },
    },
    upload: {
      http: 'POST /mail/compose/session/upload',
      summary: 'Streams a file of any size to the session.',
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: upload({
        draft_path: draftPath,
        filename: z
          .string()
          .max(1_000)
          .meta({ examples: ['plan.pdf'] }),
        type: z
          .string()
          .max(200)
          .optional()
          .meta({ examples: ['application/pdf'], description: 'MIME type; by the name where it is left out' }),
        inline: z.enum(['true', 'false']).optional(),
      }),
      output: composeFile,
      awaits: true,
      errors: uploadErrors,
    },
    file: {
      http: 'GET /mail/compose/session/file',
      summary: 'A file of the session, to show it.',
      effect: { safety: 'read' },
      scope: 'filtered',
      input: z.object({
        draft_path: draftPath,
        path: z
          .string()
          .max(2_000)
          .meta({ examples: ['files/0195804f-3c2a-7d41-9b06-5e8d2f61c7a4/plan.pdf'] }),
      }),
      output: file(),
      errors: {
        ...activeSessionErrors,
        file_not_found: ['missing', 'There is no such file.'],
        files_not_ready: filesNotReady,
      },
    },
    collaborators: {
      http: 'POST /mail/compose/session/collaborators',
      summary: 'People who are often written to together with those it goes to; five at the most.',
      effect: { safety: 'read' },
      scope: 'filtered',
      input: z.object({ draft_path: draftPath, account_id: accountId.optional() }),
      output: z.object({
        suggestions: z.array(
          z
            .object({
              confidence: text('high'),
              display_name: text('Ada Morgan').nullable().optional(),
              email: text('ada@example.org'),
              evidence_msg_ids: z.array(uuid()),
              reason: text('Was in 6 of your last 8 messages to Bob Lee.'),
            })
            .meta({ id: 'SuggestedRecipientData' }),
        ),
      }),
      errors: activeSessionErrors,
    },
    safetyCheck: {
      http: 'POST /mail/compose/session/safety-check',
      summary: 'What is to be considered before it is sent, found by the rules that sending obeys.',
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({ draft_path: draftPath, account_id: accountId.optional(), send_at: instant.optional() }),
      output: z.object({ report: draftSafetyReport }),
      errors: {
        ...activeSessionErrors,
        account_not_found: openErrors.account_not_found,
        account_gone: queueErrors.account_gone,
      },
    },
    discard: {
      http: 'POST /mail/compose/session/discard',
      summary: 'Ends the session. A draft that was not saved is discarded, and can be restored for 30 days.',
      effect: { safety: 'draft' },
      scope: 'filtered',
      input: z.object({ draft_path: draftPath }),
      output: z.object({ ok: z.boolean() }),
      errors: activeSessionErrors,
    },
  },
);
