import { useEffect, useRef } from 'react';
import type { Target } from '../api/mail-change.ts';
import type { KeyBindings, KeyContext } from './bindings.ts';
import { bindingStore } from './binding-store.ts';
import { type KeyMatchers, matchKey, matchersOf } from './key-matching.ts';
import { type Command, commandTable } from './command-table.ts';
import type { CommandRequest } from './command-request.ts';

/**
 * What the keys do where one is. An act that answers `false` leaves its key to whoever else listens, such as a list
 * beside which a conversation is open, and in the end to the browser.
 */
export type CommandHandlers = Partial<Record<Command, (event: KeyboardEvent) => boolean | void>>;

const repeating = new Set<Command>(commandTable.flatMap((row) => ('repeats' in row ? [row.command] : [])));
const chordTimeoutMs = 1200;

/** The first key of an act, for the name of its button; empty where it has none. */
export function keyFor(command: Command, context: KeyContext = 'mail_list'): string {
  return bindingStore.current()[context][command]?.[0] ?? '';
}

/** The mail that the acts of a listener would be done to at this moment; undefined where there is none. */
type TargetGetter = () => Target | undefined;

/**
 * Runs acts for keys pressed anywhere but in a field, a dialog or a menu, and for wishes. What acts on mail is given with
 * `about`: without mail there it is left to whoever else listens.
 */
export function useKeys(handlers: CommandHandlers, getTarget?: TargetGetter): void {
  const latest = useRef({ handlers, getTarget });
  useEffect(() => {
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

/** Does what is wished for, or says on what it would be done. */
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

/** Alt belongs to menus, and a key that is part of a word being composed to the word. Safari tells that by a number. */
function isTyped(event: KeyboardEvent): boolean {
  return event.isComposing || event.keyCode === 229 || (event.altKey && !event.getModifierState('AltGraph'));
}

/** AltGr is Ctrl and Alt on Windows, where it makes signs such as `#` on some keyboards. */
function hasModKey(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
}

const overlays = '[role=dialog], [role=menu]';
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=radio]';

/** The key of the palette means nothing in a field, where Ctrl is held with it, so that there too it opens it. */
function isBlockedByFocus(event: KeyboardEvent, command: Command): boolean {
  return isIn(event, command === 'palette' && hasModKey(event) ? overlays : `${fields}, ${overlays}`);
}

function isIn({ target }: KeyboardEvent, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

/** Where one is at this moment. */
export function currentKeyContext(): KeyContext {
  return contextOf(document.activeElement);
}

/** Where a key was pressed. What is neither in a list nor in a conversation belongs to the one that is open, if one is. */
function contextOf(target: EventTarget | null): KeyContext {
  const element = target instanceof Element ? target.closest('[data-keys], [data-thread]') : null;
  const declared = element?.getAttribute('data-keys');
  if (declared === 'message_view' || declared === 'thread_view') return declared;
  return !element && document.querySelector('[data-keys=thread_view]') ? 'thread_view' : 'mail_list';
}
