import type { ConnectionFactory } from './connection-factory.ts';
import type { AccountSlots } from './host-budget.ts';
import { createConnectionQueue, type ConnectionQueue, type PrioritizedConnectionQueue } from './connection-queue.ts';
import type { ConnectionTimeouts } from './timeouts.ts';
import { TooManyConnections } from './errors.ts';
import type { PooledConnection } from './pooled-connection.ts';

/** An account's connections by what they are for. Each is made when first needed. */
export type ConnectionPool = {
  /** Folders, changes and sources. */
  sync: ConnectionQueue;
  /** What the user is doing, which never waits behind a sync that has a connection of its own. */
  user: ConnectionQueue;
  /** A connection to watch with. It waits as long as there is no room for one. */
  watch(signal: AbortSignal): Promise<PooledConnection>;
  close(): Promise<void>;
};

type ConnectionPoolDeps = {
  host: string;
  connect: ConnectionFactory;
  slots: AccountSlots;
  timeouts: ConnectionTimeouts;
};

export function openConnectionPool({ host, connect, slots, timeouts }: ConnectionPoolDeps): ConnectionPool {
  const sync = createConnectionQueue({ host, open: (signal) => connect('sync', signal), timeouts });
  const user = createConnectionQueue({ host, open: (signal) => connect('user', signal), timeouts });
  return {
    sync: sync.normal,
    user: userOrSyncQueue(user, sync, () => slots.hasFreeSlot('user')),
    watch: (signal) => connect('watch', signal),
    async close() {
      await Promise.all([sync.normal.close(), user.normal.close()]);
    },
  };
}

/** The user's own line, or the sync's with the next turn where there cannot be a second one. */
function userOrSyncQueue(
  user: PrioritizedConnectionQueue,
  sync: PrioritizedConnectionQueue,
  hasFreeSlot: () => boolean,
): ConnectionQueue {
  let lastUsed = user.normal;
  const runOn = <T>(queue: ConnectionQueue, work: (queue: ConnectionQueue) => Promise<T>) => work((lastUsed = queue));
  const runOnAvailable = async <T>(work: (queue: ConnectionQueue) => Promise<T>): Promise<T> => {
    if (!user.isOpen() && !hasFreeSlot() && sync.isOpen()) return runOn(sync.urgent, work);
    try {
      return await runOn(user.normal, work);
    } catch (error) {
      // It was thrown instead of a connection, so nothing has been done yet.
      if (!(error instanceof TooManyConnections)) throw error;
      return runOn(sync.urgent, work);
    }
  };
  return {
    get isConnected() {
      return lastUsed.isConnected;
    },
    use: (signal, work) => runOnAvailable((queue) => queue.use(signal, work)),
    useOnce: (signal, work) => runOnAvailable((queue) => queue.useOnce(signal, work)),
    close: () => user.normal.close(),
  };
}
