import { isIn, overlays } from '../../keyboard/use-keys.ts';

/** The keys typed between the request for a new message, or for a menu that is still being loaded, and its field. */
export type KeystrokeBuffer = {
  /** Starts to hold typed keys, which then have no other effect. They are typed into the next field of a dialog. */
  start: () => void;
  /** Types the held keys into the focused element. */
  flush: () => void;
  discard: () => void;
};

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const fields = 'input, textarea, select, [contenteditable]';

/**
 * Holds typed text until a new message or a menu is open. Otherwise the text would be lost, or would run keys of a list that
 * change mail. Escape or a click ends the holding.
 */
export function createKeystrokeBuffer(page: Page, insert: (text: string) => void): KeystrokeBuffer {
  let text = '';
  let isBuffering = false;

  function press(event: KeyboardEvent): void {
    if (event.key === 'Escape') return stop();
    if (!isTyped(event) || isIn(event, `${fields}, ${overlays}`)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    const { key } = event;
    text = key === 'Backspace' ? [...text].slice(0, -1).join('') : text + (key === 'Enter' ? '\n' : key);
  }

  function flush(): void {
    const typed = text;
    stop();
    if (typed !== '') insert(typed);
  }

  function stop(): void {
    isBuffering = false;
    text = '';
    page.removeEventListener('keydown', press, true);
    page.removeEventListener('pointerdown', stop, true);
  }

  page.addEventListener('focusin', (event) => {
    // A dialog selects the text of its field after it has given it the focus.
    if (isIn(event, overlays)) queueMicrotask(isIn(event, fields) ? flush : stop);
  });

  return {
    start() {
      if (isBuffering) return;
      isBuffering = true;
      page.addEventListener('keydown', press, true);
      page.addEventListener('pointerdown', stop, true);
    },
    flush,
    discard: stop,
  };
}

/** Whether the key types a character, or is Backspace or Enter. */
function isTyped({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const isForText = key === 'Enter' || key === 'Backspace' || [...key].length === 1;
  return isForText && !ctrlKey && !metaKey && !altKey && !isComposing;
}

/** Types into the focused element like the user does, so that it receives the usual events. */
export function typeIntoFocused(text: string): void {
  text.split('\n').forEach((line, at) => {
    const enter = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
    if (at > 0) document.activeElement?.dispatchEvent(enter);
    document.execCommand('insertText', false, line);
  });
}
