import { useSyncExternalStore } from 'react';

const storageKey = 'posthorn.folded';
const changeEvent = 'posthorn:collapsed';

/** Whether a section of the sidebar is collapsed, as this browser stores it, and the function that toggles it. */
export function useCollapsed(id: string): [isFolded: boolean, toggle: () => void] {
  const collapsed = parseStored(useSyncExternalStore(subscribeToChanges, readStored));
  const isCollapsed = collapsed.includes(id);
  function toggle(): void {
    const next = isCollapsed ? collapsed.filter((each) => each !== id) : [...collapsed, id];
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
