import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { Events } from '../mail/events/events.ts';
import type { SyncProgress } from '../mail/accounts/sync-status.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import type { Desktop } from './desktop.ts';

export type DesktopDeps = {
  desktop: Desktop;
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  config: LiveConfig;
  /** What happens in the daemon, as every client hears of it. */
  events: Pick<Events, 'subscribe'>;
  progress: SyncProgress;
  /** The IANA name of the zone of the person's clocks, where it is not the machine's own. */
  zone: string | undefined;
  /** Asks for something as the person at the computer. */
  request: (name: string, input: Record<string, unknown>) => Promise<unknown>;
};
