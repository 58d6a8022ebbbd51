/** Elements that handle the arrow keys themselves. */
const arrowKeyElements = 'audio, video, input, textarea, [role="menu"]';

/** The step of an arrow key among the files of a message: 1 for the next, -1 for the previous, 0 for none. */
export function stepForKey(event: KeyboardEvent): -1 | 0 | 1 {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  if (target instanceof Element && (target.closest(arrowKeyElements) || isWide(target))) return 0;
  const isBackwards = getComputedStyle(document.documentElement).direction === 'rtl';
  return (key === 'ArrowRight') === isBackwards ? -1 : 1;
}

/** The arrow keys scroll a wide table. */
function isWide({ scrollWidth, clientWidth }: Element): boolean {
  return scrollWidth > clientWidth;
}
