import type { Clock } from '../daemon/base/clock.ts';

/** Milliseconds between two looks. */
const glance = 50;

/** Waits until no message is being handed over, for `patience` milliseconds at the most. */
export async function untilSent(
  isSending: () => boolean,
  { clock, patience }: { clock: Pick<Clock, 'wait'>; patience: number },
): Promise<void> {
  for (let waited = 0; waited < patience && isSending(); waited += glance) await clock.wait(glance);
}
