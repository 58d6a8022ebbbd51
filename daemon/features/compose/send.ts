import type { z } from 'zod';
import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { sendReceipt } from '../../contract/draft.ts';
import type { Account } from '../../mail/accounts.ts';
import { draftOf, listedFiles, moveDraft, type Draft } from '../../mail/drafts.ts';
import type { Timing } from '../../mail/outbox-queue.ts';
import type { OutboxRow } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import { readAddressText } from '../../mail/mime/address-text.ts';
import { fetchFromOf } from '../../mail/writing/files.ts';
import { accountWith } from '../../mail/writing/original.ts';
import type { ReadDb, WriteDb } from '../../store/db.ts';
import { accountNamed, type InviteAnswers } from './opening.ts';
import { writingNamed, type Sight } from './session.ts';
import { endSession } from './store.ts';

/** How long an answer waits for what becomes of a send, in milliseconds. */
const patience = 15_000;

/** What whoever sends is told of it. */
export type ReceiptWriter = (db: ReadDb, row: OutboxRow) => z.input<typeof sendReceipt>;

export type SendWish = {
  account_id?: string | undefined;
  override_safety_token?: string | undefined;
  send_at?: string | undefined;
  hold_seconds?: number | undefined;
};

type SendParts = {
  db: WriteDb;
  clock: Clock;
  sending: Sending;
  changed: (draft: Draft) => void;
  receiptOf: ReceiptWriter;
  inviteAnswers: Pick<InviteAnswers, 'queued'>;
};

/**
 * Queues the draft of a session, which ends with that; what is neither held nor scheduled is waited for. Throws Failure
 * `files_not_ready`, `account_not_found`, `send_failed`, `send_cancelled`, and what `queueSend` throws.
 */
export async function sendWriting(parts: SendParts, draft_path: string, wish: SendWish, sight: Sight) {
  const { db, sending, changed, receiptOf } = parts;
  const { written, draft, row } = db.transaction(() => queueWriting(parts, draft_path, wish, sight));
  changed(draft);
  // Where it lay on the server of another account it is taken away there.
  if (written.account_id !== draft.account_id) changed(written);
  const last = row.timing === 'now' ? await sending.outcome(row.send_id, patience) : row;
  if (last.state === 'failed') throw sendFailed(last);
  if (last.state === 'cancelled')
    throw new Failure('conflict', 'send_cancelled', 'It was taken back before it went. Its draft is kept.');
  return { ok: true, draft_id: draft.draft_id, receipt: receiptOf(db, last) };
}

function queueWriting(parts: SendParts, draft_path: string, wish: SendWish, sight: Sight) {
  const { db, sending } = parts;
  const { session, draft: written } = writingNamed(db, draft_path, sight);
  refuseUnready(db, written);
  const account = accountToSend(db, written, wish, sight);
  moveDraft(parts, written.id, account);
  const draft = draftOf(db, written.id)!;
  const timing = timingOf(parts, wish, sight);
  const row = sending.queue(db, { draft, account, timing, actor: sight.caller, override: wish.override_safety_token });
  if (draft.purpose === 'invite_reply') parts.inviteAnswers.queued(db, { draft, row, sight });
  endSession(parts, session.id, 'sent');
  return { written, draft, row };
}

/** Of a forward some files may not be here yet. */
function refuseUnready(db: ReadDb, { id }: Draft): void {
  const missing = listedFiles(db, id).find(({ content }) => content === null);
  if (!missing) return;
  const trouble = fetchFromOf(missing)?.trouble;
  const why = trouble === undefined ? 'is still being fetched from the mail server.' : `cannot be attached. ${trouble}`;
  throw new Failure('unavailable', 'files_not_ready', `${missing.name} ${why} Try again in a moment, or take it off.`, {
    retryable: true,
  });
}

/**
 * The account named, else the one whose address it is sent from, else the one it was written in. Throws Failure
 * `account_not_found`, `account_gone`.
 */
export function accountToSend(db: ReadDb, draft: Draft, { account_id }: SendWish, { accounts }: Sight): Account {
  if (account_id !== undefined) return accountNamed(accounts, account_id);
  const [from] = readAddressText(draft.from_text).addresses;
  const own = accounts.find(({ id }) => id === draft.account);
  const found = (from && accountWith(db, accounts, from.email, own)) ?? own;
  if (found) return found;
  throw new Failure('conflict', 'account_gone', 'The account of this draft is gone. Choose another to send it from.');
}

function timingOf({ clock, sending }: SendParts, { send_at, hold_seconds }: SendWish, { caller }: Sight): Timing {
  if (send_at !== undefined) {
    const at = new Date(send_at);
    return at > clock.now() ? { kind: 'scheduled', at } : { kind: 'now' };
  }
  const seconds = hold_seconds ?? sending.holdSeconds(caller);
  return seconds > 0 ? { kind: 'held', seconds } : { kind: 'now' };
}

function sendFailed({ trouble, recipients, draft_id, send_id }: OutboxRow): Failure {
  const why = trouble?.message ?? 'The server refused it.';
  return new Failure('provider', 'send_failed', `It was not sent; its draft is kept. ${why}`, {
    retryable: trouble?.retryable ?? false,
    reason: trouble?.code,
    recipients,
    draft_id,
    send_id,
  });
}
