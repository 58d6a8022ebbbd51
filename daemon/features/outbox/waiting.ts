import { moveSend, outboxRow, type OutboxRow } from '../../mail/outbox.ts';
import type { AttemptParts } from './attempt.ts';
import { nextTry } from './lateness.ts';

/** Says of a message that is due what it waits for, while this computer has no network. It is no try. */
export function waitForNetwork({ db, onTried }: Pick<AttemptParts, 'db' | 'onTried'>, row: OutboxRow, now: Date): void {
  const trouble = {
    code: 'offline',
    message: 'This computer has no network connection. It is sent as soon as there is one.',
    retryable: true,
  };
  const next_at = nextTry(1, now);
  if (moveSend(db, row.id, 'queued', 'queued', { trouble, next_at })) onTried(outboxRow(db, row.id)!);
}
