import type { Desktop, DesktopNotification } from './desktop.ts';
import type { NotificationTexts } from './notification-texts.ts';

/** A notification with its context. */
export type NotificationEntry = Pick<DesktopNotification, 'id' | 'kind' | 'path'> & {
  texts: NotificationTexts;
  /** Absent if it has no actions. */
  actions?: DesktopNotification['actions'];
  /** The public ids of its messages, and of their conversation if there is only one. */
  message_ids?: readonly string[];
  thread_id?: string;
  /** Whether its content is still correct and useful. */
  isCurrent(): boolean;
};

type PresenterDeps = {
  desktop: Pick<Desktop, 'show' | 'withdraw'>;
  settings: () => { enabled: boolean; show_content: boolean };
  isSilent: () => boolean;
  /** Called when a notification is deferred to the end of a silence. */
  onDeferred: () => void;
};

export type NotificationPresenter = {
  /** Shows it, or keeps it until a silence is over. */
  present(posting: NotificationEntry): void;
  /** The notification shown under an id. */
  find(id: string): NotificationEntry | undefined;
  /** Removes obsolete notifications. */
  withdrawOutdated(): void;
  withdraw(ids: readonly string[]): void;
  /** Handles the end of a silence: shows the waiting notifications that are still correct. */
  presentDeferred(): void;
  /** Removes all notifications, shown and waiting. */
  clear(): void;
};

/** The largest number of notifications; the oldest are removed first. */
const maxShown = 50;
const maxDeferred = 20;

/** The notifications shown on the desktop, and those that wait for the end of a silence; kept in memory only. */
export function createNotificationPresenter({
  desktop,
  settings,
  isSilent,
  onDeferred,
}: PresenterDeps): NotificationPresenter {
  const shown = new Map<string, NotificationEntry>();
  const deferred = new Map<string, NotificationEntry>();

  function withdraw(ids: readonly string[]): void {
    const withdrawnIds = ids.filter((id) => shown.delete(id));
    if (withdrawnIds.length > 0) desktop.withdraw(withdrawnIds);
  }

  function present(entry: NotificationEntry): void {
    if (!settings().enabled) return;
    if (isSilent()) {
      putLast(deferred, entry);
      for (const id of oldestIds(deferred, maxDeferred)) deferred.delete(id);
      return onDeferred();
    }
    putLast(shown, entry);
    withdraw(oldestIds(shown, maxShown));
    const { id, kind, path, texts, actions = [] } = entry;
    const { show_content } = settings();
    const text = show_content ? texts.full : texts.redacted;
    desktop.show({ id, kind, path, ...text, actions: show_content ? actions : [] });
  }

  return {
    present,
    withdraw,
    find: (id) => shown.get(id),
    withdrawOutdated() {
      withdraw([...shown.values()].filter((entry) => !entry.isCurrent()).map(({ id }) => id));
    },
    presentDeferred() {
      const waiting = [...deferred.values()];
      deferred.clear();
      for (const entry of waiting) if (entry.isCurrent()) present(entry);
    },
    clear() {
      deferred.clear();
      withdraw([...shown.keys()]);
    },
  };
}

function putLast(map: Map<string, NotificationEntry>, entry: NotificationEntry): void {
  map.delete(entry.id);
  map.set(entry.id, entry);
}

function oldestIds(map: ReadonlyMap<string, NotificationEntry>, maxCount: number): string[] {
  return [...map.keys()].slice(0, Math.max(0, map.size - maxCount));
}
