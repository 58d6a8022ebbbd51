import type { ImapFlow } from 'imapflow';
import type { ConnectionTimeouts } from './timeouts.ts';
import type { PooledConnection } from './pooled-connection.ts';

const logoutTimeoutMs = 1500;

/** An idle period; `end` returns its length in milliseconds. */
export type IdlePeriod = { end(): number };

/**
 * Manages a connection between two tasks: it is tested now and then, and `onReclaim` is called when it has been unused for
 * long or others need its slot.
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

/** Asks the server for a response. A connection without a response in time is closed. */
export async function isAlive(client: ImapFlow, timeoutMs: number): Promise<boolean> {
  const timeout = setTimeout(() => client.close(), timeoutMs);
  // A refusal is a response too, and a dead connection is no longer usable.
  await client.noop().catch(() => undefined);
  clearTimeout(timeout);
  return client.usable;
}

/** Sends LOGOUT, so that the server need not wait, but not to a server that is slow to respond. */
export async function logout(client: ImapFlow): Promise<void> {
  const timeout = setTimeout(() => client.close(), logoutTimeoutMs);
  // A server that disconnects instead of responding has received LOGOUT too.
  await client.logout().catch(() => undefined);
  clearTimeout(timeout);
  client.close();
}
