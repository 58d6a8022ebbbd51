import { useSyncExternalStore } from 'react';

const keptAs = 'posthorn.folded';
const changed = 'posthorn:folds';

/** Whether a part of the sidebar is folded, as this browser keeps it, and what folds or unfolds it. */
export function useFold(id: string): [isFolded: boolean, toggle: () => void] {
  const folded = foldedIn(useSyncExternalStore(follow, kept));
  const isFolded = folded.includes(id);
  function toggle(): void {
    const next = isFolded ? folded.filter((each) => each !== id) : [...folded, id];
    localStorage.setItem(keptAs, JSON.stringify(next));
    dispatchEvent(new Event(changed));
  }
  return [isFolded, toggle];
}

/** All that is folded, for lists whose parts come and go. */
export function useFolded(): ReadonlySet<string> {
  return new Set(foldedIn(useSyncExternalStore(follow, kept)));
}

function kept(): string {
  return localStorage.getItem(keptAs) ?? '';
}

/** What another version or somebody's hand has written there folds nothing. */
function foldedIn(text: string): string[] {
  try {
    const read: unknown = JSON.parse(text === '' ? '[]' : text);
    return Array.isArray(read) ? read.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

function follow(listener: () => void): () => void {
  addEventListener(changed, listener);
  addEventListener('storage', listener);
  return () => {
    removeEventListener(changed, listener);
    removeEventListener('storage', listener);
  };
}
