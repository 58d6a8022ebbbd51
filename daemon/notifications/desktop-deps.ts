import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { VaultState } from '../config/secrets/vault.ts';
import type { Events } from '../mail/events/events.ts';
import type { SyncProgress } from '../mail/accounts/sync-progress.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import type { Desktop } from './desktop.ts';

export type DesktopDeps = {
  desktop: Desktop;
  read: ReadDb;
  write: WriteDb;
  clock: Clock;
  log: Log;
  config: LiveConfig;
  /** The events of the daemon, as every client receives them. */
  events: Pick<Events, 'subscribe'>;
  progress: SyncProgress;
  /** The IANA name of the user's time zone, where it differs from the machine's own. */
  zone: string | undefined;
  /** Where passwords are kept; absent in a demo. */
  secretStorage?: { vault: { state(): VaultState } } | undefined;
  /** Sends a request as the user at the computer. */
  request: (name: string, input: Record<string, unknown>) => Promise<unknown>;
};
