import type { Account } from '../../mail/accounts.ts';
import type { MayStill } from '../../mail/apply.ts';
import { draftOf } from '../../mail/drafts.ts';
import { openBlockers } from '../../mail/outbox-queue.ts';
import type { OutboxRow, OutboxTrouble } from '../../mail/outbox.ts';
import type { Sending } from '../../mail/sending.ts';
import type { ReadDb } from '../../store/db.ts';
import { tooLate } from './lateness.ts';

type ObstacleParts = {
  db: ReadDb;
  account: Account;
  now: Date;
  mayStill: MayStill;
  sending: Pick<Sending, 'check'>;
};

/**
 * Why a message whose moment has come may not go, where it may not: it is too late for it, who asked may not send any more,
 * or its safety check finds now what stops it. What somebody has seen and passed over stops nothing.
 */
export function obstacleTo(
  row: OutboxRow,
  { db, account, now, mayStill, sending }: ObstacleParts,
): OutboxTrouble | undefined {
  const late = tooLate(row, now);
  if (late) return late;
  const { origin, token_id } = row;
  const refusal = mayStill({ origin, token_id }, { safety: 'send' }, account.id);
  if (refusal !== undefined) return { code: 'policy', message: `It was not sent. ${refusal}`, retryable: true };
  // What goes at once was checked in the moment in which it was promised, and what was tried already when it first went.
  if (row.timing === 'now' || row.attempts > 0) return undefined;
  const draft = row.draft === null ? undefined : draftOf(db, row.draft);
  if (!draft) return undefined;
  const [first, ...others] = openBlockers(sending.check(db, draft).issues, row.overridden);
  if (!first) return undefined;
  const words = [first, ...others].map(({ message }) => message).join(' ');
  return { code: 'not_safe', message: `It was not sent. ${words}`, retryable: true };
}
