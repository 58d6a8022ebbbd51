import { useState } from 'react';

const storageKey = 'posthorn.put-away';

/** Which troubles were put away in this window; a new window tells of them again. */
export function usePutAway(store: Storage = sessionStorage): [(key: string) => boolean, (key: string) => void] {
  const [keys, setKeys] = useState(() => readKeys(store));
  function putAway(key: string): void {
    const next = [...keys, key].slice(-50);
    store.setItem(storageKey, JSON.stringify(next));
    setKeys(next);
  }
  return [(key) => keys.includes(key), putAway];
}

function readKeys(store: Storage): readonly string[] {
  try {
    const kept: unknown = JSON.parse(store.getItem(storageKey) ?? '[]');
    return Array.isArray(kept) ? kept.filter((key) => typeof key === 'string') : [];
  } catch {
    // Somebody else wrote there: then nothing was put away.
    return [];
  }
}
