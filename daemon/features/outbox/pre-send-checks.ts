import type { Account } from '../../mail/accounts/accounts.ts';
import type { DeferredAuthorization } from '../../mail/mutations/apply.ts';
import { draftById } from '../../mail/drafts/drafts.ts';
import { remainingBlockers } from '../../mail/outbox/queue.ts';
import type { OutboxRow, OutboxTrouble } from '../../mail/outbox/outbox.ts';
import type { SendingService } from '../../mail/outbox/sending-service.ts';
import type { ReadDb } from '../../store/db.ts';
import { tooLate } from './retry-schedule.ts';

type PreSendCheckDeps = {
  db: ReadDb;
  account: Account;
  now: Date;
  authorizeDeferred: DeferredAuthorization;
  sending: Pick<SendingService, 'check'>;
};

/**
 * Why a due message may not be sent, if so: it is too late, the caller has lost the permission to send, or its safety check
 * finds a blocker now. Blockers that the user has overridden do not count.
 */
export function checkBeforeSend(
  row: OutboxRow,
  { db, account, now, authorizeDeferred, sending }: PreSendCheckDeps,
): OutboxTrouble | undefined {
  const late = tooLate(row, now);
  if (late) return late;
  const { origin, token_id } = row;
  const refusal = authorizeDeferred({ origin, token_id }, { safety: 'send' }, account.id);
  if (refusal !== undefined) return { code: 'policy', message: `It wasn’t sent. ${refusal}`, retryable: true };
  // An immediate send was checked when it was queued, and a retry before its first attempt.
  if (row.timing === 'now' || row.attempts > 0) return undefined;
  const draft = row.draft === null ? undefined : draftById(db, row.draft);
  if (!draft) return undefined;
  const [first, ...others] = remainingBlockers(sending.check(db, draft).issues, row.overridden);
  if (!first) return undefined;
  const reasons = [first, ...others].map(({ message }) => message).join(' ');
  return { code: 'not_safe', message: `It wasn’t sent. ${reasons}`, retryable: true };
}
