import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import type { MessageRow } from '../../../daemon/contract/fields.ts';
import { useServices } from '../../data/services.ts';
import { renderQuery, renderSettings } from './render-settings.ts';

/** In milliseconds. A user who passes a conversation on the way to another has not read it. */
const readDelayMs = { at_once: 0, after_2s: 2_000, never: undefined };

/** Marks an open conversation as read, once for each opening, unless the user has marked it as unread meanwhile. */
export function useMarkRead(row: MessageRow | undefined): void {
  const { api, mailActions } = useServices();
  const { data = renderSettings({}), isLoading } = useQuery(renderQuery(api));
  // Mail that is marked too early may be mail that the user never wants to be marked.
  const markRead = isLoading ? 'never' : data.markRead;
  const latest = useRef(row);
  /** The conversation that was marked as read since it was opened. */
  const read = useRef<string>(undefined);
  useEffect(() => {
    latest.current = row;
    if (row?.unread === false) read.current = row.thread_id;
  });
  const threadId = row?.thread_id;
  const openedAt = useRef(0);
  useEffect(() => void (openedAt.current = performance.now()), [threadId]);
  useEffect(() => {
    const delayMs = readDelayMs[markRead];
    if (threadId === undefined || delayMs === undefined) return;
    const timer = setTimeout(() => {
      const open = latest.current;
      if (
        open?.thread_id === threadId &&
        read.current !== threadId &&
        open.unread &&
        !mailActions.wasMarkedUnreadAfter(threadId, openedAt.current) &&
        document.visibilityState === 'visible'
      )
        void mailActions.markSeen({ threads: [open] });
    }, delayMs);
    return () => {
      clearTimeout(timer);
      read.current = undefined;
    };
  }, [threadId, markRead, mailActions]);
}
