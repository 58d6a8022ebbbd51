import type { ImapFlow } from 'imapflow';
import type { ConnectionTimeouts } from './timeouts.ts';
import type { PooledConnection } from './pooled-connection.ts';

const logoutTimeoutMs = 1500;

/** A time without work; `end` gives how long it was, in milliseconds. */
export type IdlePeriod = { end(): number };

/**
 * What a connection does between two pieces of work: it is tried out now and then, and `leave` is called when nobody
 * has used it for long or others need its place.
 */
export function keepAlive(
  { client, slot }: PooledConnection,
  timeouts: ConnectionTimeouts,
  disconnect: () => void,
): IdlePeriod {
  const start = performance.now();
  const idleMs = () => performance.now() - start;
  let timer: NodeJS.Timeout | undefined;
  let isOver = false;
  const end = () => {
    isOver = true;
    clearTimeout(timer);
  };
  const giveUp = () => {
    end();
    disconnect();
  };
  const check = async () => {
    if (idleMs() >= timeouts.closeUnusedAfterMs) giveUp();
    else if ((await isAlive(client, timeouts.pingMs)) && !isOver) scheduleCheck();
  };
  const scheduleCheck = () => (timer = setTimeout(() => void check(), timeouts.keepAliveMs).unref());
  scheduleCheck();
  slot.markIdle(giveUp);
  return {
    end() {
      end();
      slot.markBusy();
      return idleMs();
    },
  };
}

/** Asks the server for a sign of life. A connection that gives none in time is closed. */
export async function isAlive(client: ImapFlow, timeoutMs: number): Promise<boolean> {
  const timeout = setTimeout(() => client.close(), timeoutMs);
  // A refusal is a sign of life too, and what died is not usable any more.
  await client.noop().catch(() => undefined);
  clearTimeout(timeout);
  return client.usable;
}

/** Says goodbye, so that the server need not wait for us, but not to a server that is slow to answer. */
export async function logout(client: ImapFlow): Promise<void> {
  const timeout = setTimeout(() => client.close(), logoutTimeoutMs);
  // A server that hangs up instead of answering has heard us too.
  await client.logout().catch(() => undefined);
  clearTimeout(timeout);
  client.close();
}
