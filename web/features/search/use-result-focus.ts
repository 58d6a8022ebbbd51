import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { focusCurrent } from '../../data/thread-list/list/list-effects.ts';

const wantedKey = ['search-result-focus'];

/** Whether the first result is to take the focus when the results are there. */
export function useResultFocus() {
  const client = useQueryClient();
  return {
    want: () => void client.setQueryData(wantedKey, true),
    isWanted: () => client.getQueryData(wantedKey) === true,
    drop: () => void client.setQueryData(wantedKey, false),
  };
}

/** Focuses the first result after a search was entered; without results, the search box. A focus elsewhere stays. */
export function useFocusOnResults(rowCount: number | undefined): void {
  const { isWanted, drop } = useResultFocus();
  useEffect(() => {
    if (rowCount === undefined || !isWanted()) return;
    const focused = document.activeElement;
    if (focused !== document.body && focused !== searchBox()) return drop();
    if (rowCount === 0) searchBox()?.focus();
    // The rows may be rendered later than their count is known.
    if (rowCount === 0 || focusFirstResult()) drop();
  });
}

export function focusFirstResult(): boolean {
  return focusCurrent(document.getElementById('mail'));
}

export function searchBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form[role=search] input');
}
