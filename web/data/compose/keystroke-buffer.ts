/** What is typed between asking for a message and there being a field for it. */
export type KeystrokeBuffer = {
  /** From now on what is typed is held, and does nothing else. */
  start: () => void;
  /** Types it where the focus is. */
  flush: () => void;
  discard: () => void;
};

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const fields = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/**
 * Holds what somebody types who does not wait until a new message is there: else its letters would be lost, or be the keys
 * of a list and do something to mail. Who presses Escape, or clicks, goes elsewhere, and nothing more is held.
 */
export function createKeystrokeBuffer(page: Page, insert: (text: string) => void): KeystrokeBuffer {
  let text = '';
  let isBuffering = false;

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') return stop();
    if (!isTyped(event) || (event.target instanceof Element && event.target.closest(fields))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    text = event.key === 'Backspace' ? [...text].slice(0, -1).join('') : text + event.key;
  }

  function stop(): void {
    isBuffering = false;
    text = '';
    page.removeEventListener('keydown', press, true);
    page.removeEventListener('pointerdown', stop, true);
  }

  return {
    start() {
      if (isBuffering) return;
      isBuffering = true;
      page.addEventListener('keydown', press, true);
      page.addEventListener('pointerdown', stop, true);
    },
    flush() {
      const typed = text;
      stop();
      if (typed !== '') insert(typed);
    },
    discard: stop,
  };
}

/** A letter rather than a key that means something, or the one that takes a letter back. */
function isTyped({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && (key === 'Backspace' || [...key].length === 1);
}

/** Types into what has the focus as a person would, so that whatever it is hears of it. */
export function typeIntoFocused(text: string): void {
  document.execCommand('insertText', false, text);
}
