import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { type CommandHandlers, useKeys } from '../../keyboard/use-keys.ts';

type ComposerCommands = Record<'send' | 'sendLater' | 'addCc' | 'addBcc' | 'keepDraft' | 'discardDraft', () => void>;

/** The keys of a composer, for its root element; the commands are also run by name while it is active. */
export function useComposerKeys(root: RefObject<Element | null>, isActive: boolean, commands: ComposerCommands) {
  // By name alone: the keys are heard below, where one writes.
  useKeys(isActive ? withoutTrustedKeys(commands) : {});

  return {
    /** Before the editor hears of them, which has other uses for some. */
    onKeyDownCapture(event: ReactKeyboardEvent): void {
      if (!isWithin(root.current, event) || !(event.ctrlKey || event.metaKey)) return;
      const keys: Record<string, (() => void) | undefined> = {
        Enter: event.shiftKey ? commands.sendLater : commands.send,
        C: commands.addCc,
        B: commands.addBcc,
      };
      const command = keys[event.key];
      if (!command) return;
      event.preventDefault();
      event.stopPropagation();
      command();
    },

    onKeyDown(event: ReactKeyboardEvent): void {
      if (!isWithin(root.current, event)) return;
      // The rich editor prevents what Escape does by default, and does nothing by it itself.
      const isInText = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (event.key === 'Escape' && (isInText || !event.defaultPrevented)) commands.keepDraft();
      // The keys of lists and conversations mean nothing here; the palette opens from everywhere.
      const isPalette = event.key === 'k' && (event.ctrlKey || event.metaKey);
      if (!isPalette) event.nativeEvent.stopPropagation();
    },
  };
}

function withoutTrustedKeys(handlers: CommandHandlers): CommandHandlers {
  return Object.fromEntries(
    Object.entries(handlers).map(([name, run]) => [
      name,
      (event: KeyboardEvent) => (event.isTrusted ? false : run(event)),
    ]),
  );
}

/** Sheets of the composer that float elsewhere have keys of their own. */
function isWithin(root: Element | null, { target }: ReactKeyboardEvent): boolean {
  return target instanceof Node && root?.contains(target) === true;
}
