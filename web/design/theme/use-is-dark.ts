import { useSyncExternalStore } from 'react';

const systemIsDark = matchMedia('(prefers-color-scheme: dark)');

/** Whether the page is dark, by the user's choice or that of the system. */
export function useIsDark(): boolean {
  return useSyncExternalStore(follow, current);
}

function current(): boolean {
  const { theme } = document.documentElement.dataset;
  return theme === undefined ? systemIsDark.matches : theme === 'dark';
}

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  systemIsDark.addEventListener('change', listener);
  return () => {
    observer.disconnect();
    systemIsDark.removeEventListener('change', listener);
  };
}
