import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Target } from '../api/mail-change.ts';
import type { KeyBindings, KeyContext } from './bindings.ts';
import { bindingStore } from './binding-store.ts';
import { type KeyMatchers, matchKey, matchersOf } from './key-matching.ts';
import { type Command, commandTable } from './command-table.ts';
import type { CommandRequest } from './command-request.ts';

/**
 * The handlers of the commands of a component. A handler that returns `false` passes its key to other listeners, such as the
 * list beside an open conversation, and finally to the browser.
 */
export type CommandHandlers = Partial<Record<Command, (event: KeyboardEvent) => boolean | void>>;

const repeating = new Set<Command>(commandTable.flatMap((row) => ('repeats' in row ? [row.command] : [])));
const chordTimeoutMs = 1200;

/** The first chord of a command, for the tooltip of its button; empty if it has none. */
export function keyFor(command: Command, context: KeyContext = 'mail_list'): string {
  return bindingStore.current()[context][command]?.[0] ?? '';
}

/** The mail on which the commands of a listener act at this moment; undefined if there is none. */
type TargetGetter = () => Target | undefined;

/**
 * Runs commands for keys pressed outside of fields, dialogs and menus, and for command requests. Commands on mail need
 * `getTarget`: without mail they pass the key to other listeners.
 */
export function useKeys(handlers: CommandHandlers, getTarget?: TargetGetter): void {
  const latest = useRef({ handlers, getTarget });
  // Before the browser paints: a key acts on what the user sees.
  useLayoutEffect(() => {
    latest.current = { handlers, getTarget };
  });
  useEffect(() => {
    let leader: { key: string; at: number } | undefined;
    let read: { bindings: KeyBindings; matchers: KeyMatchers } | undefined;
    function matchers(): KeyMatchers {
      const bindings = bindingStore.current();
      if (read?.bindings !== bindings) read = { bindings, matchers: matchersOf(bindings) };
      return read.matchers;
    }
    function handleKeyDown(event: KeyboardEvent): void {
      if (event.defaultPrevented || isTyped(event) || isModifier(event)) return;
      const before = leader && event.timeStamp - leader.at < chordTimeoutMs ? leader.key : undefined;
      const hasMod = hasModKey(event);
      const known = matchers()[contextOf(event.target)];
      const match = matchKey(known, event.key, hasMod ? 'Mod' : before);
      leader = match.leader && !isIn(event, fields) ? { key: match.leader, at: event.timeStamp } : undefined;
      if (!match.command || isBlockedByFocus(event, match.command)) return;
      if (event.repeat && !repeating.has(match.command)) return;
      const run = latest.current.handlers[match.command];
      if (run && run(event) !== false) event.preventDefault();
    }
    function handleRequest(event: CustomEvent<CommandRequest>): void {
      if (!event.defaultPrevented && answerRequest(event.detail, latest.current)) event.preventDefault();
    }
    addEventListener('keydown', handleKeyDown);
    addEventListener('posthorn:command', handleRequest);
    return () => {
      removeEventListener('keydown', handleKeyDown);
      removeEventListener('posthorn:command', handleRequest);
    };
  }, []);
}

/** Runs the requested command, or reports the mail on which it would run. */
function answerRequest(
  request: CommandRequest,
  { handlers, getTarget }: { handlers: CommandHandlers; getTarget?: TargetGetter | undefined },
): boolean {
  const run = handlers[request.command];
  const row = commandTable.find(({ command }) => command === request.command);
  const target = row?.scope === 'mail' ? getTarget?.() : undefined;
  if (!run || (row?.scope === 'mail' && getTarget && !target)) return false;
  if (!request.isQuery) return run(new KeyboardEvent('keydown', { key: row?.keys[0] ?? '' })) !== false;
  request.target = target;
  return true;
}

function isModifier({ key }: KeyboardEvent): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta' || key === 'AltGraph';
}

/** Alt opens menus, and keys of an input method belong to the composed word. Safari reports the latter by key code. */
function isTyped(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229 || (event.altKey && !event.getModifierState('AltGraph'));
}

/** On Windows AltGr is Ctrl and Alt, and types characters such as `#` on some keyboards. */
function hasModKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
}

export const overlays = '[role=dialog], [role=menu]';
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=radio]';

/** The key of the palette opens it also from a field, because with Ctrl it types nothing there. */
function isBlockedByFocus(event: KeyboardEvent, command: Command): boolean {
  return isIn(event, command === 'palette' && hasModKey(event) ? overlays : `${fields}, ${overlays}`);
}

/** Whether an event is within an element that matches a selector. */
export function isIn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** The current context. */
export function currentKeyContext(): KeyContext {
  return contextOf(document.activeElement);
}

/**
 * The context of a key event. An element outside of lists and conversations belongs to the open conversation, if there is
 * one.
 */
function contextOf(target: EventTarget | null): KeyContext {
  const element = target instanceof Element ? target.closest('[data-keys], [data-thread]') : null;
  const declared = element?.getAttribute('data-keys');
  if (declared === 'message_view' || declared === 'thread_view') return declared;
  return !element && document.querySelector('[data-keys=thread_view]') ? 'thread_view' : 'mail_list';
}
