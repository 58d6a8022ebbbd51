import { useSyncExternalStore } from 'react';

/** Whether the reader is beside its list or over it, if the window has room for both. */
type ReaderLayout = 'beside' | 'full';

const storageKey = 'posthorn.reader';

/** The window sizes without room for a list and a reader side by side. */
const narrowQuery = '(max-width: 1099px)';

/** Runs before the first paint, so that the stored choice applies at once. The root element has it as `data-reader`. */
export function applyReaderLayout(): void {
  showLayout(localStorage.getItem(storageKey) === 'full' ? 'full' : 'beside');
}

/** Applies and stores the position of the reader in this browser. */
export function chooseReaderLayout(layout: ReaderLayout): void {
  if (layout === 'full') localStorage.setItem(storageKey, layout);
  else localStorage.removeItem(storageKey);
  showLayout(layout);
}

/** The stored choice, whether or not the window has room for it. */
export function useReaderLayout(): ReaderLayout {
  return useSyncExternalStore(subscribeToLayout, currentLayout);
}

/** Whether the window has room for both positions. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(subscribeToWidth, hasRoomBeside);
}

/** Whether the reader covers its list, which is then hidden and cannot have the focus. */
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
