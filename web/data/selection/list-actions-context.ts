import { createContext, useContext } from 'react';
import type { MailChange, Target } from '../../api/mail-change.ts';
import type { ListAction } from './list-action-info.ts';

/**
 * The actions of a list on mail. Mail that leaves the list is deselected, and an action on very many conversations asks
 * first.
 */
export type ListActions = {
  /** Menus open next to `anchor`. */
  run: (act: ListAction, target: Target, anchor: DOMRect) => void;
  change: (target: Target, change: ListChange) => void;
};

/** An action on mail that a list requests. */
export type ListChange = Exclude<MailChange, { do: 'wake' }>;

export type BulkConfirmation = { target: Target; change: ListChange };

export const ListActionsContext = createContext<ListActions | undefined>(undefined);

export function useListActions(): ListActions {
  const listActions = useContext(ListActionsContext);
  if (!listActions) throw new Error('A row was rendered outside of a list with actions.');
  return listActions;
}
