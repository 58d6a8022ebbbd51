import { instantOf } from '../../base/clock.ts';
import type { OutboxRow, OutboxTrouble } from '../../mail/outbox/outbox.ts';

const hourMs = 3_600_000;

/** A scheduled message is not sent automatically if it is more than half a day late: the user decides. */
const maxScheduledDelayMs = 12 * hourMs;

/** A message that waited for two days is not sent automatically, so that it does not surprise the user. */
const maxWaitMs = 48 * hourMs;

/** Minutes until the next attempt, after each consecutive attempt; the last value repeats. */
const retryMinutes = [1, 5, 15, 60];

/** Why a message is too late to be sent, if it is. */
export function tooLate({ due_at, timing, attempts }: OutboxRow, now: Date): OutboxTrouble | undefined {
  const lateMs = now.getTime() - Date.parse(due_at);
  if (timing === 'scheduled' && attempts === 0 && lateMs > maxScheduledDelayMs)
    return {
      code: 'too_late',
      message:
        'The moment for which it was planned is more than twelve hours ago: Posthorn was not running, or could not send then. It was not sent. Send it now, or choose another moment.',
      retryable: true,
    };
  if (lateMs <= maxWaitMs) return undefined;
  return {
    code: 'gave_up',
    message: 'It could not be sent for two days and is not tried any more. Send it again, or change it first.',
    retryable: true,
  };
}

/** When a message is retried after its nth attempt. */
export function nextRetryAt(attempts: number, now: Date): string {
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? retryMinutes[0] ?? 1;
  return instantOf(new Date(now.getTime() + minutes * 60_000));
}

/** A refused sign-in rarely resolves by itself. */
export function nextSignInAt(now: Date): string {
  return instantOf(new Date(now.getTime() + hourMs));
}
