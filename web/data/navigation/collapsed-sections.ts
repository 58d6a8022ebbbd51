import { useSyncExternalStore } from 'react';

const storageKey = 'posthorn.folded';
const changeEvent = 'posthorn:collapsed';

/**
 * Whether a section of the sidebar is collapsed, as this browser stores it, and the function that toggles it. A section that
 * `startsCollapsed` is stored while it is expanded.
 */
export function useCollapsed(id: string, startsCollapsed = false): [isCollapsed: boolean, toggle: () => void] {
  const stored = parseStored(useSyncExternalStore(subscribeToChanges, readStored));
  const isStored = stored.includes(id);
  const isCollapsed = isStored !== startsCollapsed;
  function toggle(): void {
    const next = isStored ? stored.filter((each) => each !== id) : [...stored, id];
    localStorage.setItem(storageKey, JSON.stringify(next));
    dispatchEvent(new Event(changeEvent));
  }
  return [isCollapsed, toggle];
}

/** All collapsed sections, for lists whose sections change. */
export function useCollapsedIds(): ReadonlySet<string> {
  return new Set(parseStored(useSyncExternalStore(subscribeToChanges, readStored)));
}

function readStored(): string {
  return localStorage.getItem(storageKey) ?? '';
}

/** Invalid stored values collapse nothing. */
function parseStored(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text === '' ? '[]' : text);
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function subscribeToChanges(listener: () => void): () => void {
  addEventListener(changeEvent, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changeEvent, listener);
    removeEventListener('storage', listener);
  };
}
