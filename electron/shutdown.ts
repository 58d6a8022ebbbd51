import type { Clock } from '../daemon/base/clock.ts';
import type { Supervisor } from './supervisor.ts';

/** How long things may take when the app quits, in milliseconds. */
export type QuitPace = {
  /** In which the daemon has to end once it hands over no message any more. */
  patience: number;
  /** For which a message that is being handed over may be. */
  sendingPatience: number;
  /** After which the person is told what is waited for. */
  silence: number;
  /** Between two looks. */
  glance: number;
};

export const usualQuitPace: QuitPace = { patience: 5_000, sendingPatience: 15_000, silence: 1_000, glance: 250 };

/**
 * Ends the daemon in good order. A message that is being handed over is given time, for one that is cut off may have been
 * taken or not, and nobody knows; `onWaiting` is told where that takes a while. What does not end in time is ended.
 */
export async function closeInOrder(
  daemon: Pick<Supervisor, 'ask' | 'close' | 'kill'>,
  {
    clock,
    pace: { patience, sendingPatience, silence, glance },
    onWaiting,
  }: { clock: Pick<Clock, 'wait'>; pace: QuitPace; onWaiting(): void },
): Promise<void> {
  const ended = new AbortController();
  const closed = daemon.close().then(() => ended.abort());
  let lastSending = -1;
  for (let waited = 0; !ended.signal.aborted; waited += glance) {
    if (waited < sendingPatience && (await isSending(daemon, { clock, limit: glance, signal: ended.signal }))) {
      lastSending = waited;
      if (waited >= silence) onWaiting();
    }
    await clock.wait(glance, ended.signal);
    if (!ended.signal.aborted && waited >= patience + lastSending) {
      daemon.kill();
      break;
    }
  }
  await closed;
}

/** One that cannot say so any more has nothing left to hand over. */
async function isSending(
  { ask }: Pick<Supervisor, 'ask'>,
  { clock, limit, signal }: { clock: Pick<Clock, 'wait'>; limit: number; signal: AbortSignal },
): Promise<boolean> {
  const late = clock.wait(limit, signal).then(() => false);
  return Promise.race([ask('sending', null).catch(() => false), late]);
}
