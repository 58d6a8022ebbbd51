import type { Log } from '../../daemon/base/log.ts';
import type { DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

export type NotifierDeps = {
  log: Pick<Log, 'warn'>;
  /** Shows the page at a path. */
  open: (path: string) => void;
  /** Passes on what the person did. */
  onAction: (notificationId: string, action: NotificationAction) => void;
  platform: NodeJS.Platform;
};

export type NotifierBackendDeps = NotifierDeps & {
  /** Says once that nothing can be shown, and why. */
  reportFailure: (failed: unknown) => void;
};

/** A way to show notifications; each act resolves when the next one may follow. */
export type NotifierBackend = {
  show(notice: DesktopNotification): Promise<void>;
  withdraw(id: string): Promise<void>;
  close(): Promise<void>;
};

/** What the person chose: `default` is to open it, the rest is what was offered. */
export function handleChoice(
  { id, path, actions }: DesktopNotification,
  chosen: string,
  { open, onAction }: Pick<NotifierDeps, 'open' | 'onAction'>,
): void {
  const action = actions.find((each) => each.id === chosen);
  if (chosen === 'default') open(path);
  else if (action?.path !== undefined) open(action.path);
  else if (action) onAction(id, action.id);
}

/** Servers of Linux read a few tags in what stands below the title: what is written there is to be seen as it is. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `notify-send` reads a backslash in what stands below the title as the beginning of another character. */
export function escapeBackslashes(text: string): string {
  return text.replaceAll('\\', '\\\\');
}
