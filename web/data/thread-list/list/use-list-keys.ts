import { useNavigate } from '@tanstack/react-router';
import type { RefObject } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { threadLink } from '../../lens-links.ts';
import { useSelection } from '../../selection/selection-context.tsx';
import { listActionHandlers } from '../../selection/selection-keys.tsx';
import { type CommandHandlers, useKeys } from '../../../keyboard/use-keys.ts';
import type { Pages } from './pages.ts';
import { neighbour } from './rows.ts';
import { useGoToLast } from './use-go-to-last.ts';
import { useReplyFromList } from './use-reply-from-list.ts';
import type { Lens } from '../../lens.ts';
import { useListActions } from '../../selection/list-actions-context.ts';

/** The listed conversations. */
const halfPageRows = 8;

type ListKeysOptions = {
  lens: Lens;
  rows: readonly MessageRow[];
  openId: string | undefined;
  current: string | undefined;
  scroller: RefObject<HTMLElement | null>;
  /** Makes a conversation current and scrolls it into view. */
  goTo: (row: MessageRow) => void;
  pages: Pages;
};

/** The keys of a list: moving, opening, selecting, and actions on the current conversation. */
export function useListKeys({ lens, rows, openId, current, scroller, goTo, pages }: ListKeysOptions): void {
  const navigate = useNavigate();
  const selection = useSelection();
  const listActions = useListActions();
  const reply = useReplyFromList();
  const isInList = () => scroller.current?.contains(document.activeElement) === true;
  const goToLast = useGoToLast(rows, current, pages, show);
  const currentRow = () => rows.find(({ thread_id }) => thread_id === current);

  function move(step: number, { key }: KeyboardEvent): boolean {
    if (key.startsWith('Arrow') && !isInList()) return false;
    const next = neighbour(rows, openId ?? startOf(current), step);
    if (next) show(next);
    return true;
  }

  /** Makes a conversation current, and opens it if one is open. */
  function show(row: MessageRow): void {
    goTo(row);
    if (openId && openId !== row.thread_id) void navigate({ ...threadLink(lens, row.thread_id), replace: true });
  }

  /** Before the user has moved, the first step goes to the first conversation. */
  function startOf(id: string | undefined): string | undefined {
    return id !== rows[0]?.thread_id || isInList() ? id : undefined;
  }

  /** Moves by a number of conversations, or to the last that is loaded. */
  function jump(step: number): boolean {
    const at = rows.findIndex(({ thread_id }) => thread_id === (openId ?? startOf(current)));
    const next = rows[Math.min(Math.max(at + step, 0), rows.length - 1)];
    if (next) show(next);
    return next !== undefined;
  }

  function extend(step: number): boolean {
    const next = neighbour(rows, current, step);
    if (!next) return false;
    goTo(next);
    selection.selectRangeTo(next, current);
    return true;
  }

  // If a conversation is open, the reader handles these keys.
  const getTarget = () => (openId ? undefined : targetOf(currentRow()));
  const answer = (kind: 'reply' | 'reply_all' | 'forward') => (): boolean => {
    const row = openId ? undefined : currentRow();
    if (row) reply(row, kind);
    return row !== undefined;
  };
  const keys: CommandHandlers = {
    ...listActionHandlers(listActions, getTarget, () => rowRect(scroller.current, current), lens),
    reply: answer('reply'),
    replyAll: answer('reply_all'),
    forward: answer('forward'),
    next: (event) => move(1, event),
    previous: (event) => move(-1, event),
    first: () => jump(-rows.length),
    last: goToLast,
    halfDown: () => jump(halfPageRows),
    halfUp: () => jump(-halfPageRows),
    extendNext: () => extend(1),
    extendPrevious: () => extend(-1),
    select() {
      const row = currentRow();
      if (row) selection.toggle(row);
      return row !== undefined;
    },
    open(event) {
      if (!current || (event.key === 'Enter' && document.activeElement !== document.body)) return false;
      void navigate(threadLink(lens, current));
      return true;
    },
  };
  useKeys(keys, getTarget);

  function targetOf(row: MessageRow | undefined) {
    return row && selection.targetOf(row);
  }
}

function rowRect(list: Element | null, threadId: string | undefined): DOMRect {
  const row = list?.querySelector(`li[data-thread="${CSS.escape(threadId ?? '')}"]`);
  return row?.getBoundingClientRect() ?? new DOMRect();
}
