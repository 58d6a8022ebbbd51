import { useEffect, useRef } from 'react';
import type { Target } from '../mutations/change.ts';
import type { Wish } from './act-wishes.ts';
import type { KeyBindings, KeyContext } from './key-bindings.ts';
import { keyStore } from './key-store.ts';
import { type KeyMeanings, meaningOf, meaningsOf } from './key-meaning.ts';
import { type Act, keyTable } from './key-table.ts';

export { type Act, type KeyPlace, keyTable } from './key-table.ts';

/**
 * What the keys do where one is. An act that answers `false` leaves its key to whoever else listens, such as a list
 * beside which a conversation is open, and in the end to the browser.
 */
export type KeyActs = Partial<Record<Act, (event: KeyboardEvent) => boolean | void>>;

const repeating = new Set<Act>(keyTable.flatMap((row) => ('repeats' in row ? [row.act] : [])));
const chordLasts = 1200;

/** The first key of an act, for the name of its button; empty where it has none. */
export function keyOf(act: Act, context: KeyContext = 'mail_list'): string {
  return keyStore.current()[context][act]?.[0] ?? '';
}

/** The mail that the acts of a listener would be done to at this moment; undefined where there is none. */
export type About = () => Target | undefined;

/**
 * Runs acts for keys pressed anywhere but in a field, a dialog or a menu, and for wishes. What acts on mail is given with
 * `about`: without mail there it is left to whoever else listens.
 */
export function useKeys(acts: KeyActs, about?: About): void {
  const latest = useRef({ acts, about });
  useEffect(() => {
    latest.current = { acts, about };
  });
  useEffect(() => {
    let leader: { key: string; at: number } | undefined;
    let read: { bindings: KeyBindings; meanings: KeyMeanings } | undefined;
    function meanings(): KeyMeanings {
      const bindings = keyStore.current();
      if (read?.bindings !== bindings) read = { bindings, meanings: meaningsOf(bindings) };
      return read.meanings;
    }
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || isTyped(event) || isModifier(event)) return;
      const before = leader && event.timeStamp - leader.at < chordLasts ? leader.key : undefined;
      const hasMod = isHeld(event);
      const known = meanings()[contextOf(event.target)];
      const meaning = meaningOf(known, event.key, hasMod ? 'Mod' : before);
      leader = meaning.leader && !isIn(event, fields) ? { key: meaning.leader, at: event.timeStamp } : undefined;
      if (!meaning.act || isElsewhere(event, meaning.act)) return;
      if (event.repeat && !repeating.has(meaning.act)) return;
      const run = latest.current.acts[meaning.act];
      if (run && run(event) !== false) event.preventDefault();
    }
    function hear(event: CustomEvent<Wish>): void {
      if (!event.defaultPrevented && isGranted(event.detail, latest.current)) event.preventDefault();
    }
    addEventListener('keydown', press);
    addEventListener('posthorn:wish', hear);
    return () => {
      removeEventListener('keydown', press);
      removeEventListener('posthorn:wish', hear);
    };
  }, []);
}

/** Does what is wished for, or says on what it would be done. */
function isGranted(wish: Wish, { acts, about }: { acts: KeyActs; about?: About | undefined }): boolean {
  const run = acts[wish.act];
  const row = keyTable.find(({ act }) => act === wish.act);
  const target = row?.place === 'mail' ? about?.() : undefined;
  if (!run || (row?.place === 'mail' && about && !target)) return false;
  if (!wish.isQuestion) return run(new KeyboardEvent('keydown', { key: row?.keys[0] ?? '' })) !== false;
  wish.target = target;
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
function isHeld(event: KeyboardEvent): boolean {
  return (event.ctrlKey || event.metaKey) && !event.getModifierState('AltGraph');
}

const overlays = '[role=dialog], [role=menu]';
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=radio]';

/** The key of the palette means nothing in a field, where Ctrl is held with it, so that there too it opens it. */
function isElsewhere(event: KeyboardEvent, act: Act): boolean {
  return isIn(event, act === 'palette' && isHeld(event) ? overlays : `${fields}, ${overlays}`);
}

function isIn({ target }: KeyboardEvent, places: string): boolean {
  return target instanceof Element && target.closest(places) !== null;
}

/** Where one is at this moment. */
export function contextHere(): KeyContext {
  return contextOf(document.activeElement);
}

/** Where a key was pressed. What is neither in a list nor in a conversation belongs to the one that is open, if one is. */
function contextOf(target: EventTarget | null): KeyContext {
  const place = target instanceof Element ? target.closest('[data-keys], [data-thread]') : null;
  const said = place?.getAttribute('data-keys');
  if (said === 'message_view' || said === 'thread_view') return said;
  return !place && document.querySelector('[data-keys=thread_view]') ? 'thread_view' : 'mail_list';
}
