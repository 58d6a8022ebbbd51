import { useSyncExternalStore } from 'react';

/** The window sizes with room for the sidebar; frame.module.css has the same. */
const wideQuery = '(min-width: 760px)';

/** Whether the sidebar is beside the page: there is room, and it is not hidden by a setting. */
export function useHasSidebar(): boolean {
  return useSyncExternalStore(subscribe, hasSidebar);
}

function hasSidebar(): boolean {
  return matchMedia(wideQuery).matches && document.documentElement.dataset['sidebar'] !== 'closed';
}

function subscribe(listener: () => void): () => void {
  const media = matchMedia(wideQuery);
  const observer = new MutationObserver(listener);
  media.addEventListener('change', listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-sidebar'] });
  return () => {
    media.removeEventListener('change', listener);
    observer.disconnect();
  };
}
