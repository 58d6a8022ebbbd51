import { z } from 'zod';
import { requests } from '../../contract/define.ts';
import {
  draftId,
  draftIntent,
  draftRecord,
  draftSummary,
  inlineAsset,
  inlineCalendarReply,
  replyHeaders,
} from '../../contract/draft.ts';
import { accountId, ack, anyId, instant, messageId, pageInput, pageOutput, uuid } from '../../contract/fields.ts';

const notFound = { not_found: ['missing', 'There is no such draft.'] } as const;
const missingDraftErrors = { ...notFound, malformed_id: ['invalid', 'The id is no UUID.'] } as const;
const queuedErrors = {
  draft_on_its_way: ['conflict', 'The draft is queued, being sent, sent or unconfirmed; see `state`.'],
} as const;
const discarded = { draft_discarded: ['conflict', 'The draft was discarded. Restore it first.'] } as const;
const addresses = z.array(z.object({ name: z.string().max(1_000).nullish(), email: z.string().max(1_000) })).max(5_000);

export const draftsRequests = requests('Mail that has been written and not been sent.', {
  list: {
    http: 'GET /mail/drafts',
    summary: 'The stored drafts of all accounts, newest edit first.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'drafts' },
    input: z.object({ ...pageInput }),
    output: z.object({ drafts: z.array(draftSummary), ...pageOutput }),
  },
  get: {
    http: 'GET /mail/drafts/{draft_id}/stored',
    summary: 'A stored draft.',
    effect: { safety: 'read' },
    scope: 'filtered',
    input: z.object({ draft_id: draftId }),
    output: z.object({ draft: draftRecord }),
    errors: notFound,
  },
  saveLocal: {
    http: 'POST /mail/drafts/save-local',
    summary: 'Stores a draft without a compose session: a new id makes one, a known one is brought up to date.',
    effect: { safety: 'draft' },
    scope: { accounts: 'account_id' },
    activity: { action: 'mail.save_draft' },
    input: z.object({
      id: anyId,
      account_id: accountId,
      from: z.object({ name: z.string().nullish(), email: z.string() }).nullish(),
      to: addresses.default([]),
      cc: addresses.default([]),
      bcc: addresses.default([]),
      subject: z.string().max(10_000).default(''),
      body_markdown: z.string().max(5_000_000).nullish(),
      body_html: z.string().max(5_000_000).nullish(),
      body_text: z.string().max(5_000_000).nullish(),
      attachments: z.array(z.string().max(2_000)).max(500).default([]),
      inline_assets: z.array(inlineAsset).max(500).optional(),
      inline_calendar_reply: inlineCalendarReply.nullish(),
      intent: draftIntent.optional(),
      reply_headers: replyHeaders.nullish(),
      created_at: instant.optional(),
      updated_at: instant.optional(),
    }),
    output: ack.extend({ draft: draftRecord }),
    errors: {
      not_found: ['missing', 'There is no such account.'],
      id_taken: ['conflict', 'The id is that of a draft the caller may not see.'],
      bad_address: ['invalid', 'An entry holds no single address.'],
      bad_reference: ['invalid', 'in_reply_to or references hold something else than Message-IDs.'],
      bad_cid: ['invalid', 'A cid is not one word.'],
      two_bodies: ['invalid', 'Both body_markdown and body_html are given.'],
      body_fixed: ['conflict', 'The stored draft has the other kind of body.'],
      account_fixed: ['conflict', "The stored draft is another account's."],
      file_not_uploaded: ['invalid', 'A path under attachments or inline_assets is none of a file of the draft.'],
      ...discarded,
      ...queuedErrors,
    },
  },
  remove: {
    http: 'DELETE /mail/drafts/{draft_id}/stored',
    summary: 'Discards a draft, on its server first. It can be restored for 30 days.',
    effect: { safety: 'draft' },
    scope: 'filtered',
    activity: { action: 'mail.discard_draft', recordedFields: ['draft_id'] },
    input: z.object({ draft_id: draftId }),
    output: ack,
    awaits: true,
    errors: {
      ...missingDraftErrors,
      ...queuedErrors,
      server_unreachable: ['unavailable', 'Its version on the server cannot be deleted now, so it stays.'],
      not_deleted: ['provider', 'The server does not let its version go, so it stays.'],
    },
  },
  discarded: {
    http: 'GET /mail/drafts/discarded',
    summary: 'Drafts discarded in the last 30 days.',
    effect: { safety: 'read' },
    scope: 'filtered',
    pages: { list: 'drafts' },
    input: z.object({ ...pageInput }),
    output: z.object({ drafts: z.array(draftSummary), ...pageOutput }),
  },
  recover: {
    http: 'POST /mail/drafts/{draft_id}/recover',
    summary: 'Restores a discarded draft.',
    effect: { safety: 'draft' },
    scope: 'filtered',
    activity: { action: 'mail.recover_draft', recordedFields: ['draft_id'] },
    input: z.object({ draft_id: draftId }),
    output: ack,
    errors: missingDraftErrors,
  },
  createFromMessage: {
    http: 'POST /mail/drafts/adopt',
    summary: 'Makes a stored draft of one that another program left on the server, and keeps the two the same.',
    effect: { safety: 'draft' },
    scope: { messages: 'message_id' },
    activity: { action: 'mail.adopt_draft' },
    input: z.object({ message_id: messageId }),
    output: z.object({ draft_id: uuid() }),
    errors: {
      no_draft: ['conflict', 'The message is no draft.'],
      not_downloaded: ['unavailable', 'Only the head of the message is here yet.'],
      source_damaged: ['internal', 'The message cannot be read from the disk.'],
    },
  },
});
