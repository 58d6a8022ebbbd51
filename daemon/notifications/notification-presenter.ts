import type { Desktop, DesktopNotification } from './desktop.ts';
import type { NotificationTexts } from './notification-texts.ts';

/** A notice with all that is known of it. */
export type NotificationEntry = Pick<DesktopNotification, 'id' | 'kind' | 'path'> & {
  texts: NotificationTexts;
  /** Absent where there is nothing to be done from it. */
  actions?: DesktopNotification['actions'];
  /** The public ids of the messages it is about, and of their conversation where it is one. */
  message_ids?: readonly string[];
  thread_id?: string;
  /** Whether what it says is still so, or still of any use. */
  isCurrent(): boolean;
};

export type PresenterDeps = {
  desktop: Pick<Desktop, 'show' | 'withdraw'>;
  settings: () => { enabled: boolean; show_content: boolean };
  isSilent: () => boolean;
  /** Something waits for the end of a silence. */
  onDeferred: () => void;
};

export type NotificationPresenter = {
  /** Shows it, or keeps it until a silence is over. */
  present(posting: NotificationEntry): void;
  /** What is shown under an id. */
  find(id: string): NotificationEntry | undefined;
  /** Takes away what is of no use any more. */
  withdrawOutdated(): void;
  withdraw(ids: readonly string[]): void;
  /** A silence is over: shows what has come meanwhile and is still so. */
  presentDeferred(): void;
  /** Takes everything away, and forgets what waits. */
  clear(): void;
};

/** More are of no use to anybody; the oldest go. */
const maxShown = 50;
const maxDeferred = 20;

/** What is shown on the desktop, and what waits for the end of a silence; remembered in memory alone. */
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
