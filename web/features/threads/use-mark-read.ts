import { useEffect, useRef } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useMailActions } from '../../data/services.ts';

/**
 * Milliseconds for which a conversation must be open before it is marked as read. A user who passes it on the way to another
 * has not read it.
 */
const readDelayMs = 1_000;

/** Marks an open conversation as read, once for each opening, so that a user can mark it as unread. */
export function useMarkRead(row: MessageRow | undefined): void {
  const mailActions = useMailActions();
  const latest = useRef(row);
  /** The conversation that was marked as read since it was opened. */
  const read = useRef<string>(undefined);
  useEffect(() => {
    latest.current = row;
    if (row?.unread === false) read.current = row.thread_id;
  });
  const threadId = row?.thread_id;
  useEffect(() => {
    if (threadId === undefined) return;
    const timer = setTimeout(() => {
      const open = latest.current;
      if (
        open?.thread_id === threadId &&
        read.current !== threadId &&
        open.unread &&
        document.visibilityState === 'visible'
      )
        void mailActions.markSeen({ threads: [open] });
    }, readDelayMs);
    return () => {
      clearTimeout(timer);
      read.current = undefined;
    };
  }, [threadId, mailActions]);
}
