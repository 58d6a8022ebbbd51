import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { sendReceipt } from '../../contract/draft.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { draftSubject } from '../../mail/approvals/draft-subject.ts';
import type { SendSubject } from '../../mail/approvals/subject.ts';
import { draftById, listedFiles, moveDraft, type Draft } from '../../mail/drafts/drafts.ts';
import type { SendTiming } from '../../mail/outbox/queue.ts';
import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import { parseAddressText } from '../../mail/mime/address/address-text.ts';
import { forwardedFileSource } from '../../mail/compose/draft-files.ts';
import { accountOfAddress } from '../../mail/compose/original-message.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { requireComposeAccount, type InviteAnswers } from './open-session.ts';
import { requireComposition, type ComposeScope } from './session.ts';
import { endSession } from './store.ts';

/** How long an answer waits for the result of a send, in milliseconds. */
const outcomeWaitMs = 15_000;

/** Builds the receipt that the caller gets. */
export type ReceiptWriter = (db: ReadDb, row: OutboxRow) => z.input<typeof sendReceipt>;

type SendRequest = {
  account_id?: string | undefined;
  override_safety_token?: string | undefined;
  send_at?: string | undefined;
  hold_seconds?: number | undefined;
};

type SendDeps = {
  db: WriteDb;
  clock: Clock;
  sending: SendingService;
  announceChange: (draft: Draft) => void;
  receiptOf: ReceiptWriter;
  inviteAnswers: Pick<InviteAnswers, 'onQueued'>;
};

/**
 * Queues the draft of a session and ends the session; waits for the result if the send is neither held nor scheduled. Throws
 * Failure `files_not_ready`, `account_not_found`, `send_failed`, `send_cancelled`, and what `queueSend` throws.
 */
export async function sendComposition(deps: SendDeps, draft_path: string, options: SendRequest, scope: ComposeScope) {
  const { db, sending, announceChange, receiptOf } = deps;
  const { original, draft, row } = db.transaction(() => queueComposition(deps, draft_path, options, scope));
  announceChange(draft);
  // Removes the version on the server of the previous account.
  if (original.account_id !== draft.account_id) announceChange(original);
  const outcome = row.timing === 'now' ? await sending.waitForOutcome(row.send_id, outcomeWaitMs) : row;
  if (outcome.state === 'failed') throw sendFailed(outcome);
  if (outcome.state === 'cancelled')
    throw new Failure('conflict', 'send_cancelled', 'Sending was cancelled. The draft is kept.');
  return { ok: true, draft_id: draft.draft_id, receipt: receiptOf(db, outcome) };
}

/** What a session would send. Throws Failure `session_not_found`, `session_ended`, `account_not_found`, `account_gone`. */
export function compositionSubject(input: Record<string, unknown>, scope: ComposeScope & { db: ReadDb }): SendSubject {
  const { draft_path, ...options } = input as SendRequest & { draft_path: string };
  const { draft } = requireComposition(scope.db, draft_path, scope);
  const account = accountToSend(scope.db, draft, options, scope);
  return draftSubject(scope.db, { ...draft, account: account.id, account_id: account.account_id });
}

function queueComposition(deps: SendDeps, draft_path: string, options: SendRequest, scope: ComposeScope) {
  const { db, sending } = deps;
  const { session, draft: original } = requireComposition(db, draft_path, scope);
  requireFilesReady(db, original);
  const account = accountToSend(db, original, options, scope);
  if (original.account !== account.id) moveDraft(deps, original.id, account);
  const draft = draftById(db, original.id)!;
  const timing = timingOf(deps, options, scope);
  const row = sending.queue(db, {
    draft,
    account,
    timing,
    actor: scope.caller,
    override: options.override_safety_token,
  });
  if (draft.purpose === 'invite_reply') deps.inviteAnswers.onQueued(db, { draft, row, scope });
  endSession(deps, session.id, 'sent');
  return { original, draft, row };
}

/** Some files of a forward may not be fetched yet. */
function requireFilesReady(db: ReadDb, { id }: Draft): void {
  const missing = listedFiles(db, id).find(({ content }) => content === null);
  if (!missing) return;
  const trouble = forwardedFileSource(missing)?.error;
  const why =
    trouble === undefined ? 'is still being downloaded from the mail server.' : `can’t be attached. ${trouble}`;
  throw new Failure('unavailable', 'files_not_ready', `${missing.name} ${why} Try again in a moment, or remove it.`, {
    retryable: true,
  });
}

/**
 * The named account, else the account of the From address, else the account of the draft. Throws Failure
 * `account_not_found`, `account_gone`.
 */
export function accountToSend(
  db: ReadDb,
  draft: Draft,
  { account_id }: SendRequest,
  { accounts }: ComposeScope,
): Account {
  if (account_id !== undefined) return requireComposeAccount(accounts, account_id);
  const [from] = parseAddressText(draft.from_text).addresses;
  const own = accounts.find(({ id }) => id === draft.account);
  const found = (from && accountOfAddress(db, accounts, from.email, own)) ?? own;
  if (found) return found;
  throw new Failure(
    'conflict',
    'account_gone',
    'The account of this draft was removed. Choose another to send it from.',
  );
}

/** When it is sent: at the time that was asked for, after the time in which it can be undone, or now. */
export function timingOf(
  { clock, sending }: Pick<SendDeps, 'clock' | 'sending'>,
  { send_at, hold_seconds }: SendRequest,
  { caller }: Pick<ComposeScope, 'caller'>,
): SendTiming {
  if (send_at !== undefined) {
    const at = new Date(send_at);
    return at > clock.now() ? { kind: 'scheduled', at } : { kind: 'now' };
  }
  const seconds = hold_seconds ?? sending.undoSecondsFor(caller);
  return seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' };
}

function sendFailed({ trouble, recipients, draft_id, send_id }: OutboxRow): Failure {
  const why = trouble?.message ?? 'The server refused it.';
  return new Failure('provider', 'send_failed', `It wasn’t sent. The draft is kept. ${why}`, {
    retryable: trouble?.retryable ?? false,
    reason: trouble?.code,
    recipients,
    draft_id,
    send_id,
  });
}
