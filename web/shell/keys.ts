import { useEffect, useRef } from 'react';
import { strings } from '../strings.ts';

/**
 * The acts that have keys, in the order the sheet lists them, by where they work. `g i` is a chord: one key, then the
 * other. `Mod` is Ctrl, and ⌘ on a Mac. `repeats` says what a key that is held down does again and again.
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
  { act: 'archive', keys: ['e'], does: strings.acting.acts.archive, place: 'mail' },
  { act: 'trash', keys: ['#', 'Delete'], does: strings.acting.acts.trash, place: 'mail' },
  { act: 'spam', keys: ['!'], does: strings.acting.acts.spam, place: 'mail' },
  { act: 'snooze', keys: ['b'], does: strings.acting.acts.snooze, place: 'mail' },
  { act: 'star', keys: ['s'], does: strings.keys.star, place: 'mail' },
  { act: 'markRead', keys: ['I'], does: strings.acting.acts.read, place: 'mail' },
  { act: 'markUnread', keys: ['U'], does: strings.acting.acts.unread, place: 'mail' },
  { act: 'label', keys: ['l'], does: strings.acting.acts.label, place: 'mail' },
  { act: 'move', keys: ['v'], does: strings.acting.acts.move, place: 'mail' },
  { act: 'undo', keys: ['z', 'Mod z'], does: strings.acting.acts.undo, place: 'anywhere' },
  { act: 'redo', keys: ['Mod Z'], does: strings.acting.acts.redo, place: 'anywhere' },
  { act: 'search', keys: ['/'], does: strings.keys.search, place: 'anywhere' },
  { act: 'inbox', keys: ['g i'], does: strings.keys.inbox, place: 'anywhere' },
  { act: 'all', keys: ['g a'], does: strings.keys.all, place: 'anywhere' },
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

/** Where keys work: in a list, on the mail that is open or chosen, and everywhere. */
export type KeyPlace = 'list' | 'mail' | 'anywhere';

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

/** Runs acts for keys pressed anywhere but in a field, a dialog or a menu. */
export function useKeys(acts: KeyActs): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let leader: { key: string; at: number } | undefined;
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.altKey || isElsewhere(event) || isModifier(event)) return;
      const before = leader && event.timeStamp - leader.at < chordLasts ? leader.key : undefined;
      const hasMod = event.ctrlKey || event.metaKey;
      const meaning = meaningOf(event.key, hasMod ? 'Mod' : before);
      leader = meaning.leader && !hasMod ? { key: meaning.leader, at: event.timeStamp } : undefined;
      if (!meaning.act || (hasMod && !actByKeys.has(`Mod ${event.key}`))) return;
      if (event.repeat && !repeating.has(meaning.act)) return;
      const run = latest.current[meaning.act];
      if (run && run(event) !== false) event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isModifier({ key }: KeyboardEvent): boolean {
  return key === 'Shift' || key === 'Control' || key === 'Meta';
}

const fields =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu], [role=radio]';

function isElsewhere({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(fields) !== null;
}
