import { useSyncExternalStore } from 'react';

/** Whether a conversation stands beside its list or over it, where the window has room for both. */
type ReaderLayout = 'beside' | 'full';

const storageKey = 'posthorn.reader';

/** Where a window has no room for a list and a conversation beside each other. */
const narrowQuery = '(max-width: 1099px)';

/** Before the first paint: what was chosen holds at once. It stands at the root of the document, as `data-reader`. */
export function applyReaderLayout(): void {
  showLayout(localStorage.getItem(storageKey) === 'full' ? 'full' : 'beside');
}

/** Shows and keeps where conversations are read in this browser. */
export function chooseReaderLayout(layout: ReaderLayout): void {
  if (layout === 'full') localStorage.setItem(storageKey, layout);
  else localStorage.removeItem(storageKey);
  showLayout(layout);
}

/** What was chosen, whether or not the window has room for it. */
export function useReaderLayout(): ReaderLayout {
  return useSyncExternalStore(subscribeToLayout, currentLayout);
}

/** Whether there is something to choose. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribeToWidth, hasRoomBeside);
}

/** Whether an open conversation lies over its list, which can then be neither seen nor focused. */
export function readerCoversList(): boolean {
  return currentLayout() === 'full' || !hasRoomBeside();
}

function showLayout(layout: ReaderLayout): void {
  if (layout === 'full') document.documentElement.dataset['reader'] = layout;
  else delete document.documentElement.dataset['reader'];
}

function currentLayout(): ReaderLayout {
  return document.documentElement.dataset['reader'] === 'full' ? 'full' : 'beside';
}

function hasRoomBeside(): boolean {
  return !matchMedia(narrowQuery).matches;
}

function subscribeToLayout(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-reader'] });
  return () => observer.disconnect();
}

function subscribeToWidth(listener: () => void): () => void {
  const media = matchMedia(narrowQuery);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
