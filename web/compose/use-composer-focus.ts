import { type RefObject, useEffect, useRef } from 'react';
import type { EditorHandle } from './editing.ts';

type FocusParts = {
  root: RefObject<HTMLElement | null>;
  editor: RefObject<EditorHandle | null>;
  isActive: boolean;
};

/**
 * A composer that unfolds takes the focus where one goes on: the recipients while there are none, else the text. When it
 * goes or folds, the focus returns to where one was before. Answers with what takes an editor that is ready.
 */
export function useComposerFocus({ root, editor, isActive }: FocusParts): (handle: EditorHandle) => void {
  const within = useRef<Element>(null);
  const isWaiting = useRef(false);
  useEffect(() => {
    if (!isActive) return;
    const before = document.activeElement;
    const element = root.current;
    const last = within.current;
    if (last instanceof HTMLElement && last.isConnected) last.focus();
    else if (element?.querySelector('[data-chip]')) {
      isWaiting.current = editor.current === null;
      editor.current?.focus();
    } else element?.querySelector<HTMLElement>('[data-recipients]')?.focus();
    const note = ({ target }: FocusEvent) => (within.current = target instanceof Element ? target : null);
    element?.addEventListener('focusin', note);
    return () => {
      element?.removeEventListener('focusin', note);
      // Where something else took the focus meanwhile, it keeps it.
      const { activeElement } = document;
      const isLost = activeElement === document.body || element?.contains(activeElement);
      if (isLost && before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    };
  }, [root, editor, isActive]);
  return (handle) => {
    editor.current = handle;
    if (isWaiting.current) handle.focus();
    isWaiting.current = false;
  };
}
