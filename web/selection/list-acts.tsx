import { createContext, type ReactNode, type RefObject, useContext, useMemo, useState } from 'react';
import { ActMenu, ManyQuestion } from '../lazy-parts.ts';
import { type Acts, useActs } from '../mutations/acts.ts';
import { type Change, countOf, rowsOfTarget, type Target } from '../mutations/change.ts';
import type { MenuRequest } from './act-menu.tsx';
import type { ListAct } from './act-table.ts';
import { useSelection } from './selection-context.tsx';

/** Acts on mail as a list does: what goes away is no longer selected, and of very many it asks first. */
export type ListActs = {
  /** A menu opens beside `anchor`. */
  run: (act: ListAct, target: Target, anchor: DOMRect) => void;
  change: (target: Target, change: Asked) => void;
};

/** What a list asks for. */
export type Asked = Exclude<Change, { do: 'wake' }>;

export type Question = { target: Target; change: Asked };

const ListActsContext = createContext<ListActs | undefined>(undefined);

export function useListActs(): ListActs {
  const acts = useContext(ListActsContext);
  if (!acts) throw new Error('A row was rendered outside of a list that can be acted on.');
  return acts;
}

/** From here on a mistake is worth a question, though it can be undone. */
const veryMany = 1000;

/** Gives a list its acts, with the menus and the question that belong to them. */
export function ListActsProvider({ list, children }: { list: RefObject<HTMLElement | null>; children: ReactNode }) {
  const doIt = useDoing(list);
  // A menu that was closed stays mounted: what was opened from it, such as the editor of labels, lives on.
  const [menu, setMenu] = useState<MenuRequest & { isOpen: boolean }>();
  const [question, setQuestion] = useState<Question>();
  const value = useMemo((): ListActs => {
    const change = (target: Target, asked: Asked) => {
      if (countOf(target).count > veryMany) setQuestion({ target, change: asked });
      else doIt(target, asked);
    };
    return {
      change,
      run(act, target, anchor) {
        if (act === 'snooze' || act === 'label' || act === 'move') setMenu({ kind: act, target, anchor, isOpen: true });
        else change(target, changeOf(act));
      },
    };
  }, [doIt]);
  return (
    <ListActsContext value={value}>
      {children}
      {menu && (
        <ActMenu
          request={menu}
          isOpen={menu.isOpen}
          onChange={value.change}
          onClose={() => setMenu({ ...menu, isOpen: false })}
        />
      )}
      {question && (
        <ManyQuestion
          question={question}
          onYes={() => doIt(question.target, question.change)}
          onClose={() => setQuestion(undefined)}
        />
      )}
    </ListActsContext>
  );
}

function useDoing(list: RefObject<HTMLElement | null>): (target: Target, change: Asked) => void {
  const acts = useActs();
  const { clear, count, has } = useSelection();
  return useMemo(
    () => (target, change) => {
      const isAll = countOf(target).count >= count && rowsOfTarget(target).every(has);
      if (goesAway(change)) {
        // The button or the sheet that was used goes as well: the list has the focus before it is lost.
        list.current?.querySelector<HTMLElement>('[data-thread] a[tabindex="0"]')?.focus({ preventScroll: true });
        if (isAll) clear();
      }
      void carryOut(acts, target, change);
    },
    [acts, clear, count, has, list],
  );
}

/** Whether mail is somewhere else afterwards. */
function goesAway({ do: act }: Asked): boolean {
  return act !== 'star' && act !== 'read' && act !== 'label';
}

function carryOut(acts: Acts, target: Target, change: Asked): Promise<boolean> {
  switch (change.do) {
    case 'star':
      return acts.star(target, change.starred);
    case 'read':
      return acts.read(target, change.read);
    case 'label':
      return acts.label(target, change);
    case 'move':
      return acts.move(target, change.to);
    case 'snooze':
      return acts.snooze(target, change.until, change.words);
    case 'archive':
    case 'trash':
    case 'spam':
      return acts[change.do](target);
  }
}

function changeOf(act: Exclude<ListAct, 'snooze' | 'label' | 'move'>): Asked {
  switch (act) {
    case 'read':
    case 'unread':
      return { do: 'read', read: act === 'read' };
    case 'star':
    case 'unstar':
      return { do: 'star', starred: act === 'star' };
    case 'archive':
    case 'trash':
    case 'spam':
      return { do: act };
  }
}
