import { type RefObject, useEffect, useRef } from 'react';
import type { EditorHandle } from './editor/editor-props.ts';

type FocusOptions = {
  root: RefObject<HTMLElement | null>;
  editor: RefObject<EditorHandle | null>;
  isActive: boolean;
  isInline: boolean;
  /** Changes when the user asks for the composition again. */
  focusRequest: number;
  /** Called when an element in the composer gets the focus. */
  onFocused: () => void;
};

/**
 * A composer that becomes active focuses its recipients if there are none, else its text. When it closes or collapses, the
 * focus returns to where it was, or to the message that is answered. Returns a ref callback for an editor that is ready.
 */
export function useComposerFocus(options: FocusOptions): (handle: EditorHandle) => void {
  const { root, editor, isActive, isInline, focusRequest } = options;
  const within = useRef<Element>(null);
  const isWaiting = useRef(false);
  const latest = useRef(options);
  useEffect(() => {
    latest.current = options;
  });

  useEffect(() => {
    const element = root.current;
    const note = ({ target }: FocusEvent) => {
      within.current = target instanceof Element ? target : null;
      // Editors place their caret after that.
      queueMicrotask(() => latest.current.onFocused());
    };
    element?.addEventListener('focusin', note);
    return () => element?.removeEventListener('focusin', note);
  }, [root]);

  useReturnedFocus(root, { isActive, isInline });

  useEffect(() => {
    const element = root.current;
    if (!isActive || !element) return;
    const last = within.current;
    if (last instanceof HTMLElement && last.isConnected) last.focus();
    else if (element.querySelector('[data-chip]')) {
      isWaiting.current = editor.current === null;
      editor.current?.focus();
    } else element.querySelector<HTMLElement>('[data-recipients]')?.focus();
    reveal(element);
  }, [root, editor, isActive, focusRequest]);

  return (handle) => {
    editor.current = handle;
    if (isWaiting.current) handle.focus();
    isWaiting.current = false;
    // With its text the composer has its height.
    if (isActive) reveal(root.current);
  };
}

/** Scrolls the conversation so that an inline composer is visible as a whole. */
function reveal(element: HTMLElement | null): void {
  if (placeOf(element)) element?.scrollIntoView({ block: 'nearest' });
}

function placeOf(element: HTMLElement | null): Element | null {
  return element?.closest('[data-replies]') ?? null;
}

/** Returns the focus when a composer is no longer active, unless another element took it meanwhile. */
function useReturnedFocus(
  root: RefObject<HTMLElement | null>,
  { isActive, isInline }: Pick<FocusOptions, 'isActive' | 'isInline'>,
): void {
  const answered = useRef<HTMLElement>(null);
  useEffect(() => {
    const message = isInline ? placeOf(root.current)?.parentElement : undefined;
    answered.current = message?.querySelector<HTMLElement>('[data-message], button') ?? null;
  }, [root, isInline]);
  useEffect(() => {
    if (!isActive) return;
    const element = root.current;
    const before = document.activeElement;
    return () => {
      const { activeElement } = document;
      const isFocusLost = activeElement === document.body || element?.contains(activeElement);
      const target = answered.current?.isConnected ? answered.current : before;
      if (isFocusLost && target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true });
    };
  }, [root, isActive]);
}
