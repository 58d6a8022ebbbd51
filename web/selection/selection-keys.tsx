import type { RefObject } from 'react';
import { type KeyActs, useKeys } from '../shell/keys.ts';
import { type ListAct, starAct } from './act-table.ts';
import { type ListActs, useListActs } from './list-acts.tsx';
import { useSelection } from './selection-context.tsx';
import type { Target } from '../mutations/change.ts';

/**
 * The keys while something is selected: they act on that, and Escape lets go of it. It stands before whatever else of the
 * place listens, so that it hears them first; where the list is out of sight it leaves them to the others.
 */
export function SelectionKeys({ list }: { list: RefObject<HTMLElement | null> }) {
  const { isEmpty, clear, target, selectLoaded } = useSelection();
  const acts = useListActs();
  const isInSight = () => list.current?.checkVisibility({ visibilityProperty: true }) === true;
  const current = () => (isEmpty || !isInSight() ? undefined : target);
  const anchor = () => list.current?.querySelector('header')?.getBoundingClientRect() ?? new DOMRect();
  const keys: KeyActs = {
    ...actKeys(acts, current, anchor),
    close({ key }) {
      if (isEmpty || key !== 'Escape' || !isInSight()) return false;
      clear();
      return true;
    },
    selectAll: () => isInSight() && selectLoaded(),
    selectNone: () => isInSight() && clear(),
  };
  useKeys(keys, current);
  return null;
}

/** The keys that act on mail: on what `current` says at that moment, with menus beside `anchor`. */
export function actKeys(acts: ListActs, current: () => Target | undefined, anchor: () => DOMRect): KeyActs {
  const on = (act: ListAct | ((target: Target) => ListAct)) => (): boolean => {
    const target = current();
    if (!target) return false;
    acts.run(typeof act === 'function' ? act(target) : act, target, anchor());
    return true;
  };
  return {
    archive: on('archive'),
    trash: on('trash'),
    spam: on('spam'),
    snooze: on('snooze'),
    label: on('label'),
    move: on('move'),
    star: on(starAct),
    markRead: on('read'),
    markUnread: on('unread'),
  };
}
