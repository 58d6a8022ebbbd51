import { useEffect, useRef } from 'react';
import type { Target } from '../mutations/change.ts';
import { strings } from '../strings.ts';
import type { Wish } from './act-wishes.ts';

/**
 * The acts that are asked for by key or by name, in the order the sheet lists them, by where they work. `g i` is a chord:
 * one key, then the other. `Mod` is Ctrl, and ⌘ on a Mac. `repeats` says what a key that is held down does again and again.
 */
export const keyTable = [
  { act: 'next', keys: ['j', 'ArrowDown'], does: strings.keys.next, place: 'list', repeats: true },
  { act: 'previous', keys: ['k', 'ArrowUp'], does: strings.keys.previous, place: 'list', repeats: true },
  { act: 'open', keys: ['o', 'Enter'], does: strings.keys.open, place: 'list' },
  { act: 'close', keys: ['u', 'Escape'], does: strings.keys.close, place: 'list' },
  { act: 'select', keys: ['x'], does: strings.keys.select, place: 'list' },
  { act: 'extendNext', keys: ['J'], does: strings.keys.extendNext, place: 'list', repeats: true },
  { act: 'extendPrevious', keys: ['K'], does: strings.keys.extendPrevious, place: 'list', repeats: true },
  { act: 'selectAll', keys: ['* a'], does: strings.keys.selectAll, place: 'list' },
  { act: 'selectNone', keys: ['* n'], does: strings.keys.selectNone, place: 'list' },
  { act: 'reply', keys: ['r'], does: strings.compose.acts.reply, place: 'mail' },
  { act: 'replyAll', keys: ['a'], does: strings.compose.acts.replyAll, place: 'mail' },
  { act: 'forward', keys: ['f'], does: strings.compose.acts.forward, place: 'mail' },
  { act: 'archive', keys: ['e'], does: strings.acting.acts.archive, place: 'mail' },
  { act: 'trash', keys: ['#', 'Delete'], does: strings.acting.acts.trash, place: 'mail' },
  { act: 'spam', keys: ['!'], does: strings.acting.acts.spam, place: 'mail' },
  { act: 'snooze', keys: ['b'], does: strings.acting.acts.snooze, place: 'mail' },
  { act: 'star', keys: ['s'], does: strings.keys.star, place: 'mail' },
  { act: 'markRead', keys: ['I'], does: strings.acting.acts.read, place: 'mail' },
  { act: 'markUnread', keys: ['U'], does: strings.acting.acts.unread, place: 'mail' },
  { act: 'label', keys: ['l'], does: strings.acting.acts.label, place: 'mail' },
  { act: 'move', keys: ['v'], does: strings.acting.acts.move, place: 'mail' },
  { act: 'replyLater', keys: [], does: strings.keys.replyLater, place: 'mail' },
  { act: 'unsubscribe', keys: [], does: strings.keys.unsubscribe, place: 'mail' },
  { act: 'acceptInvite', keys: [], does: strings.keys.acceptInvite, place: 'mail' },
  { act: 'maybeInvite', keys: [], does: strings.keys.maybeInvite, place: 'mail' },
  { act: 'declineInvite', keys: [], does: strings.keys.declineInvite, place: 'mail' },
  { act: 'showImages', keys: [], does: strings.keys.showImages, place: 'mail' },
  { act: 'saveFiles', keys: [], does: strings.keys.saveFiles, place: 'mail' },
  { act: 'exportMarkdown', keys: [], does: strings.keys.exportMarkdown, place: 'mail' },
  { act: 'exportMbox', keys: [], does: strings.keys.exportMbox, place: 'mail' },
  { act: 'send', keys: ['Mod Enter'], does: strings.compose.acts.send, place: 'writing' },
  { act: 'sendLater', keys: ['Mod Shift-Enter'], does: strings.compose.acts.sendLater, place: 'writing' },
  { act: 'addCc', keys: ['Mod C'], does: strings.compose.acts.addCc, place: 'writing' },
  { act: 'addBcc', keys: ['Mod B'], does: strings.compose.acts.addBcc, place: 'writing' },
  { act: 'keepDraft', keys: [], does: strings.compose.acts.keepDraft, place: 'writing' },
  { act: 'discardDraft', keys: [], does: strings.compose.acts.discardDraft, place: 'writing' },
  { act: 'compose', keys: ['c'], does: strings.compose.acts.compose, place: 'anywhere' },
  { act: 'palette', keys: ['Mod k'], does: strings.keys.palette, place: 'anywhere' },
  { act: 'undo', keys: ['z', 'Mod z'], does: strings.acting.acts.undo, place: 'anywhere' },
  { act: 'redo', keys: ['Mod Z'], does: strings.acting.acts.redo, place: 'anywhere' },
  { act: 'search', keys: ['/'], does: strings.keys.search, place: 'anywhere' },
  { act: 'inbox', keys: ['g i'], does: strings.keys.inbox, place: 'anywhere' },
  { act: 'all', keys: ['g a'], does: strings.keys.all, place: 'anywhere' },
  { act: 'drafts', keys: ['g d'], does: strings.keys.drafts, place: 'anywhere' },
  { act: 'outbox', keys: ['g o'], does: strings.keys.outbox, place: 'anywhere' },
  { act: 'history', keys: ['g h'], does: strings.keys.history, place: 'anywhere' },
  { act: 'help', keys: ['?'], does: strings.keys.help, place: 'anywhere' },
] as const satisfies readonly {
  act: string;
  keys: readonly string[];
  does: string;
  place: KeyPlace;
  repeats?: true;
}[];
export type Act = (typeof keyTable)[number]['act'];

/** Where keys work: in a list, on the mail that is open or chosen, in a message being written, and everywhere. */
export type KeyPlace = 'list' | 'mail' | 'writing' | 'anywhere';

/**
 * What the keys do where one is. An act that answers `false` leaves its key to whoever else listens, such as a list
 * beside which a conversation is open, and in the end to the browser.
 */
export type KeyActs = Partial<Record<Act, (event: KeyboardEvent) => boolean | void>>;

const actByKeys = new Map<string, Act>(keyTable.flatMap(({ act, keys }) => keys.map((key) => [key, act] as const)));
const leaders = new Set(['g', '*']);
const repeating = new Set<Act>(keyTable.flatMap((row) => ('repeats' in row ? [row.act] : [])));
const chordLasts = 1200;

/** The first key of an act, for the name of its button. */
export function keyOf(act: Act): string {
  return keyTable.find((row) => row.act === act)?.keys[0] ?? '';
}

/** What a key means after the one before: an act, the start of a chord, or nothing. */
export function meaningOf(key: string, leader: string | undefined): { act?: Act; leader?: string } {
  const act = actByKeys.get(leader ? `${leader} ${key}` : key) ?? actByKeys.get(key);
  if (act) return { act };
  return leaders.has(key) ? { leader: key } : {};
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
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || isModifier(event)) return;
      const before = leader && event.timeStamp - leader.at < chordLasts ? leader.key : undefined;
      const hasMod = event.ctrlKey || event.metaKey;
      const meaning = meaningOf(event.key, hasMod ? 'Mod' : before);
      leader = meaning.leader && !hasMod ? { key: meaning.leader, at: event.timeStamp } : undefined;
      if (!meaning.act || (hasMod && !actByKeys.has(`Mod ${event.key}`))) return;
      if (isElsewhere(event, meaning.act) || (event.repeat && !repeating.has(meaning.act))) return;
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
  if (!wish.isQuestion) return run(new KeyboardEvent('keydown', { key: keyOf(wish.act) })) !== false;
  wish.target = target;
  return true;
}

function isModifier({ key }: KeyboardEvent): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta';
}

const overlays = '[role=dialog], [role=menu]';
const fields = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=radio]';

/** The key of the palette means nothing in a field, so that there too it opens it. */
function isElsewhere({ target }: KeyboardEvent, act: Act): boolean {
  const places = act === 'palette' ? overlays : `${fields}, ${overlays}`;
  return target instanceof Element && target.closest(places) !== null;
}
