import { findRanges, markPromises, textRootsOf } from '../find/find-ranges.ts';

/**
 * Marks words in a message, also in formatted ones, whose frames are loaded later. Words that were cut are marked as far as they go.
 * Returns a function that removes the marks.
 */
export function markWords(message: Element, words: readonly string[]): () => void {
  let unmark = () => {};
  const mark = () => {
    unmark();
    const roots = textRootsOf(message);
    unmark = markPromises(words.flatMap((each) => findRanges(roots, each.replace(/…$/, '')).slice(0, 1)));
  };
  mark();
  // A frame’s event does not bubble.
  message.addEventListener('load', mark, { capture: true });
  return () => {
    message.removeEventListener('load', mark, { capture: true });
    unmark();
  };
}
