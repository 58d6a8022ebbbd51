import type { WriteDb } from '../../store/db.ts';
import { transitionSend, requeueUncommitted, sendsInStates, type OutboxRow, type OutboxTrouble } from './outbox.ts';

/**
 * Handles interrupted sends, of one account or of all: those whose last bytes were not sent cannot have been accepted and
 * are queued again; the outcome of the others is unknown. Call it while no sender of the account runs.
 */
export function markInterruptedSendsUnknown(db: WriteDb, account: number | null = null): void {
  db.transaction(() => {
    requeueUncommitted(db, account);
    for (const row of sendsInStates(db, ['sending']))
      if (account === null || row.account === account) markSendUnknown(db, row, stoppedTrouble);
  });
}

/**
 * After a restore: sends that were queued in the backup may have been sent since, so their outcome is unknown. None of
 * them is sent automatically.
 */
export function markRestoredSendsUnknown(db: WriteDb): void {
  db.transaction(() => {
    for (const row of sendsInStates(db, ['queued', 'sending'])) markSendUnknown(db, row, restoredTrouble);
  });
}

/**
 * Marks a send whose outcome is unknown: it is never sent again automatically. If some recipients were accepted, only
 * the remaining recipients are marked, not the whole send.
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

/**
 * Marks an unknown send as accepted, because the user confirms it or a copy was found. Returns whether it was unknown.
 */
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
  message: 'Posthorn was stopped while this message was being sent. Check whether it arrived before you send it again.',
  retryable: false,
};

const restoredTrouble: OutboxTrouble = {
  code: 'restored',
  message:
    'This message was waiting to be sent when the restored backup was made. It may have been sent since. Check whether it arrived before you send it again.',
  retryable: false,
};
