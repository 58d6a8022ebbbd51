import type { KeyboardEvent as ReactKeyboardEvent, RefObject } from 'react';
import { type CommandHandlers, useKeys } from '../../keyboard/use-keys.ts';

type ComposerCommands = Record<
  'send' | 'sendLater' | 'addCc' | 'addBcc' | 'attachFiles' | 'keepDraft' | 'discardDraft',
  () => void
>;

/** The keys of a composer, for its root element. The commands can also be run by name while it is active. */
export function useComposerKeys(root: RefObject<Element | null>, isActive: boolean, commands: ComposerCommands) {
  // Only by name: the handler below receives the keys while the user types.
  useKeys(isActive ? withoutTrustedKeys(commands) : {});

  return {
    /** In the capture phase, because the editor uses some of these keys otherwise. */
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
      // The rich editor prevents the default of Escape without handling it.
      const isInText = event.target instanceof HTMLElement && event.target.isContentEditable;
      if (event.key === 'Escape' && (isInText || !event.defaultPrevented)) commands.keepDraft();
      // The keys of lists and conversations do nothing here; the palette opens everywhere.
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

/** Popovers of the composer that are mounted elsewhere have their own keys. */
function isWithin(root: Element | null, { target }: ReactKeyboardEvent): boolean {
  return target instanceof Node && root?.contains(target) === true;
}
