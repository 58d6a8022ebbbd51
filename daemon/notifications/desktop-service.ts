import type { Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { LiveConfig } from '../config/live-config.ts';
import type { UserAction } from '../mail/mutations/apply.ts';
import type { Events } from '../mail/events/events.ts';
import type { SyncProgress } from '../mail/accounts/sync-status.ts';
import type { ReadDb, WriteDb } from '../store/db.ts';
import { openChimes } from './chimes.ts';
import type { Desktop, NotificationAction } from './desktop.ts';
import { openNotifications } from './notifications.ts';
import { openStatusReporter } from './status-reporter.ts';

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

export type DesktopService = {
  /** Somebody has just done something to mail. */
  onUserAction(userAction: UserAction): void;
  /** A pause was begun or ended. */
  onPauseChange(): void;
  /** The person did something from a notification. They are told where it cannot be done. */
  handleAction(notice: string, action: NotificationAction): Promise<void>;
  close(): void;
};

/** Tells a desktop what the person at it should see and hear. It listens as any client does and drives nothing. */
export function openDesktopService(deps: DesktopDeps): DesktopService {
  const chimes = openChimes(deps);
  const notifications = openNotifications(deps);
  const status = openStatusReporter(deps);
  return {
    onUserAction: chimes.onUserAction,
    onPauseChange() {
      notifications.onPauseChange();
      status.refresh();
    },
    handleAction: notifications.handleAction,
    close() {
      for (const part of [chimes, notifications, status]) part.close();
    },
  };
}
