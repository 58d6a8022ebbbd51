import { instantOf } from '../../base/clock.ts';
import type { OutboxRow, OutboxTrouble } from '../../mail/outbox/outbox.ts';

const hourMs = 3_600_000;

/** What was to go at a moment says nothing any more half a day later: the person decides. */
const maxScheduledDelayMs = 12 * hourMs;

/** What has waited for two days, whatever for, does not surprise anybody by going after all. */
const maxWaitMs = 48 * hourMs;

/** Minutes until the next try, after each try in a row; after the last of them always as long. */
const retryMinutes = [1, 5, 15, 60];

/** Why a message is too late to go, where it is. */
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

/** When a message is tried next after its nth try. */
export function nextRetryAt(attempts: number, now: Date): string {
  const minutes = retryMinutes[Math.min(attempts, retryMinutes.length) - 1] ?? retryMinutes[0] ?? 1;
  return instantOf(new Date(now.getTime() + minutes * 60_000));
}

/** After a refused sign-in nothing changes by itself, or seldom. */
export function nextSignInAt(now: Date): string {
  return instantOf(new Date(now.getTime() + hourMs));
}
