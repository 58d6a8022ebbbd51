import { z } from 'zod';
import { randomId } from '../../base/ids.ts';
import { Failure } from '../../base/failure.ts';
import { draftId } from '../../contract/draft.ts';
import { accountId, address, instantOut, messageId, text, uuid } from '../../contract/fields.ts';
import type { Ask, Reply } from './ask.ts';
import { changeTool, readTool, type Tool } from './tool.ts';

const recipients = z
  .array(z.object({ email: z.string().min(3).max(320), name: z.string().max(200).optional() }))
  .max(500)
  .optional();
const body = z.string().max(200_000).describe('Markdown');

const savedDraft = z.object({
  draft_id: uuid(),
  account_id: uuid(),
  to: z.array(address),
  cc: z.array(address),
  bcc: z.array(address),
  subject: text('Dinner on Friday'),
  body: text('Shall we say seven?').nullable(),
  state: text('draft', 'draft, queued, sending, sent, failed or unknown').optional(),
  updated_at: instantOut,
});

type Draft = Reply<'drafts.get'>['draft'];

function savedDraftOf({ id, account_id, to, cc, bcc, subject, state, updated_at, ...draft }: Draft) {
  const words = draft.body_markdown ?? draft.body_text ?? null;
  return { draft_id: id, account_id, to, cc, bcc, subject, body: words, ...(state && { state }), updated_at };
}

/** Who a draft goes to, in one line. */
function recipientLine({ to, cc, bcc }: Pick<Draft, 'to' | 'cc' | 'bcc'>): string {
  const everyone = [...to, ...cc, ...bcc].map(({ email }) => email);
  return everyone.length === 0 ? 'no one yet' : everyone.join(', ');
}

async function draftOf(ask: Ask, draft_id: string): Promise<Draft> {
  const { draft } = await ask('drafts.get', { draft_id });
  return draft;
}

/** The account to write from: the given one, or the default one of those that the caller may use. */
async function accountFor(ask: Ask, wanted: string | undefined): Promise<string> {
  if (wanted !== undefined) return wanted;
  const { accounts } = await ask('accounts.list', {});
  const account = accounts.find(({ is_default }) => is_default) ?? accounts[0];
  if (account) return account.account_id;
  throw new Failure('conflict', 'no_account', 'There is no account to write from that this program may use.');
}

type DraftInput = { draft_id?: string | undefined; account_id?: string | undefined } & Record<string, unknown>;

/** The draft as it would be stored. What is left out stays as it is. */
async function mergedDraft(ask: Ask, { draft_id, account_id, ...changes }: DraftInput) {
  const given = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
  if (draft_id === undefined) return { id: randomId(), account_id: await accountFor(ask, account_id), ...given };
  const { state: _state, created_at: _made, updated_at: _changed, ...stored } = await draftOf(ask, draft_id);
  return { ...stored, ...given };
}

const saveDraft = changeTool({
  name: 'save_draft',
  title: 'Save a draft',
  description:
    'Stores a draft, a new one or with draft_id changes to one. Nothing is sent: the person finds it under “Drafts”.',
  tier: 'core',
  requests: ['drafts.saveLocal'],
  input: z.object({
    draft_id: draftId.optional().describe('The draft to change; left out, a new one is stored'),
    account_id: accountId.optional().describe('Where a new draft is written; otherwise the default account'),
    to: recipients,
    cc: recipients,
    bcc: recipients,
    subject: z.string().max(1000).optional(),
    body: body.optional(),
  }),
  result: savedDraft,
  async preview({ body: body_markdown, ...input }, { ask }) {
    const { id: _id, ...draft } = await mergedDraft(ask, { ...input, body_markdown });
    return { summary: 'Would store this draft. Nothing would be sent.', preview: draft };
  },
  async apply({ body: body_markdown, ...input }, { ask, idempotencyKey }) {
    const draft = await mergedDraft(ask, { ...input, body_markdown });
    return savedDraftOf((await ask('drafts.saveLocal', draft, { idempotencyKey })).draft);
  },
});

const draftReply = changeTool({
  name: 'draft_reply',
  title: 'Draft a reply',
  description:
    'Stores a draft that answers or forwards a message, with the right recipients, subject and threading. Nothing is sent.',
  tier: 'default',
  requests: ['compose.open', 'compose.save'],
  input: z.object({
    message_id: messageId,
    kind: z.enum(['reply', 'reply_all', 'forward']).default('reply'),
    body,
    to: z.array(z.email().max(320)).max(500).optional().describe('For a forward: to whom'),
  }),
  result: z.object({ draft_id: uuid() }),
  async preview(input) {
    return { summary: 'Would store this answer as a draft. Nothing would be sent.', preview: input };
  },
  async apply({ to, ...input }, { ask, idempotencyKey }) {
    const { session } = await ask('compose.open', { ...input, ...(to && { to: to.join(', ') }) });
    const { draft_id } = await ask('compose.save', { draft_path: session.draftPath }, { idempotencyKey });
    return { draft_id };
  },
});

const listDrafts = readTool({
  name: 'list_drafts',
  title: 'List drafts',
  description: 'Lists the stored drafts, newest edit first.',
  tier: 'default',
  requests: ['drafts.list'],
  input: z.object({}),
  output: z.object({
    drafts: z.array(
      z.object({
        draft_id: uuid(),
        account_id: uuid(),
        subject: text('Dinner on Friday'),
        recipients: text('Ada Morgan <ada@example.org>'),
        snippet: text('Shall we say seven?'),
        state: text('draft'),
        updated_at: instantOut,
      }),
    ),
  }),
  async read(_input, { ask }) {
    const { drafts } = await ask('drafts.list', {});
    return {
      structured: {
        drafts: drafts.map(({ id, account_id, subject, recipients: line, snippet, state, updated_at }) => ({
          draft_id: id,
          account_id,
          subject,
          recipients: line,
          snippet,
          state,
          updated_at,
        })),
      },
    };
  },
});

const readDraft = readTool({
  name: 'read_draft',
  title: 'Read a draft',
  description: 'Gives a stored draft with its recipients and text.',
  tier: 'default',
  requests: ['drafts.get'],
  input: z.object({ draft_id: draftId }),
  output: savedDraft,
  read: async ({ draft_id }, { ask }) => ({ structured: savedDraftOf(await draftOf(ask, draft_id)) }),
});

const sendDraft = changeTool({
  name: 'send_draft',
  title: 'Send a draft',
  description:
    'Sends a stored draft, once however often it is asked for. Without confirm=true it shows who would get what.',
  tier: 'default',
  requests: ['outbox.sendStored'],
  input: z.object({
    draft_id: draftId,
    hold_seconds: z.int().min(0).max(600).optional().describe('How long the person can still stop it'),
  }),
  result: z.object({ send_id: uuid(), state: text('queued', 'queued, sending, sent or unknown'), send_at: instantOut }),
  async preview({ draft_id }, { ask }) {
    const draft = await draftOf(ask, draft_id);
    return { summary: `Would send this draft to ${recipientLine(draft)}.`, preview: savedDraftOf(draft) };
  },
  apply: (input, { ask, idempotencyKey }) => ask('outbox.sendStored', input, { idempotencyKey }),
});

const cancelSend = changeTool({
  name: 'cancel_send',
  title: 'Cancel a send',
  description: 'Stops a message in the outbox that is not being sent yet. Its draft stays.',
  tier: 'default',
  requests: ['outbox.cancel'],
  input: z.object({ draft_id: draftId }),
  result: z.object({}),
  async preview({ draft_id }, { ask }) {
    const draft = await draftOf(ask, draft_id);
    return {
      summary: `Would stop the message to ${recipientLine(draft)}, if it is still waiting.`,
      preview: savedDraftOf(draft),
    };
  },
  apply: (input, { ask, idempotencyKey }) => ask('outbox.cancel', input, { idempotencyKey }),
});

export const draftTools: readonly [Tool, ...Tool[]] = [
  saveDraft,
  draftReply,
  listDrafts,
  readDraft,
  sendDraft,
  cancelSend,
];
