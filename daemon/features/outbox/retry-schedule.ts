import { instantOf } from '../../base/clock.ts';
import type { OutboxRow, OutboxTrouble } from '../../mail/outbox/outbox.ts';

const hourMs = 3_600_000;

/**
 * A scheduled message is not sent automatically if its time passed unnoticed, as in a sleep of the computer: the user
 * decides. One that has been waiting for the network since its time is sent up to half a day late, as the outbox says.
 */
const maxScheduledDelayMs = { unnoticed: 5 * 60_000, waiting: 12 * hourMs };

/** A message that waited for two days is not sent automatically, so that it does not surprise the user. */
const maxWaitMs = 48 * hourMs;

/** Minutes until the next attempt, after each consecutive attempt; the last value repeats. */
const retryMinutes = [1, 5, 15, 60];

/** Why a message is too late to be sent, if it is. */
export function tooLate(row: OutboxRow, now: Date): OutboxTrouble | undefined {
  const { due_at, timing, attempts } = row;
  const lateMs = now.getTime() - Date.parse(due_at);
  const maxDelayMs = maxScheduledDelayMs[row.trouble?.code === 'offline' ? 'waiting' : 'unnoticed'];
  if (timing === 'scheduled' && attempts === 0 && lateMs > maxDelayMs)
    return {
      code: lateCode,
      message: `It was to be sent ${agoText(lateMs)}, but this computer was asleep or Posthorn couldn’t send. Send it now, choose another time, or discard it.`,
      retryable: true,
    };
  if (lateMs <= maxWaitMs) return undefined;
  return {
    code: 'gave_up',
    message: 'Posthorn tried to send it for two days and has stopped. Send it again, or change it first.',
    retryable: true,
  };
}

/** A scheduled send whose time passed before it was sent. */
const lateCode = 'too_late';

/** Whether the user decides what happens to a scheduled send whose time has passed. */
export function isLateScheduledSend({ state, timing, trouble }: OutboxRow): boolean {
  return state === 'failed' && timing === 'scheduled' && trouble?.code === lateCode;
}

function agoText(ms: number): string {
  const minutes = Math.round(ms / 60_000);
  if (minutes < 90) return `${minutes} minutes ago`;
  const hours = Math.round(minutes / 60);
  return hours < 36 ? `${hours} hours ago` : `${Math.round(hours / 24)} days ago`;
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
