import { useKeys } from '../shell/keys.ts';
import { useActs } from './acts.ts';
import { type Change, rowsOfTarget, type Target } from './change.ts';

type ActKeysParts = {
  /** What the keys act on at this moment; undefined leaves them to whoever else listens. */
  target: () => Target | undefined;
  /** Called when something is asked for that may take mail out of its list; `leaves` says whether it does. */
  onLeave?: (target: Target, change: Change) => void;
  openSnooze?: (() => void) | undefined;
  openLabels?: (() => void) | undefined;
  openMove?: (() => void) | undefined;
  replyLater?: (target: Target) => void;
};

/** The keys that act on mail, for a place that has some to act on. */
export function useActKeys({ target, onLeave, openSnooze, openLabels, openMove, replyLater }: ActKeysParts): void {
  const acts = useActs();
  const on = (act: (target: Target) => void) => (): boolean => {
    const chosen = target();
    if (!chosen || rowsOfTarget(chosen).length === 0) return false;
    act(chosen);
    return true;
  };
  const away = (change: Change, act: (target: Target) => unknown) =>
    on((chosen) => {
      void act(chosen);
      onLeave?.(chosen, change);
    });
  const opened = (open: (() => void) | undefined) => on(() => open?.());
  const keys = {
    archive: away({ do: 'archive' }, acts.archive),
    trash: away({ do: 'trash' }, acts.trash),
    spam: away({ do: 'spam' }, acts.spam),
    star: on((chosen) => void acts.star(chosen, !isStarred(chosen))),
    markRead: on((chosen) => void acts.read(chosen, true)),
    markUnread: on((chosen) => void acts.read(chosen, false)),
    ...(openSnooze && { snooze: opened(openSnooze) }),
    ...(openLabels && { label: opened(openLabels) }),
    ...(openMove && { move: opened(openMove) }),
    ...(replyLater && { replyLater: on(replyLater) }),
  };
  useKeys(keys, target);
}

/** Whether all of it is starred, so that another star would change nothing. */
export function isStarred(target: Target): boolean {
  return rowsOfTarget(target).every(({ starred }) => starred);
}

export function isUnread(target: Target): boolean {
  return rowsOfTarget(target).some(({ unread }) => unread);
}
