import type { OutboxRow } from '../../mail/outbox/outbox.ts';
import type { SendLoopDeps } from './send-loop-deps.ts';

/** Announces the result of an attempt, and for a scheduled send whether it was sent. */
export function announceSendResult({
  account,
  sending,
  announce,
  recordDeferred,
}: Pick<SendLoopDeps, 'account' | 'sending' | 'announce' | 'recordDeferred'>): (row: OutboxRow) => void {
  return (row) => {
    sending.announceChange(row);
    const { timing, state, draft_id, message_id, header_id, trouble, origin, token_id } = row;
    if (timing !== 'scheduled' || state === 'queued') return;
    const { account_id } = account;
    const ok = state === 'sent';
    announce({
      event: 'ScheduledSendFlushed',
      account_id,
      draft_id,
      ...(message_id !== null && { local_message_id: message_id }),
      rfc2822_message_id: header_id,
      ok,
      ...(trouble && { error: trouble.message }),
    });
    const outcome = ok ? {} : { failure: trouble?.code ?? state };
    recordDeferred({ action: 'mail.send_scheduled', actor: { origin, token_id }, account_id, message_id, ...outcome });
  };
}
