import type { Clock } from '../daemon/base/clock.ts';

/** Milliseconds between two checks. */
const pollMs = 50;

/** Waits until no message is being sent, for at most `patience` milliseconds. */
export async function waitUntilSent(
  isSending: () => boolean,
  { clock, timeoutMs }: { clock: Pick<Clock, 'wait'>; timeoutMs: number },
): Promise<void> {
  for (let waited = 0; waited < timeoutMs && isSending(); waited += pollMs) await clock.wait(pollMs);
}
