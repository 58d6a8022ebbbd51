import type { Log } from '../../daemon/base/log.ts';
import type { DesktopNotification, NotificationAction } from '../../daemon/notifications/desktop.ts';

export type NotifierDeps = {
  log: Pick<Log, 'warn'>;
  /** Shows the page at a path. */
  open: (path: string) => void;
  /** Passes on the user's action. */
  onAction: (notificationId: string, action: NotificationAction) => void;
  platform: NodeJS.Platform;
};

export type NotifierBackendDeps = NotifierDeps & {
  /** Reports once that nothing can be shown, and why. */
  reportFailure: (failed: unknown) => void;
};

/** A way to show notifications; each call resolves when the next one may follow. */
export type NotifierBackend = {
  show(notice: DesktopNotification): Promise<void>;
  withdraw(id: string): Promise<void>;
  close(): Promise<void>;
};

/** The user's choice: `default` is to open it, the others are the offered actions. */
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

/** Linux servers interpret a few tags in the body: escape them so that the text is shown literally. */
export function escapeMarkup(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** `notify-send` interprets a backslash in the body as the start of an escape. */
export function escapeBackslashes(text: string): string {
  return text.replaceAll('\\', '\\\\');
}
