import { useKeys } from '../../keyboard/use-keys.ts';
import { type MailChange, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import type { DoneMode } from '../lens.ts';
import { useMailActions } from '../services.ts';

type MailActionKeysOptions = {
  /** The mode in which the key of archiving marks mail as done. */
  doneMode: DoneMode | undefined;
  /** The target of the keys at this moment; undefined passes them to other listeners. */
  target: () => Target | undefined;
  /** Called before a change that may remove mail from its list. Returns what is called when the change was undone. */
  onLeave?: (target: Target, change: MailChange) => (() => void) | undefined;
  openSnooze?: (() => void) | undefined;
  openLabels?: (() => void) | undefined;
  openMove?: (() => void) | undefined;
  replyLater?: (target: Target) => void;
};

/** The keys for changes to mail, for components that have a target. */
export function useMailActionKeys({
  doneMode,
  target,
  onLeave,
  openSnooze,
  openLabels,
  openMove,
  replyLater,
}: MailActionKeysOptions): void {
  const mailActions = useMailActions();
  const on = (action: (target: Target) => void) => (): boolean => {
    const chosen = target();
    if (!chosen || rowsOfTarget(chosen).length === 0) return false;
    action(chosen);
    return true;
  };
  const removing = (change: MailChange, action: (target: Target, onUndone?: () => void) => unknown) =>
    on((chosen) => void action(chosen, onLeave?.(chosen, change)));
  const opening = (open: (() => void) | undefined) => on(() => open?.());
  const handlers = {
    archive:
      doneMode === undefined
        ? removing({ do: 'archive' }, mailActions.archive)
        : removing({ do: 'done', mode: doneMode }, (target, onUndone) =>
            mailActions.done(target, doneMode, { onUndone }),
          ),
    trash: removing({ do: 'trash' }, mailActions.trash),
    spam: removing({ do: 'spam' }, mailActions.spam),
    mute: on((chosen) => {
      const muted = !isMuted(chosen);
      void mailActions.mute(chosen, muted);
      onLeave?.(chosen, { do: 'mute', muted });
    }),
    star: on((chosen) => void mailActions.star(chosen, !isStarred(chosen))),
    markRead: on((chosen) => void mailActions.read(chosen, true)),
    markUnread: on((chosen) => void mailActions.read(chosen, false)),
    ...(openSnooze && { snooze: opening(openSnooze) }),
    ...(openLabels && { label: opening(openLabels) }),
    ...(openMove && { move: opening(openMove) }),
    ...(replyLater && { replyLater: on(replyLater) }),
  };
  useKeys(handlers, target);
}

/** Whether all of it is starred, so that starring would change nothing. */
export function isStarred(target: Target): boolean {
  return rowsOfTarget(target).every(({ starred }) => starred);
}

/** Whether all of it is muted, so that muting would change nothing. */
export function isMuted(target: Target): boolean {
  return rowsOfTarget(target).every(({ muted }) => muted);
}

export function isUnread(target: Target): boolean {
  return rowsOfTarget(target).some(({ unread }) => unread);
}
