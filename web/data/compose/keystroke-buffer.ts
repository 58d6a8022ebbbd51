/** The keys typed between the request for a new message and its editor. */
export type KeystrokeBuffer = {
  /** Starts to hold typed keys, which then have no other effect. */
  start: () => void;
  /** Types the held keys into the focused element. */
  flush: () => void;
  discard: () => void;
};

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const fields = 'input, textarea, select, [contenteditable], [role=dialog], [role=menu]';

/**
 * Holds typed text until a new message is open. Otherwise the text would be lost, or would run keys of a list that change
 * mail. Escape or a click ends the holding.
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

/** Whether the key types a character, or is Backspace. */
function isTyped({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  return !ctrlKey && !metaKey && !altKey && !isComposing && (key === 'Backspace' || [...key].length === 1);
}

/** Types into the focused element like the user does, so that it receives the usual events. */
export function typeIntoFocused(text: string): void {
  document.execCommand('insertText', false, text);
}
