import { type ReactNode, type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { ActionMenu, BlockDialog, BulkConfirmDialog } from '../lazy-components.ts';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import type { MailActions } from '../mutations/mail-actions.ts';
import { countOf, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import type { MenuRequest } from './action-menu.tsx';
import type { ListAction } from './list-action-info.ts';
import { useSelection } from './selection-context.tsx';
import { useServices } from '../services.ts';
import { type DoneMode, doneModeOf } from '../lens.ts';
import { useThreadListData } from '../thread-list/list/list-context.ts';
import {
  ListActionsContext,
  type ListActions,
  type ListChange,
  type BulkConfirmation,
} from './list-actions-context.ts';

/** From this number of conversations an action asks first, even though it can be undone. */
const confirmationThreshold = 1000;

/** Provides the actions of a list, with their menus and the confirmation. */
export function ListActionsProvider({ list, children }: { list: RefObject<HTMLElement | null>; children: ReactNode }) {
  const { lens } = useThreadListData();
  const { keystrokes } = useServices();
  const performChange = usePerformChange(list);
  // A closed menu stays mounted, so that a dialog opened from it, such as the label editor, stays open.
  const [menu, setMenu] = useState<MenuRequest & { isOpen: boolean }>();
  const [question, setQuestion] = useState<BulkConfirmation>();
  const [blocking, setBlocking] = useState<MessageRow>();
  const value = useMemo((): ListActions => {
    const change = (target: Target, requested: ListChange) => {
      if (countOf(target).count > confirmationThreshold) setQuestion({ target, change: requested });
      else performChange(target, requested);
    };
    return {
      change,
      run(action, target, anchor) {
        if (action === 'snooze' || action === 'label' || action === 'move') {
          keystrokes.start();
          setMenu({ kind: action, target, anchor, isOpen: true });
        } else if (action === 'block') setBlocking(rowsOfTarget(target)[0]);
        else change(target, changeOf(action, doneModeOf(lens)));
      },
    };
  }, [keystrokes, performChange, lens]);
  return (
    <ListActionsContext value={value}>
      {children}
      {menu && (
        <ActionMenu
          request={menu}
          isOpen={menu.isOpen}
          onChange={value.change}
          onClose={() => setMenu({ ...menu, isOpen: false })}
        />
      )}
      {question && (
        <BulkConfirmDialog
          question={question}
          onYes={() => performChange(question.target, question.change)}
          onClose={() => setQuestion(undefined)}
        />
      )}
      {blocking && <BlockDialog message={blocking} onClose={() => setBlocking(undefined)} />}
    </ListActionsContext>
  );
}

function usePerformChange(list: RefObject<HTMLElement | null>): (target: Target, change: ListChange) => void {
  const { mailActions } = useServices();
  const selection = useSelection();
  // The function stays the same, because rows render again when it changes.
  const latest = useRef(selection);
  useLayoutEffect(() => {
    latest.current = selection;
  });
  return useMemo(
    () => (target, change) => {
      const { clear, count, has } = latest.current;
      const isAll = countOf(target).count >= count && rowsOfTarget(target).every(has);
      if (removesFromList(change)) {
        // The pressed button or popover disappears too; the list takes the focus before it is lost.
        list.current?.querySelector<HTMLElement>('[data-thread] a[tabindex="0"]')?.focus({ preventScroll: true });
        if (isAll) clear();
      }
      void applyChange(mailActions, target, change);
    },
    [mailActions, list],
  );
}

/** Whether the action removes mail from its place. */
function removesFromList(change: ListChange): boolean {
  const { do: kind } = change;
  if (kind === 'mute') return change.muted;
  return kind !== 'star' && kind !== 'read' && kind !== 'label';
}

function applyChange(mailActions: MailActions, target: Target, change: ListChange): Promise<boolean> {
  switch (change.do) {
    case 'star':
      return mailActions.star(target, change.starred);
    case 'read':
      return mailActions.read(target, change.read);
    case 'label':
      return mailActions.label(target, change);
    case 'move':
      return mailActions.move(target, change.to);
    case 'mute':
      return mailActions.mute(target, change.muted);
    case 'snooze':
      return mailActions.snooze(target, change.until, change.text);
    case 'done':
      return mailActions.done(target, change.mode, { ...(change.sender && { sender: change.sender }) });
    case 'archive':
    case 'trash':
    case 'spam':
      return mailActions[change.do](target);
  }
}

function changeOf(
  action: Exclude<ListAction, 'snooze' | 'label' | 'move' | 'block'>,
  mode: DoneMode | undefined,
): ListChange {
  switch (action) {
    case 'done':
      return mode === undefined ? { do: 'archive' } : { do: 'done', mode };
    case 'read':
    case 'unread':
      return { do: 'read', read: action === 'read' };
    case 'star':
    case 'unstar':
      return { do: 'star', starred: action === 'star' };
    case 'mute':
    case 'unmute':
      return { do: 'mute', muted: action === 'mute' };
    case 'archive':
    case 'trash':
    case 'spam':
      return { do: action };
  }
}
