import { useEffect, useRef } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useMailActions } from '../../data/services.ts';

/** So long a conversation is open before it counts as read: who only passes it on the way to another has not read it. */
const readDelayMs = 1_000;

/** Marks an open conversation as read, once an opening: who marks it as unread then keeps it so. */
export function useMarkRead(row: MessageRow | undefined): void {
  const mailActions = useMailActions();
  const latest = useRef(row);
  /** The conversation that was read at some time since it was opened. */
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
