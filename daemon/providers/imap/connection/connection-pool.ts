import type { Clock } from '../../../base/clock.ts';
import type { ConnectionFactory } from './connection-factory.ts';
import type { AccountSlots } from './host-budget.ts';
import { createConnectionQueue, type ConnectionQueue, type PrioritizedConnectionQueue } from './connection-queue.ts';
import type { ConnectionTimeouts } from './timeouts.ts';
import { TooManyConnections } from './errors.ts';
import type { PooledConnection } from './pooled-connection.ts';

/** An account's connections by purpose. Each is opened on first use. */
type ConnectionPool = {
  /** Folders, changes and sources. */
  sync: ConnectionQueue;
  /** User actions, which never wait behind a sync that has its own connection. */
  user: ConnectionQueue;
  /** A connection for watching. It waits while there is no free slot. */
  watch(signal: AbortSignal): Promise<PooledConnection>;
  close(): Promise<void>;
};

type ConnectionPoolDeps = {
  host: string;
  connect: ConnectionFactory;
  slots: AccountSlots;
  timeouts: ConnectionTimeouts;
  clock: Clock;
};

export function openConnectionPool({ connect, slots, ...deps }: ConnectionPoolDeps): ConnectionPool {
  const sync = createConnectionQueue({ ...deps, open: (signal) => connect('sync', signal) });
  const user = createConnectionQueue({ ...deps, open: (signal) => connect('user', signal) });
  return {
    sync: sync.normal,
    user: userOrSyncQueue(user, sync, () => slots.hasFreeSlot('user')),
    watch: (signal) => connect('watch', signal),
    async close() {
      await Promise.all([sync.normal.close(), user.normal.close()]);
    },
  };
}

/** The user's own connection, or the next turn of the sync connection where a second one is not possible. */
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
      // The error replaced a connection, so no work has been done yet.
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
