import { useEffect, useRef } from 'react';
import { strings } from '../strings.ts';

/** The acts that have keys, in the order the sheet lists them. `g i` is a chord: one key, then the other. */
export const keyTable = [
  { act: 'next', keys: ['j', 'ArrowDown'], does: strings.keys.next },
  { act: 'previous', keys: ['k', 'ArrowUp'], does: strings.keys.previous },
  { act: 'open', keys: ['o', 'Enter'], does: strings.keys.open },
  { act: 'close', keys: ['u', 'Escape'], does: strings.keys.close },
  { act: 'search', keys: ['/'], does: strings.keys.search },
  { act: 'inbox', keys: ['g i'], does: strings.keys.inbox },
  { act: 'all', keys: ['g a'], does: strings.keys.all },
  { act: 'help', keys: ['?'], does: strings.keys.help },
] as const;
export type Act = (typeof keyTable)[number]['act'];

/** True from an act that took the key; anything else leaves it to the browser. */
export type Acts = Partial<Record<Act, (event: KeyboardEvent) => boolean | void>>;

const actByKeys = new Map<string, Act>(keyTable.flatMap(({ act, keys }) => keys.map((key) => [key, act] as const)));
const leaders = new Set([...actByKeys.keys()].filter((keys) => keys.includes(' ')).map((keys) => keys.split(' ')[0]));
const chordLasts = 1200;

/** What a key means after the one before: an act, the start of a chord, or nothing. */
export function meaningOf(key: string, leader: string | undefined): { act?: Act; leader?: string } {
  const act = actByKeys.get(leader ? `${leader} ${key}` : key) ?? actByKeys.get(key);
  if (act) return { act };
  return leaders.has(key) ? { leader: key } : {};
}

/** Runs acts for keys pressed anywhere but in a field, a dialog or a menu. */
export function useKeys(acts: Acts): void {
  const latest = useRef(acts);
  useEffect(() => {
    latest.current = acts;
  });
  useEffect(() => {
    let leader: { key: string; at: number } | undefined;
    function press(event: KeyboardEvent): void {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isElsewhere(event)) return;
      const before = leader && event.timeStamp - leader.at < chordLasts ? leader.key : undefined;
      const meaning = meaningOf(event.key, before);
      leader = meaning.leader ? { key: meaning.leader, at: event.timeStamp } : undefined;
      const run = meaning.act && latest.current[meaning.act];
      if (run && run(event) !== false) event.preventDefault();
    }
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);
}

function isElsewhere({ target }: KeyboardEvent): boolean {
  if (!(target instanceof Element)) return false;
  return (
    target.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu], [role=radio]') !== null
  );
}
