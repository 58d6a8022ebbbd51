import type { UserAction } from '../mail/mutations/apply.ts';
import { openChimes } from './chimes.ts';
import type { NotificationAction } from './desktop.ts';
import { openNotifications } from './notifications.ts';
import { openStatusReporter } from './status-reporter.ts';
import type { DesktopDeps } from './desktop-deps.ts';

type DesktopService = {
  /** Reports that a caller has just changed mail. */
  onUserAction(userAction: UserAction): void;
  /** Reports that a pause began or ended. */
  onPauseChange(): void;
  /** Handles an action that the user chose in a notification. The user is notified if it cannot be done. */
  handleAction(notificationId: string, action: NotificationAction): Promise<void>;
  handleReply(notificationId: string, text: string): Promise<void>;
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
    handleReply: notifications.handleReply,
    close() {
      for (const part of [chimes, notifications, status]) part.close();
    },
  };
}
