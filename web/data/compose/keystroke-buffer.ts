/** The keys typed between the request for a new message, or for a menu that is still being loaded, and its field. */
export type KeystrokeBuffer = {
  /** Starts to hold typed keys, which then have no other effect. They are typed into the next field of a dialog. */
  start: () => void;
  /** Types the held keys into the focused element. */
  flush: () => void;
  discard: () => void;
};

type Page = Pick<Window, 'addEventListener' | 'removeEventListener'>;

const overlays = '[role=dialog], [role=menu]';
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
    const key = event.key === 'Enter' ? '\n' : event.key;
    if (key === 'Backspace') text = [...text].slice(0, -1).join('');
    else if ([...key].length === 1) text += key;
  }

  function focus(event: FocusEvent): void {
    // A dialog selects the text of its field after it has given it the focus.
    if (isIn(event, overlays)) queueMicrotask(isIn(event, fields) ? flush : stop);
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
    page.removeEventListener('focusin', focus);
  }

  return {
    start() {
      if (isBuffering) return;
      isBuffering = true;
      page.addEventListener('keydown', press, true);
      page.addEventListener('pointerdown', stop, true);
      page.addEventListener('focusin', focus);
    },
    flush,
    discard: stop,
  };
}

function isIn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** Whether the key types a character or edits a text. */
function isTyped({ key, ctrlKey, metaKey, altKey, isComposing }: KeyboardEvent): boolean {
  const isForText = [...key].length === 1 || /^(Enter|Delete|Backspace|Arrow)/.test(key);
  return isForText && !(ctrlKey || metaKey || altKey || isComposing);
}

/** Types into the focused element like the user does, so that it receives the usual events. */
export function typeIntoFocused(text: string): void {
  const enter = () => new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true });
  text.split('\n').forEach((line, at) => {
    if (at > 0) document.activeElement?.dispatchEvent(enter());
    document.execCommand('insertText', false, line);
  });
}
