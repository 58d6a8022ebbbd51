import { transitionSend, outboxRow, type OutboxRow } from '../../mail/outbox/outbox.ts';
import { nextRetryAt } from './retry-schedule.ts';
import type { AttemptDeps } from './send-loop-deps.ts';

/** Records why a due message waits while this computer has no network. It does not count as an attempt. */
export function postponeUntilOnline(
  { db, onAttempted }: Pick<AttemptDeps, 'db' | 'onAttempted'>,
  row: OutboxRow,
  now: Date,
): void {
  const trouble = {
    code: 'offline',
    message: 'This computer is offline. The message will be sent once it’s back online.',
    retryable: true,
  };
  const next_at = nextRetryAt(1, now);
  if (transitionSend(db, row.id, 'queued', 'queued', { trouble, next_at })) onAttempted(outboxRow(db, row.id)!);
}
