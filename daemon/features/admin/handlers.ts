import type { Handlers, Readers } from '../../handling.ts';
import type { ReadDb } from '../../store/db.ts';
import type { adminRequests } from './contract.ts';
import { eventReaders } from './events.ts';
import { logReaders } from './logs.ts';
import { statusOf, type StatusParts } from './status.ts';

export type AdminParts = StatusParts & {
  /** Stops the daemon after the answer is out. */
  shutdown: () => void;
};

export function adminHandlers(parts: AdminParts): Handlers<typeof adminRequests> {
  return {
    status: (_input, call) => statusOf(parts, call),
    ping: () => ({ pong: true }),
    shutdown: () => {
      parts.shutdown();
      return { shutdown: 'scheduled' };
    },
  };
}

/** `logFile` is the newest file of the log, absent where none is written. */
export function adminReaders(parts: { activity: ReadDb; logFile?: string | undefined }): Readers<typeof adminRequests> {
  return { ...eventReaders(parts), ...logReaders(parts) };
}
