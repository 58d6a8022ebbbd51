import type { UserAction } from '../mail/mutations/apply.ts';
import { openChimes } from './chimes.ts';
import type { NotificationAction } from './desktop.ts';
import { openNotifications } from './notifications.ts';
import { openStatusReporter } from './status-reporter.ts';
import type { DesktopDeps } from './desktop-deps.ts';

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
