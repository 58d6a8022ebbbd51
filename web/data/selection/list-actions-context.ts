import { createContext, useContext } from 'react';
import type { MailChange, Target } from '../../api/mail-change.ts';
import type { ListAction } from './list-action-info.ts';

/** Acts on mail as a list does: what goes away is no longer selected, and of very many it asks first. */
export type ListActions = {
  /** A menu opens beside `anchor`. */
  run: (act: ListAction, target: Target, anchor: DOMRect) => void;
  change: (target: Target, change: ListChange) => void;
};

/** What a list asks for. */
export type ListChange = Exclude<MailChange, { do: 'wake' }>;

export type BulkConfirmation = { target: Target; change: ListChange };

export const ListActionsContext = createContext<ListActions | undefined>(undefined);

export function useListActions(): ListActions {
  const listActions = useContext(ListActionsContext);
  if (!listActions) throw new Error('A row was rendered outside of a list that can be acted on.');
  return listActions;
}
