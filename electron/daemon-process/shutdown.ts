import type { Clock } from '../../daemon/base/clock.ts';
import type { Supervisor } from './supervisor.ts';

/** Time limits when the app quits, in milliseconds. */
export type QuitTimeouts = {
  /** For the daemon to end after its last send. */
  exitMs: number;
  /** For a message that is being sent. */
  sendingMs: number;
  /** Until the user is informed about the wait. */
  quietMs: number;
  /** Between two checks. */
  pollMs: number;
};

export const defaultQuitTimeouts: QuitTimeouts = { exitMs: 5_000, sendingMs: 15_000, quietMs: 1_000, pollMs: 250 };

/**
 * Ends the daemon cleanly. A message that is being sent gets time, because it is unknown whether the server accepted an
 * interrupted one; `onWaiting` is called if that takes a while. A process that does not end in time is killed.
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

/** A process that cannot answer any more is not sending. */
async function isSending(
  { request }: Pick<Supervisor, 'request'>,
  { clock, limitMs, signal }: { clock: Pick<Clock, 'wait'>; limitMs: number; signal: AbortSignal },
): Promise<boolean> {
  const timeout = clock.wait(limitMs, signal).then(() => false);
  return Promise.race([request('sending', null).catch(() => false), timeout]);
}
