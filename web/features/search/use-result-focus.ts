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
    const isAtResults = rowCount > 0 && focusFirstResult();
    if (isAtResults) guardFirstResult();
    if (rowCount === 0 || isAtResults) drop();
  });
}

/** In less time no user has seen that the focus moved, in milliseconds. */
const reactionMs = 300;

/** A key that was pressed to delete text in the box does not delete the result that has just taken the focus. */
function guardFirstResult(): void {
  const release = new AbortController();
  const ignore = (event: KeyboardEvent) => {
    if (event.key === 'Delete' || event.key === 'Backspace') event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignore, { capture: true, signal: release.signal });
  setTimeout(() => release.abort(), reactionMs);
}

export function focusFirstResult(): boolean {
  return focusCurrent(document.getElementById('mail'));
}

export function searchBox(): HTMLElement | null {
  return document.querySelector<HTMLElement>('form[role=search] input');
}
