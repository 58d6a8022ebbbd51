import { useQueryClient } from '@tanstack/react-query';
import { AlarmClock } from 'lucide-react';
import {
  type DragEvent,
  type FocusEvent,
  memo,
  type MouseEvent,
  type PointerEvent,
  type RefObject,
  useRef,
  useState,
} from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { useServices } from '../../services.ts';
import { threadQuery } from '../../queries/mail.ts';
import { startRowDrag } from '../../selection/row-drag.ts';
import { filingAction, listActionInfo } from '../../selection/list-action-info.ts';
import { type RowSelection, useRowSelection } from '../../selection/selection-context.tsx';
import { strings } from '../../../i18n/strings.ts';
import { RowActions } from './row-actions.tsx';
import { RowCheckbox } from './row-checkbox.tsx';
import { RowContent } from './row-content.tsx';
import { moveInRow } from './row-keys.ts';
import { RowLink } from './row-link.tsx';
import { useSwipe } from './swipe.ts';
import styles from './thread-row.module.css';
import type { Lens } from '../../lens.ts';
import { useListActions } from '../../selection/list-actions-context.ts';

type ThreadRowProps = {
  row: MessageRow;
  lens: Lens;
  /** The place in the list, in pixels. */
  start: number;
  size: number;
  /** The number of the row among the `total` rows of the list, from 1. */
  position: number;
  total: number | undefined;
  href: string;
  isOpen: boolean;
  /** Whether the row is the one in the tab order of the list. */
  isCurrent: boolean;
  /** Whether its menu is open. */
  hasMenu: boolean;
  onFocus: (threadId: string) => void;
};

/**
 * A conversation in a list. It can be opened by click, selected, dragged onto a label, and swiped. It renders once when it
 * becomes visible, however the list scrolls. It has as few elements as possible, because a list that scrolls adds several
 * rows for each frame.
 */
export const ThreadRow = memo(function ThreadRow(props: ThreadRowProps) {
  const { row, lens, start, size, position, total, href, isOpen, isCurrent, hasMenu, onFocus } = props;
  const element = useRef<HTMLLIElement>(null);
  const [isNear, setIsNear] = useState(false);
  const [isTouched, setIsTouched] = useState(false);
  const selection = useRowSelection();
  const { api } = useServices();
  const client = useQueryClient();
  const isSelected = selection.has(row);
  const filing = filingAction(lens);
  const { Icon: FilingIcon } = listActionInfo(filing);
  const swipe = useRowSwipe(row, element, filing);
  const shownLabel = lens.kind === 'label' ? lens.labelId : undefined;

  const events = {
    ...swipe,
    onPointerEnter: ({ pointerType }: PointerEvent) => setIsTouched(pointerType === 'touch'),
    /** Rows that scroll under a resting pointer are not hovered. */
    onPointerMove(event: PointerEvent) {
      if (event.pointerType !== 'touch') setIsNear(true);
      swipe.onPointerMove(event);
    },
    onPointerLeave: () => setIsNear(false),
    onFocus({ target }: FocusEvent) {
      onFocus(row.thread_id);
      if (target.matches(':focus-visible')) setIsNear(true);
    },
    onBlur({ relatedTarget, currentTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) setIsNear(false);
    },
    onKeyDown: moveInRow,
  };

  return (
    <li
      ref={element}
      className={styles['row']}
      style={{ height: size, transform: `translateY(${start}px)` }}
      aria-posinset={position}
      aria-setsize={total ?? -1}
      data-thread={row.thread_id}
      data-open={isOpen || undefined}
      data-unread={row.unread || undefined}
      data-selected={isSelected || undefined}
      data-menu={hasMenu || undefined}
      data-touched={isTouched || undefined}
      {...events}
    >
      {isTouched && (
        <span className={styles['under']} aria-hidden="true">
          <FilingIcon />
          <AlarmClock />
        </span>
      )}
      <RowCheckbox row={row} isSelected={isSelected} isShown={isNear || !selection.isEmpty} />
      <RowLink
        lens={lens}
        threadId={row.thread_id}
        href={href}
        isOpen={isOpen}
        className={styles['link']}
        tabIndex={isCurrent ? 0 : -1}
        onClick={(event) => selectInstead(event, row, selection)}
        onPointerDown={() => void client.prefetchQuery(threadQuery(api, row.thread_id))}
        onDragStart={(event) => startDrag(event, row, selection)}
      >
        <RowContent row={row} shownLabel={shownLabel} />
      </RowLink>
      {isNear && <RowActions row={row} />}
    </li>
  );
});

/** A swipe to the end of the line files the conversation, to its start snoozes it. */
function useRowSwipe(row: MessageRow, element: RefObject<HTMLElement | null>, filing: 'archive' | 'done') {
  const { targetOf } = useRowSelection();
  const { run } = useListActions();
  return useSwipe(element, (side) => {
    const anchor = element.current?.getBoundingClientRect() ?? new DOMRect();
    run(side === 1 ? filing : 'snooze', targetOf(row), anchor);
  });
}

/** Clicks with Ctrl, ⌘ or Shift select, and so does every tap while a selection exists. */
function selectInstead(event: MouseEvent, row: MessageRow, selection: RowSelection): void {
  const isTap = event.nativeEvent instanceof PointerEvent && event.nativeEvent.pointerType === 'touch';
  if (event.shiftKey) selection.selectRangeTo(row);
  else if (event.ctrlKey || event.metaKey || (isTap && !selection.isEmpty)) selection.toggle(row);
  else return;
  event.preventDefault();
}

/** The drag contains the conversation, or the selection with it as far as it is loaded. */
function startDrag(event: DragEvent, row: MessageRow, { isWhole, targetOf }: RowSelection): void {
  const target = targetOf(row);
  if (isWhole || !('threads' in target)) event.preventDefault();
  else startRowDrag(event.nativeEvent, target.threads, strings.selection.dragged({ count: target.threads.length }));
}
