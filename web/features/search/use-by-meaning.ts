import { useSyncExternalStore } from 'react';

const storageKey = 'posthorn.searchByMeaning';
const listeners = new Set<() => void>();

/** Whether searches of this browser also look for similar meaning, and a function that changes it. */
export function useByMeaning(): [boolean, (isOn: boolean) => void] {
  return [useSyncExternalStore(subscribe, isByMeaning), setByMeaning];
}

function isByMeaning(): boolean {
  return localStorage.getItem(storageKey) !== null;
}

function setByMeaning(isOn: boolean): void {
  if (isOn) localStorage.setItem(storageKey, '1');
  else localStorage.removeItem(storageKey);
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
