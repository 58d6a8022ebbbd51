import type { WriteDb } from '../../store/db.ts';
import { transitionSend, requeueUncommitted, sendsInStates, type OutboxRow, type OutboxTrouble } from './outbox.ts';

/**
 * At the start, of what the last process was handing over: what had not let go of its last bytes cannot have been taken
 * and waits again; of the rest nobody knows. Call it before any sender runs.
 */
export function markInterruptedSendsUnknown(db: WriteDb): void {
  db.transaction(() => {
    requeueUncommitted(db);
    for (const row of sendsInStates(db, ['sending'])) markSendUnknown(db, row, stoppedTrouble);
  });
}

/**
 * After a restore: what waited when the backup was made may have gone since, so that nobody knows. Nothing of it goes by
 * itself.
 */
export function markRestoredSendsUnknown(db: WriteDb): void {
  db.transaction(() => {
    for (const row of sendsInStates(db, ['queued', 'sending'])) markSendUnknown(db, row, restoredTrouble);
  });
}

/**
 * Nobody knows whether it was taken: it never goes again by itself. Where others have it already, the rest of its
 * recipients is in doubt, and not the whole.
 */
export function markSendUnknown(
  db: WriteDb,
  { id, state, sent_at, recipients }: OutboxRow,
  trouble: OutboxTrouble,
): boolean {
  if (sent_at === null) return transitionSend(db, id, state, 'unknown', { is_committed: true, trouble });
  const rest = recipients.map((each) =>
    each.state === 'waiting' ? { ...each, state: 'unknown' as const, reason: trouble.message } : each,
  );
  return transitionSend(db, id, state, 'sent', { recipients: rest, trouble });
}

/** What was in doubt has been taken: somebody says so, or it was found. Says whether it was in doubt. */
export function resolveUnknownSend(
  db: WriteDb,
  { id, recipients }: OutboxRow,
  { at, copy }: { at: string; copy: 'due' | 'done' },
): boolean {
  const accepted = recipients.map((each) =>
    each.state === 'waiting' ? { email: each.email, kind: each.kind, state: 'accepted' as const } : each,
  );
  return transitionSend(db, id, 'unknown', 'sent', { recipients: accepted, trouble: null, copy, sent_at: at });
}

const stoppedTrouble: OutboxTrouble = {
  code: 'stopped_while_sending',
  message:
    'Posthorn was stopped in the moment in which the server took this message, or did not. Look whether it arrived before you send it again.',
  retryable: false,
};

const restoredTrouble: OutboxTrouble = {
  code: 'restored',
  message:
    'This message waited to be sent when the backup was made that has been restored. It may have been sent since. Look whether it arrived before you send it again.',
  retryable: false,
};
