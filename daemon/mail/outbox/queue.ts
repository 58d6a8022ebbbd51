import { domainToASCII } from 'node:url';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { timeId } from '../../base/ids.ts';
import type { DraftSafetyIssue, DraftSafetyReport } from '../../contract/draft.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { primaryAddress, type Account } from '../accounts/accounts.ts';
import type { Actor } from '../mutations/apply.ts';
import { listedFiles, saveDraft, setHeaderId, type Draft } from '../drafts/drafts.ts';
import { parseAddressText } from '../mime/address/address-text.ts';
import { lastSendOf, openSendOf, outboxRow, type OutboxRecipient, type OutboxRow } from './outbox.ts';

export type SendTiming = { kind: 'now' } | { kind: 'held'; seconds: number } | { kind: 'scheduled'; at: Date };

/** The actor, which may be granted an override of safety findings, and the send time, if it is fixed. */
export type SafetyCheckOptions = { actor?: Actor | undefined; send_at?: Date | undefined };

export type QueueDeps = {
  db: WriteDb;
  clock: Clock;
  /** Checks a draft before sending. The same for every way to send. */
  checkDraft: (db: ReadDb, draft: Draft, options?: SafetyCheckOptions) => DraftSafetyReport;
  /** Redeems an override of safety findings, and returns the codes that it covers. Throws Failure if it is invalid. */
  redeemOverride: (db: WriteDb, draft: Draft, token: string, actor: Actor) => string[];
};

export type QueueRequest = {
  draft: Draft;
  account: Account;
  timing: SendTiming;
  actor: Actor;
  /** An override of safety findings. */
  override?: string | undefined;
};

/**
 * Queues a draft for sending: it is sent exactly once, or its row states why not. Call it in a transaction, and notify
 * the sender after it. The draft stays, locked, until its copy is in Sent. Throws Failure `already_queued`,
 * `account_gone`, `account_disabled`, `cannot_send`, `bad_from`, and `not_safe` if the safety check found a blocker.
 */
export function queueSend(deps: QueueDeps, { draft, account, timing, actor, override }: QueueRequest): OutboxRow {
  const { db, clock, checkDraft, redeemOverride } = deps;
  requireNotSent(db, draft);
  const from_email = requireFromAddress(db, draft, account);
  const overridden = override === undefined ? [] : redeemOverride(db, draft, override, actor);
  refuseUnsafe(checkDraft(db, draft, { actor }), overridden);
  const recipients = outboxRecipientsOf(draft);
  const now = clock.now();
  const due_at = instantOf(dueAt(now, timing));
  const header_id = draft.header_id ?? `${timeId(now)}@${domainOf(from_email)}`;
  const { id } = db.run(sql`
    INSERT INTO outbox (send_id, draft, draft_id, account, account_id, purpose, state, timing, due_at, next_at, header_id,
      from_email, subject, recipients, overridden, origin, token_id, queued_at)
    VALUES (${timeId(now)}, ${draft.id}, ${draft.draft_id}, ${account.id}, ${account.account_id}, ${draft.purpose}, 'queued',
      ${timing.kind}, ${due_at}, ${due_at}, ${header_id}, ${from_email}, ${draft.subject}, ${JSON.stringify(recipients)},
      ${JSON.stringify(overridden)}, ${actor.origin}, ${actor.token_id ?? null}, ${instantOf(now)})`);
  setHeaderId(db, draft.id, header_id);
  saveDraft(db, draft.id);
  return outboxRow(db, id)!;
}

/**
 * Cancels a send that has not begun. Returns the updated row. Throws Failure `send_begun` if it is too late, and
 * `not_queued` if nothing is queued.
 */
export function cancelSend({ db, clock }: Pick<QueueDeps, 'db' | 'clock'>, draft_id: string): OutboxRow {
  const row = openSendOf(db, draft_id);
  const { changes } = db.run(sql`
    UPDATE outbox SET state = 'cancelled', ended_at = ${instantOf(clock.now())}
    WHERE draft_id = ${draft_id} AND state = 'queued' AND sent_at IS NULL`);
  if (changes === 1 && row) return outboxRow(db, row.id)!;
  if (row || lastSendOf(db, draft_id)?.state === 'sent')
    throw new Failure('conflict', 'send_begun', 'It’s already being sent and can’t be cancelled.');
  throw new Failure('missing', 'not_queued', 'This draft isn’t waiting to be sent.');
}

/** The recipients of a draft without duplicates: To before Cc before Bcc. */
export function outboxRecipientsOf({
  to_text,
  cc_text,
  bcc_text,
}: Pick<Draft, 'to_text' | 'cc_text' | 'bcc_text'>): OutboxRecipient[] {
  const seen = new Map<string, OutboxRecipient>();
  for (const [kind, text] of [
    ['to', to_text],
    ['cc', cc_text],
    ['bcc', bcc_text],
  ] as const)
    for (const { email } of parseAddressText(text).addresses) {
      const key = email.toLowerCase();
      if (!seen.has(key)) seen.set(key, { email, kind, state: 'waiting' });
    }
  return [...seen.values()];
}

/** When a send of this timing that is queued now leaves. */
export function dueAt(now: Date, timing: SendTiming): Date {
  if (timing.kind === 'scheduled') return timing.at;
  return timing.kind === 'held' ? new Date(now.getTime() + timing.seconds * 1000) : now;
}

function requireNotSent(db: ReadDb, { draft_id, discarded_at }: Draft): void {
  if (discarded_at !== null)
    throw new Failure('conflict', 'draft_discarded', 'This draft was discarded. Restore it before you send it.');
  const last = lastSendOf(db, draft_id);
  if (!last || last.state === 'failed' || last.state === 'cancelled') return;
  const reason = {
    queued: 'This draft is already waiting to be sent.',
    sending: 'This draft is being sent.',
    sent: 'This draft has been sent.',
    unknown: 'We couldn’t confirm that this draft was sent. Resolve it in the outbox first.',
  }[last.state];
  throw new Failure('conflict', 'already_queued', reason, { state: last.state, send_id: last.send_id });
}

/** The sender address of the draft. Throws the failures of `queueSend` about accounts if it is not an address of the account. */
export function requireFromAddress(db: ReadDb, draft: Draft, account: Account): string {
  if (draft.account === null)
    throw new Failure(
      'conflict',
      'account_gone',
      'The account of this draft was removed. Choose another to send it from.',
    );
  if (!account.enabled)
    throw new Failure('conflict', 'account_disabled', `${account.name} is turned off. Turn it on to send from it.`);
  if (account.send_kind === null)
    throw new Failure(
      'conflict',
      'cannot_send',
      `${account.name} has no server to send with. Set one up in its settings.`,
    );
  const { addresses, invalid } = parseAddressText(draft.from_text);
  const [from = { name: null, email: primaryAddress(db, account) }, ...more] = addresses;
  if (invalid.length > 0 || more.length > 0)
    throw new Failure('invalid', 'bad_from', `"${draft.from_text}" is no address to send from.`);
  const own = db.get(sql`
    SELECT 1 FROM account_addresses WHERE account = ${account.id} AND email = ${from.email} COLLATE NOCASE`);
  if (!own) throw new Failure('invalid', 'bad_from', `${from.email} isn’t an address of ${account.name}.`);
  return from.email;
}

export function refuseUnsafe({ issues }: DraftSafetyReport, overridden: readonly string[]): void {
  const blockers = remainingBlockers(issues, overridden);
  if (blockers.length === 0) return;
  const reasons = blockers.map(({ message }) => message).join(' ');
  throw new Failure('conflict', 'not_safe', `It wasn’t sent. ${reasons}`, { issues });
}

/** The findings that block a message, except those that are overridden. */
export function remainingBlockers(
  issues: readonly DraftSafetyIssue[],
  overridden: readonly string[],
): DraftSafetyIssue[] {
  return issues.filter(({ severity, code }) => severity === 'blocker' && !overridden.includes(code));
}

/** The domain of an address as used in Message-IDs. */
export function domainOf(email: string): string {
  return domainToASCII(email.slice(email.lastIndexOf('@') + 1)) || 'localhost.invalid';
}

/** Whether all files of a draft are stored. */
export function hasAllFiles(db: ReadDb, draft: number): boolean {
  return listedFiles(db, draft).every(({ content }) => content !== null);
}
