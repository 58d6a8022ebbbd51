/** What has a use of its own for the arrows. */
const arrowKeyElements = 'audio, video, input, textarea, [role="menu"]';

/** Where an arrow leads among the files of a message: 1 to the next, -1 to the one before, 0 nowhere. */
export function stepForKey(event: KeyboardEvent): -1 | 0 | 1 {
  const { key, target, altKey, ctrlKey, metaKey, shiftKey, defaultPrevented } = event;
  if (defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return 0;
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return 0;
  if (target instanceof Element && (target.closest(arrowKeyElements) || isWide(target))) return 0;
  const isBackwards = getComputedStyle(document.documentElement).direction === 'rtl';
  return (key === 'ArrowRight') === isBackwards ? -1 : 1;
}

/** A wide table is scrolled by the arrows. */
function isWide({ scrollWidth, clientWidth }: Element): boolean {
  return scrollWidth > clientWidth;
}
