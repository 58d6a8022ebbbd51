import type { Clock } from '../../daemon/base/clock.ts';
import type { Supervisor } from './supervisor.ts';

/** How long things may take when the app quits, in milliseconds. */
export type QuitTimeouts = {
  /** In which the daemon has to end once it hands over no message any more. */
  exitMs: number;
  /** For which a message that is being handed over may be. */
  sendingMs: number;
  /** After which the person is told what is waited for. */
  quietMs: number;
  /** Between two looks. */
  pollMs: number;
};

export const defaultQuitTimeouts: QuitTimeouts = { exitMs: 5_000, sendingMs: 15_000, quietMs: 1_000, pollMs: 250 };

/**
 * Ends the daemon in good order. A message that is being handed over is given time, for one that is cut off may have been
 * taken or not, and nobody knows; `onWaiting` is told where that takes a while. What does not end in time is ended.
 */
export async function closeGracefully(
  daemon: Pick<Supervisor, 'request' | 'close' | 'kill'>,
  {
    clock,
    timeouts: { exitMs, sendingMs, quietMs, pollMs },
    onWaiting,
  }: { clock: Pick<Clock, 'wait'>; timeouts: QuitTimeouts; onWaiting(): void },
): Promise<void> {
  const ended = new AbortController();
  const closed = daemon.close().then(() => ended.abort());
  let lastSending = -1;
  for (let waited = 0; !ended.signal.aborted; waited += pollMs) {
    if (waited < sendingMs && (await isSending(daemon, { clock, limitMs: pollMs, signal: ended.signal }))) {
      lastSending = waited;
      if (waited >= quietMs) onWaiting();
    }
    await clock.wait(pollMs, ended.signal);
    if (!ended.signal.aborted && waited >= exitMs + lastSending) {
      daemon.kill();
      break;
    }
  }
  await closed;
}

/** One that cannot say so any more has nothing left to hand over. */
async function isSending(
  { request }: Pick<Supervisor, 'request'>,
  { clock, limitMs, signal }: { clock: Pick<Clock, 'wait'>; limitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const timeout = clock.wait(limitMs, signal).then(() => false);
  return Promise.race([request('sending', null).catch(() => false), timeout]);
}
