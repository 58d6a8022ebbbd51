import { type ReactNode, type RefObject, useMemo, useState } from 'react';
import { ActionMenu, BulkConfirmDialog } from '../lazy-components.ts';
import type { MailActions } from '../mutations/mail-actions.ts';
import { countOf, rowsOfTarget, type Target } from '../../api/mail-change.ts';
import type { MenuRequest } from './action-menu.tsx';
import type { ListAction } from './list-action-info.ts';
import { useSelection } from './selection-context.tsx';
import { useMailActions } from '../services.ts';
import {
  ListActionsContext,
  type ListActions,
  type ListChange,
  type BulkConfirmation,
} from './list-actions-context.ts';

/** From here on a mistake is worth a question, though it can be undone. */
const confirmationThreshold = 1000;

/** Gives a list its acts, with the menus and the question that belong to them. */
export function ListActionsProvider({ list, children }: { list: RefObject<HTMLElement | null>; children: ReactNode }) {
  const performChange = usePerformChange(list);
  // A menu that was closed stays mounted: what was opened from it, such as the editor of labels, lives on.
  const [menu, setMenu] = useState<MenuRequest & { isOpen: boolean }>();
  const [question, setQuestion] = useState<BulkConfirmation>();
  const value = useMemo((): ListActions => {
    const change = (target: Target, requested: ListChange) => {
      if (countOf(target).count > confirmationThreshold) setQuestion({ target, change: requested });
      else performChange(target, requested);
    };
    return {
      change,
      run(action, target, anchor) {
        if (action === 'snooze' || action === 'label' || action === 'move')
          setMenu({ kind: action, target, anchor, isOpen: true });
        else change(target, changeOf(action));
      },
    };
  }, [performChange]);
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
    </ListActionsContext>
  );
}

function usePerformChange(list: RefObject<HTMLElement | null>): (target: Target, change: ListChange) => void {
  const mailActions = useMailActions();
  const { clear, count, has } = useSelection();
  return useMemo(
    () => (target, change) => {
      const isAll = countOf(target).count >= count && rowsOfTarget(target).every(has);
      if (removesFromList(change)) {
        // The button or the sheet that was used goes as well: the list has the focus before it is lost.
        list.current?.querySelector<HTMLElement>('[data-thread] a[tabindex="0"]')?.focus({ preventScroll: true });
        if (isAll) clear();
      }
      void applyChange(mailActions, target, change);
    },
    [mailActions, clear, count, has, list],
  );
}

/** Whether mail is somewhere else afterwards. */
function removesFromList({ do: kind }: ListChange): boolean {
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
    case 'snooze':
      return mailActions.snooze(target, change.until, change.text);
    case 'archive':
    case 'trash':
    case 'spam':
      return mailActions[change.do](target);
  }
}

function changeOf(action: Exclude<ListAction, 'snooze' | 'label' | 'move'>): ListChange {
  switch (action) {
    case 'read':
    case 'unread':
      return { do: 'read', read: action === 'read' };
    case 'star':
    case 'unstar':
      return { do: 'star', starred: action === 'star' };
    case 'archive':
    case 'trash':
    case 'spam':
      return { do: action };
  }
}
