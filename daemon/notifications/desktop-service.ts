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
  /** The events of the daemon, as every client receives them. */
  events: Pick<Events, 'subscribe'>;
  progress: SyncProgress;
  /** The IANA name of the user's time zone, where it differs from the machine's own. */
  zone: string | undefined;
  /** Sends a request as the user at the computer. */
  request: (name: string, input: Record<string, unknown>) => Promise<unknown>;
};

export type DesktopService = {
  /** Reports that a caller has just changed mail. */
  onUserAction(userAction: UserAction): void;
  /** Reports that a pause began or ended. */
  onPauseChange(): void;
  /** Handles an action that the user chose in a notification. The user is notified if it cannot be done. */
  handleAction(notificationId: string, action: NotificationAction): Promise<void>;
  close(): void;
};

/**
 * Tells a desktop what to show and play for its user. It receives events like any client and does not control other parts.
 */
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
