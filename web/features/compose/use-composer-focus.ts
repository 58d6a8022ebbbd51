import { type RefObject, useEffect, useRef } from 'react';
import type { EditorHandle } from './editor/editor-props.ts';

type FocusOptions = {
  root: RefObject<HTMLElement | null>;
  editor: RefObject<EditorHandle | null>;
  isActive: boolean;
  /** Called when an element in the composer gets the focus. */
  onFocused: () => void;
};

/**
 * An expanded composer focuses its recipients if there are none, else its text. When it closes or collapses, the focus
 * returns to where it was. Returns a ref callback for an editor that is ready.
 */
export function useComposerFocus({ root, editor, isActive, onFocused }: FocusOptions): (handle: EditorHandle) => void {
  const within = useRef<Element>(null);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isActive) return;
    const before = document.activeElement;
    const element = root.current;
    const last = within.current;
    const note = ({ target }: FocusEvent) => {
      within.current = target instanceof Element ? target : null;
      // Editors place their caret after that.
      queueMicrotask(onFocused);
    };
    element?.addEventListener('focusin', note);
    if (last instanceof HTMLElement && last.isConnected) last.focus();
    else if (element?.querySelector('[data-chip]')) {
      isWaiting.current = editor.current === null;
      editor.current?.focus();
    } else element?.querySelector<HTMLElement>('[data-recipients]')?.focus();
    return () => {
      element?.removeEventListener('focusin', note);
      // If another element took the focus meanwhile, it keeps it.
      const { activeElement } = document;
      const isFocusLost = activeElement === document.body || element?.contains(activeElement);
      if (isFocusLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root, editor, isActive, onFocused]);
  return (handle) => {
    editor.current = handle;
    if (isWaiting.current) handle.focus();
    isWaiting.current = false;
  };
}
