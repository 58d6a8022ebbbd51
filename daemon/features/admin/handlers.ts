import type { Handlers, ReaderHandlers } from '../../handler-types.ts';
import type { ReadDb } from '../../store/db.ts';
import type { adminRequests } from './contract.ts';
import { eventReaders } from './events.ts';
import { logReaders } from './logs.ts';
import { statusOf, type StatusDeps } from './status.ts';

type AdminDeps = StatusDeps & {
  /** Stops the daemon after the answer is sent. */
  shutdown: () => void;
};

export function adminHandlers(deps: AdminDeps): Handlers<typeof adminRequests> {
  return {
    status: (_input, call) => statusOf(deps, call),
    ping: () => ({ pong: true }),
    shutdown: () => {
      deps.shutdown();
      return { shutdown: 'scheduled' };
    },
  };
}

/** `logFile` is the newest log file; absent if no log is written. */
export function adminReaders(deps: {
  activity: ReadDb;
  logFile?: string | undefined;
}): ReaderHandlers<typeof adminRequests> {
  return { ...eventReaders(deps), ...logReaders(deps) };
}
