import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * The main part of the page, where menus stand so that those who go by its parts find them. It is known before a menu can
 * be opened: one whose place changed while it is open would be built anew, and lose the focus and with it itself.
 */
export function useMainLandmark(): HTMLElement | null {
  // Asked again once what is built is in the page, which has no main part at first.
  return useSyncExternalStore(never, () => document.getElementById('mail'));
}
