import { createContext, useContext } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import type { Lens } from '../../lens.ts';

/** The list from which an open conversation was chosen: its address, its loaded rows and its count. */
type ThreadListData = { lens: Lens; rows: readonly MessageRow[]; total: number | undefined };

export const ThreadListContext = createContext<ThreadListData | undefined>(undefined);

export function useThreadListData(): ThreadListData {
  const data = useContext(ThreadListContext);
  if (!data) throw new Error('A conversation was rendered without its list.');
  return data;
}
