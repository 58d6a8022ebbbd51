import type { RefObject } from 'react';
import { type CommandHandlers, useKeys } from '../../keyboard/use-keys.ts';
import { filingAction, hasOneSender, type ListAction, muteAction, starAction } from './list-action-info.ts';
import { useSelection } from './selection-context.tsx';
import type { Target } from '../../api/mail-change.ts';
import { type ListActions, useListActions } from './list-actions-context.ts';
import { useThreadListData } from '../thread-list/list/list-context.ts';
import type { Lens } from '../lens.ts';

/**
 * The keys while a selection exists: they act on it, and Escape clears it. It is mounted before the other listeners of the
 * view, so that it receives the keys first. If the list is hidden, it passes them on.
 */
export function SelectionKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  const { isEmpty, clear, target, selectLoaded } = useSelection();
  const listActions = useListActions();
  const { lens } = useThreadListData();
  const isListVisible = () => list.current?.checkVisibility({ visibilityProperty: true }) === true;
  const current = () => (isEmpty || !isListVisible() ? undefined : target);
  const anchor = () => list.current?.querySelector('header')?.getBoundingClientRect() ?? new DOMRect();
  const keys: CommandHandlers = {
    ...listActionHandlers(listActions, current, anchor, lens),
    close({ key }) {
      if (isEmpty || key !== 'Escape' || !isListVisible()) return false;
      clear();
      return true;
    },
    selectAll: () => isListVisible() && selectLoaded(),
    selectNone: () => isListVisible() && clear(),
  };
  useKeys(keys, current);
  return null;
}

/** The keys for changes to mail. Their target is the result of `current`; menus open next to `anchor`. */
export function listActionHandlers(
  listActions: ListActions,
  current: () => Target | undefined,
  anchor: () => DOMRect,
  lens: Lens,
): CommandHandlers {
  const on = (action: ListAction | ((target: Target) => ListAction)) => (): boolean => {
    const target = current();
    if (!target) return false;
    listActions.run(typeof action === 'function' ? action(target) : action, target, anchor());
    return true;
  };
  return {
    archive: on(filingAction(lens)),
    trash: on('trash'),
    spam: on('spam'),
    snooze: on('snooze'),
    label: on('label'),
    move: on('move'),
    star: on(starAction),
    mute: on(muteAction),
    blockSender: () => hasOneSender(current()) && on('block')(),
    markRead: on('read'),
    markUnread: on('unread'),
  };
}
