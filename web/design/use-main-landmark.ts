import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * The main landmark, where menus are mounted, so that users who navigate by landmarks find them. It must be known before a
 * menu opens: a menu whose container changes is mounted again, loses the focus and closes.
 */
export function useMainLandmark(): HTMLElement | null {
  // Read again after the first render, because the page has no main landmark before it.
  return useSyncExternalStore(never, () => document.getElementById('mail'));
}
