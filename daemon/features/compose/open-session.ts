import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { randomId } from '../../base/ids.ts';
import type { Caller } from '../../handler-types.ts';
import { primaryAddress, type Account } from '../../mail/accounts/accounts.ts';
import { addDraft, removeEmptyDrafts, type Draft, type DraftContent } from '../../mail/drafts/drafts.ts';
import { parseAddressText, formatAddressText } from '../../mail/mime/address/address-text.ts';
import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import { resolveSignature } from '../../mail/drafts/signatures.ts';
import { addDraftFile, type NewDraftFile } from '../../mail/compose/draft-files.ts';
import { forwardContent } from '../../mail/compose/forward.ts';
import { loadOriginal, senderAddress } from '../../mail/compose/original-message.ts';
import { replyContent } from '../../mail/compose/reply.ts';
import type { WriteDb } from '../../store/db.ts';
import type { ComposeScope, Composition } from './session.ts';
import { addSession, removeEndedSessions, type ComposeKind } from './store.ts';

type InviteAction = 'accept' | 'tentative' | 'maybe' | 'decline';

/** Invitation replies that are written in a session. */
export type InviteAnswers = {
  /** The initial content of a reply. Throws Failure if the invitation cannot be answered. */
  begin(
    context: Pick<ComposeContext, 'db' | 'accounts'>,
    request: { message_id: string; action: InviteAction; body: string },
  ): Omit<InitialContent, 'files'>;
  /** Called in the transaction that queues a reply. Throws Failure if the invitation can no longer be answered. */
  onQueued(db: WriteDb, queued: { draft: Draft; row: OutboxRow; scope: ComposeScope }): void;
};

export type OpenDeps = {
  clock: Clock;
  blobs: string;
  zone: string | undefined;
  inviteAnswers: Pick<InviteAnswers, 'begin'>;
};

type OpenRequest = {
  kind: ComposeKind;
  message_id?: string | undefined;
  to?: string | undefined;
  cc?: string | undefined;
  bcc?: string | undefined;
  subject?: string | undefined;
  body?: string | undefined;
  account_id?: string | undefined;
  action?: InviteAction | undefined;
};

type ComposeContext = { db: WriteDb; caller: Caller; accounts: readonly Account[] };

type InitialContent = { account: Account; content: Partial<DraftContent>; files: readonly NewDraftFile[] };

/**
 * Starts a message: an unsaved draft, and a session that writes it. Throws Failure `invalid_input`, `account_not_found`,
 * `no_account`, `not_found`, `not_downloaded`.
 */
export function openComposition(deps: OpenDeps, context: ComposeContext, request: OpenRequest): Composition {
  const { db, caller } = context;
  removeAbandoned(db, deps.clock.now());
  const { account, content, files } = initialContent(deps, context, request);
  const [from] = parseAddressText(content.from_text ?? '').addresses;
  const kind = request.kind === 'new' ? 'new' : 'reply';
  const signature = resolveSignature(db, { kind, account: account.id, from_email: from?.email })?.name ?? null;
  const writeDeps = { db, clock: deps.clock };
  const purpose = request.kind === 'invite_reply' ? 'invite_reply' : 'mail';
  const draft = addDraft(writeDeps, { ...content, purpose, signature, account, actor: caller, is_saved: false });
  for (const file of files) addDraftFile(writeDeps, draft.id, file);
  return { draft, session: addSession(writeDeps, draft, request.kind) };
}

const dayMs = 86_400_000;

/** Windows that the user closed before writing anything left an empty session. */
function removeAbandoned(db: WriteDb, now: Date): void {
  removeEmptyDrafts(db, instantOf(new Date(now.getTime() - dayMs)));
  removeEndedSessions(db, instantOf(new Date(now.getTime() - 90 * dayMs)));
}

/** The account and the content that a message begins with. Throws what `openComposition` throws. */
export function initialContent(deps: OpenDeps, context: ComposeContext, request: OpenRequest): InitialContent {
  const { kind, message_id, to, cc, bcc, subject, body = '' } = request;
  const fields = {
    ...(to !== undefined && { to_text: to }),
    ...(cc !== undefined && { cc_text: cc }),
    ...(bcc !== undefined && { bcc_text: bcc }),
    ...(subject !== undefined && { subject }),
  };
  if (kind === 'new') {
    const account = accountToWriteFrom(context.accounts, request.account_id);
    const from_text = formatAddressText([senderAddress(context.db, account, primaryAddress(context.db, account))]);
    return { account, content: { from_text, ...fields, body }, files: [] };
  }
  if (message_id === undefined)
    throw new Failure('invalid', 'invalid_input', 'Name the message that is answered or forwarded under message_id.');
  if (kind === 'invite_reply') {
    if (request.action === undefined)
      throw new Failure('invalid', 'invalid_input', 'Say under action whether the invitation is accepted.');
    const reply = deps.inviteAnswers.begin(context, { message_id, action: request.action, body });
    return { ...reply, files: [] };
  }
  const { db, accounts } = context;
  const { clock, blobs, zone } = deps;
  const original = loadOriginal({ db, blobs, zone, now: clock.now() }, accounts, message_id);
  const { account } = original;
  switch (kind) {
    case 'reply':
    case 'reply_all':
      return { account, content: { ...replyContent(original, kind === 'reply_all', body), ...fields }, files: [] };
    case 'forward': {
      const { content, files } = forwardContent(db, original, newCid, body);
      return { account, content: { ...content, ...fields }, files };
    }
  }
}

/** The Content-ID by which the body refers to an image. */
export function newCid(): string {
  return `image-${randomId().slice(-12)}`;
}

/** The named account, else the default account, else the first that can send. */
function accountToWriteFrom(accounts: readonly Account[], account_id: string | undefined): Account {
  if (account_id !== undefined) return requireComposeAccount(accounts, account_id);
  const enabled = accounts.filter((each) => each.enabled && each.email !== '');
  const found =
    enabled.find(({ is_default }) => is_default) ?? enabled.find(({ send_kind }) => send_kind !== null) ?? enabled[0];
  if (found) return found;
  throw new Failure('conflict', 'no_account', 'There’s no account to write from. Add one first.');
}

/** Throws Failure `account_not_found`. */
export function requireComposeAccount(accounts: readonly Account[], account_id: string): Account {
  const found = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (found) return found;
  throw new Failure('missing', 'account_not_found', 'There is no such account.');
}
