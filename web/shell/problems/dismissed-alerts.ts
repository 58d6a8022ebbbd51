import { useState } from 'react';

const storageKey = 'posthorn.put-away';

/** The problems that were dismissed in this window; a new window shows them again. */
export function useDismissedAlerts(store: Storage = sessionStorage): [(key: string) => boolean, (key: string) => void] {
  const [keys, setKeys] = useState(() => readKeys(store));
  function dismiss(key: string): void {
    const next = [...keys, key].slice(-50);
    store.setItem(storageKey, JSON.stringify(next));
    setKeys(next);
  }
  return [(key) => keys.includes(key), dismiss];
}

function readKeys(store: Storage): readonly string[] {
  try {
    const stored: unknown = JSON.parse(store.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((key) => typeof key === 'string') : [];
  } catch {
    // An invalid stored value: nothing was dismissed.
    return [];
  }
}
