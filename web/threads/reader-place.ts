import { useSyncExternalStore } from 'react';

/** Whether a conversation stands beside its list or over it, where the window has room for both. */
export type ReaderPlace = 'beside' | 'full';

const keptAs = 'posthorn.reader';

/** Where a window has no room for a list and a conversation beside each other. */
const narrow = '(max-width: 1099px)';

/** Before the first paint: what was chosen holds at once. It stands at the root of the document, as `data-reader`. */
export function applyReaderPlace(): void {
  show(localStorage.getItem(keptAs) === 'full' ? 'full' : 'beside');
}

/** Shows and keeps where conversations are read in this browser. */
export function chooseReaderPlace(place: ReaderPlace): void {
  if (place === 'full') localStorage.setItem(keptAs, place);
  else localStorage.removeItem(keptAs);
  show(place);
}

/** What was chosen, whether or not the window has room for it. */
export function useReaderPlace(): ReaderPlace {
  return useSyncExternalStore(follow, current);
}

/** Whether there is something to choose. */
export function useHasRoomBeside(): boolean {
  return useSyncExternalStore(followWidth, hasRoomBeside);
}

/** Whether an open conversation lies over its list, which can then be neither seen nor focused. */
export function readerCoversList(): boolean {
  return current() === 'full' || !hasRoomBeside();
}

function show(place: ReaderPlace): void {
  if (place === 'full') document.documentElement.dataset['reader'] = place;
  else delete document.documentElement.dataset['reader'];
}

function current(): ReaderPlace {
  return document.documentElement.dataset['reader'] === 'full' ? 'full' : 'beside';
}

function hasRoomBeside(): boolean {
  return !matchMedia(narrow).matches;
}

function follow(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-reader'] });
  return () => observer.disconnect();
}

function followWidth(listener: () => void): () => void {
  const media = matchMedia(narrow);
  media.addEventListener('change', listener);
  return () => media.removeEventListener('change', listener);
}
