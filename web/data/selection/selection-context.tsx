import { useQuery } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { labelsQuery } from '../queries/labels.ts';
import type { Target } from '../../api/mail-change.ts';
import { useServices } from '../services.ts';
import { shellQuery } from '../queries/mail.ts';
import { lensQuery } from './lens-query.ts';
import {
  selectAllOf,
  withRangeTo,
  isEmpty,
  isSelected,
  retainSelection,
  emptySelection,
  type Selection,
  withToggled,
} from './selection.ts';
import type { Lens } from '../lens.ts';

/** The selection of a list and its actions. */
export type SelectionState = {
  isEmpty: boolean;
  /** All conversations of the list, including those that are not loaded. */
  isWhole: boolean;
  /** Selected conversations, in total and with unread messages. */
  count: number;
  unread: number;
  /** The number of conversations in the list, if more can be selected; undefined otherwise. */
  more: number | undefined;
  has: (row: MessageRow) => boolean;
  toggle: (row: MessageRow) => void;
  /** Extends the range to a conversation. Without an anchor the range starts at `from` or at the open conversation. */
  selectRangeTo: (row: MessageRow, from?: string) => void;
  selectLoaded: () => void;
  selectWhole: () => void;
  clear: () => void;
  target: Target;
  /** The selection if it contains the conversation, else only that conversation. */
  targetOf: (row: MessageRow) => Target;
};

/** What a row needs of the selection. It changes only with the selection, and not when more rows are loaded. */
export type RowSelection = Pick<
  SelectionState,
  'isEmpty' | 'isWhole' | 'has' | 'toggle' | 'selectRangeTo' | 'targetOf'
>;

const SelectionContext = createContext<SelectionState | undefined>(undefined);
const RowSelectionContext = createContext<RowSelection | undefined>(undefined);

export const useSelection = (): SelectionState => inList(useContext(SelectionContext));
export const useRowSelection = (): RowSelection => inList(useContext(RowSelectionContext));

function inList<T>(state: T | undefined): T {
  if (!state) throw new Error('A row was rendered outside of a list with a selection.');
  return state;
}

type SelectionProviderProps = {
  lens: Lens;
  rows: readonly MessageRow[];
  hasMore: boolean;
  total: number | undefined;
  unread: number;
  /** The open conversation. */
  openId: string | undefined;
  children: ReactNode;
};

/** Keeps the selection of a list while the list is shown. */
export function SelectionProvider(props: SelectionProviderProps) {
  const { lens, rows, hasMore, total, unread, openId, children } = props;
  const [state, setSelection] = useSelectionOf(lens);
  const query = useLensQuery(lens);
  const isByDate = lens.kind !== 'search' || lens.sort === 'newest';
  const selection = useMemo(
    () => retainSelection(state, { rows, hasMore, isByDate }),
    [state, rows, hasMore, isByDate],
  );
  const value = useMemo((): SelectionState => {
    const chosen = [...selection.chosen.values()];
    const isWhole = selection.isWhole && query !== undefined && total !== undefined;
    const count = isWhole ? total : chosen.length;
    const target: Target = isWhole ? { query, count, rows } : { threads: chosen };
    const has = (row: MessageRow) => isSelected(selection, row);
    return {
      isEmpty: isEmpty(selection),
      isWhole,
      count,
      unread: isWhole ? unread : chosen.filter((row) => row.unread).length,
      more: query !== undefined && total !== undefined && total > count ? total : undefined,
      has,
      toggle: (row) => setSelection(withToggled(selection, row, rows)),
      selectRangeTo: (row, from = openId) => setSelection(withRangeTo(selection, row, rows, from)),
      selectLoaded: () => setSelection(selectAllOf(rows)),
      selectWhole: () => setSelection({ ...selectAllOf(rows), isWhole: true }),
      clear: () => setSelection(emptySelection),
      target,
      targetOf: (row) => (has(row) ? target : { threads: [row] }),
    };
  }, [selection, setSelection, rows, total, unread, openId, query]);
  const rowSelection = useRowSelectionOf(selection, value);
  return (
    <SelectionContext value={value}>
      <RowSelectionContext value={rowSelection}>{children}</RowSelectionContext>
    </SelectionContext>
  );
}

/** The functions act on the rows that are loaded when they are called. */
function useRowSelectionOf(selection: Selection, current: SelectionState): RowSelection {
  const latest = useRef(current);
  useLayoutEffect(() => {
    latest.current = current;
  });
  const { isWhole } = current;
  return useMemo(
    () => ({
      isEmpty: isEmpty(selection),
      isWhole,
      has: (row) => isSelected(selection, row),
      toggle: (row) => latest.current.toggle(row),
      selectRangeTo: (row, from) => latest.current.selectRangeTo(row, from),
      targetOf: (row) => latest.current.targetOf(row),
    }),
    [selection, isWhole],
  );
}

/** Another list starts without a selection. */
function useSelectionOf(lens: Lens): [Selection, (selection: Selection) => void] {
  const listKey = JSON.stringify(lens);
  const [stored, setStored] = useState({ place: listKey, selection: emptySelection });
  const setSelection = useMemo(() => (selection: Selection) => setStored({ place: listKey, selection }), [listKey]);
  return [stored.place === listKey ? stored.selection : emptySelection, setSelection];
}

/** The search that finds all conversations of the list, if there is one. */
function useLensQuery(lens: Lens): string | undefined {
  const { api } = useServices();
  const sections = useQuery(shellQuery(api)).data?.sidebar.sections ?? [];
  const labels = useQuery(labelsQuery(api)).data?.labels;
  return lensQuery(
    lens,
    sections.flatMap(({ items }) => items),
    labels,
  );
}
