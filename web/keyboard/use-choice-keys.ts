import { useEffect, useRef } from 'react';

const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]';

/** Runs what belongs to a key that is pressed outside of fields, dialogs and menus, without Ctrl, Alt or ⌘. */
export function useChoiceKeys(actions: Readonly<Record<string, (() => void) | undefined>>): void {
  const latest = useRef(actions);
  useEffect(() => {
    latest.current = actions;
  });
  useEffect(() => {
    function handleKeyDown(event: KeyboardEvent): void {
      const { key, target, ctrlKey, altKey, metaKey, repeat, isComposing, defaultPrevented } = event;
      if (defaultPrevented || repeat || isComposing || ctrlKey || altKey || metaKey) return;
      if (target instanceof Element && target.closest(fields)) return;
      const run = latest.current[key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    }
    addEventListener('keydown', handleKeyDown);
    return () => removeEventListener('keydown', handleKeyDown);
  }, []);
}
