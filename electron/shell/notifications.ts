import { Notification } from 'electron';
import type { Log } from '../../daemon/base/log.ts';
import type { DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

type NotificationDeps = {
  log: Log;
  platform: NodeJS.Platform;
  /** Brings the window to the front at a path of the page. */
  open(path: string): void;
  /** Passes on the user's action. */
  onAction(notificationId: string, action: NotificationAction): void;
  /** Passes on the reply that the user wrote in the notification. */
  onReply(notificationId: string, text: string): void;
  /** Whether the window has the focus: it shows new mail itself. */
  isPageFocused(): boolean;
};

export type NotificationCenter = {
  show(notification: DesktopNotification): void;
  withdraw(ids: readonly string[]): void;
  /** Closes all notifications. */
  close(): void;
};

/** The system keeps a few; more than this are not kept. */
const maxShown = 50;

/** Shows notifications of the system, one for each id. They are silent, because the chimes sound. */
export function createNotificationCenter(deps: NotificationDeps): NotificationCenter {
  const shown = new Map<string, Notification>();
  const withdraw = (id: string) => {
    shown.get(id)?.close();
    shown.delete(id);
  };
  return {
    show(notice) {
      // An outdated one is closed all the same.
      withdraw(notice.id);
      if (!Notification.isSupported() || (notice.kind === 'mail' && deps.isPageFocused())) return;
      const notification = new Notification(optionsFor(notice, deps.platform));
      addListeners(notification, notice, {
        ...deps,
        onGone: () => shown.get(notice.id) === notification && shown.delete(notice.id),
      });
      // Kept, because a notification without a reference receives no click.
      shown.set(notice.id, notification);
      const oldest = shown.keys().next().value;
      if (shown.size > maxShown && oldest !== undefined) withdraw(oldest);
      notification.show();
    },
    withdraw: (ids) => ids.forEach(withdraw),
    close: () => [...shown.keys()].forEach(withdraw),
  };
}

function optionsFor(notice: DesktopNotification, platform: NodeJS.Platform) {
  const { id, kind, title, body } = notice;
  return {
    // Windows identifies it by at most 64 characters.
    ...(platform !== 'linux' && id.length <= 64 && { id }),
    title,
    body,
    silent: true,
    ...(canReplyInside(notice, platform) && { hasReply: true, replyPlaceholder: 'Write a reply' }),
    actions: buttonsOf(notice, platform).map(({ label }) => ({ type: 'button' as const, text: label })),
    ...(platform === 'linux' && kind === 'trouble' && { urgency: 'normal' as const, timeoutType: 'never' as const }),
  };
}

/** macOS has a field for a reply in its notifications. */
function canReplyInside({ kind, actions }: DesktopNotification, platform: NodeJS.Platform): boolean {
  return platform === 'darwin' && kind === 'mail' && actions.some(({ id }) => id === 'reply');
}

function buttonsOf(notice: DesktopNotification, platform: NodeJS.Platform): DesktopNotification['actions'] {
  const { actions } = notice;
  return canReplyInside(notice, platform) ? actions.filter(({ id }) => id !== 'reply') : actions;
}

function addListeners(
  notification: Notification,
  notice: DesktopNotification,
  { open, onAction, onReply, log, platform, onGone }: NotificationDeps & { onGone(): void },
): void {
  const { id, path } = notice;
  notification.on('click', () => {
    onGone();
    open(path);
  });
  notification.on('action', ({ actionIndex }) => {
    const action = buttonsOf(notice, platform)[actionIndex];
    if (action === undefined) return;
    onGone();
    notification.close();
    // A reply needs the window.
    if (action.path !== undefined) open(action.path);
    else onAction(id, action.id);
  });
  notification.on('reply', ({ reply }) => {
    onGone();
    onReply(id, reply);
  });
  notification.on('failed', (_event, reason) => {
    onGone();
    log.warn({ reason }, 'a notification could not be shown');
  });
}
