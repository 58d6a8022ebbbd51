import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { randomId } from '../../base/ids.ts';
import type { Caller } from '../../handling.ts';
import { primaryAddress, type Account } from '../../mail/accounts.ts';
import { addDraft, removeEmpty, type Draft, type DraftContent } from '../../mail/drafts.ts';
import { readAddressText, writeAddressText } from '../../mail/mime/address-text.ts';
import type { OutboxRow } from '../../mail/outbox.ts';
import { resolveSignature } from '../../mail/signatures.ts';
import { addDraftFile, type NewDraftFile } from '../../mail/writing/files.ts';
import { forwardContent } from '../../mail/writing/forward.ts';
import { originalOf, senderNamed } from '../../mail/writing/original.ts';
import { replyContent } from '../../mail/writing/reply.ts';
import type { WriteDb } from '../../store/db.ts';
import type { Sight, Writing } from './session.ts';
import { addSession, forgetEnded, type ComposeKind } from './store.ts';

export type InviteAction = 'accept' | 'tentative' | 'maybe' | 'decline';

/** Answers to invitations, as far as a session writes them. */
export type InviteAnswers = {
  /** What an answer begins with. Throws Failure where none can be given. */
  begin(
    asker: Pick<Asker, 'db' | 'accounts'>,
    wish: { message_id: string; action: InviteAction; body: string },
  ): Omit<Beginning, 'files'>;
  /** In the transaction in which one is queued. Throws Failure where it can no longer be given. */
  queued(db: WriteDb, queued: { draft: Draft; row: OutboxRow; sight: Sight }): void;
};

export type OpenParts = {
  clock: Clock;
  blobs: string;
  zone: string | undefined;
  inviteAnswers: Pick<InviteAnswers, 'begin'>;
};

export type OpenWish = {
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

type Asker = { db: WriteDb; caller: Caller; accounts: readonly Account[] };

type Beginning = { account: Account; content: Partial<DraftContent>; files: readonly NewDraftFile[] };

/**
 * Begins a message: a draft nobody has saved yet, and a session that writes it. Throws Failure `invalid_input`,
 * `account_not_found`, `no_account`, `not_found`, `not_downloaded`.
 */
export function openWriting(parts: OpenParts, asker: Asker, wish: OpenWish): Writing {
  const { db, caller } = asker;
  forgetAbandoned(db, parts.clock.now());
  const { account, content, files } = beginning(parts, asker, wish);
  const [from] = readAddressText(content.from_text ?? '').addresses;
  const kind = wish.kind === 'new' ? 'new' : 'reply';
  const signature = resolveSignature(db, { kind, account: account.id, from_email: from?.email })?.name ?? null;
  const making = { db, clock: parts.clock };
  const purpose = wish.kind === 'invite_reply' ? 'invite_reply' : 'mail';
  const draft = addDraft(making, { ...content, purpose, signature, account, actor: caller, is_saved: false });
  for (const file of files) addDraftFile(making, draft.id, file);
  return { draft, session: addSession(making, draft, wish.kind) };
}

const dayMs = 86_400_000;

/** Windows are closed before anything is written, and every one of them has left a session. */
function forgetAbandoned(db: WriteDb, now: Date): void {
  removeEmpty(db, instantOf(new Date(now.getTime() - dayMs)));
  forgetEnded(db, instantOf(new Date(now.getTime() - 90 * dayMs)));
}

function beginning(parts: OpenParts, asker: Asker, wish: OpenWish): Beginning {
  const { kind, message_id, to, cc, bcc, subject, body = '' } = wish;
  const given = {
    ...(to !== undefined && { to_text: to }),
    ...(cc !== undefined && { cc_text: cc }),
    ...(bcc !== undefined && { bcc_text: bcc }),
    ...(subject !== undefined && { subject }),
  };
  if (kind === 'new') {
    const account = accountToWriteFrom(asker.accounts, wish.account_id);
    const from_text = writeAddressText([senderNamed(asker.db, account, primaryAddress(asker.db, account))]);
    return { account, content: { from_text, ...given, body }, files: [] };
  }
  if (message_id === undefined)
    throw new Failure('invalid', 'invalid_input', 'Name the message that is answered or forwarded under message_id.');
  if (kind === 'invite_reply') {
    if (wish.action === undefined)
      throw new Failure('invalid', 'invalid_input', 'Say under action whether the invitation is accepted.');
    const begun = parts.inviteAnswers.begin(asker, { message_id, action: wish.action, body });
    return { ...begun, files: [] };
  }
  const { db, accounts } = asker;
  const { clock, blobs, zone } = parts;
  const original = originalOf({ db, blobs, zone, now: clock.now() }, accounts, message_id);
  const { account } = original;
  switch (kind) {
    case 'reply':
    case 'reply_all':
      return { account, content: { ...replyContent(original, kind === 'reply_all', body), ...given }, files: [] };
    case 'forward': {
      const { content, files } = forwardContent(db, original, newCid, body);
      return { account, content: { ...content, ...given }, files };
    }
  }
}

/** What the body calls a picture. */
export function newCid(): string {
  return `image-${randomId().slice(-12)}`;
}

/** The account named, else the default one, else the first that can send. */
function accountToWriteFrom(accounts: readonly Account[], account_id: string | undefined): Account {
  if (account_id !== undefined) return accountNamed(accounts, account_id);
  const enabled = accounts.filter((each) => each.enabled && each.email !== '');
  const found =
    enabled.find(({ is_default }) => is_default) ?? enabled.find(({ send_kind }) => send_kind !== null) ?? enabled[0];
  if (found) return found;
  throw new Failure('conflict', 'no_account', 'There is no account to write from. Set one up first.');
}

/** Throws Failure `account_not_found`. */
export function accountNamed(accounts: readonly Account[], account_id: string): Account {
  const found = accounts.find((each) => each.account_id === account_id.toLowerCase());
  if (found) return found;
  throw new Failure('missing', 'account_not_found', 'There is no such account here.');
}
