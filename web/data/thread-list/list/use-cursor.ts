import { useCallback, useMemo, useState } from 'react';
import type { MessageRow } from '../../../../daemon/contract/fields.ts';
import { rowAfterRemoval } from './rows.ts';

/**
 * The current conversation: `cursor` is set after the user has moved, `current` is the first of the list until then. When it
 * leaves the list, the next one takes its place.
 */
export function useCursor(rows: readonly MessageRow[], openId: string | undefined) {
  const [stored, setStored] = useState({ cursor: openId, rows });
  let { cursor } = stored;
  const threadIds = useMemo(() => new Set(rows.map(({ thread_id }) => thread_id)), [rows]);
  const isThere = (id: string | undefined) => id !== undefined && threadIds.has(id);
  if (stored.rows !== rows) {
    if (cursor !== undefined && !isThere(cursor)) cursor = rowAfterRemoval(stored.rows, rows, cursor)?.thread_id;
    setStored({ cursor, rows });
  }
  /** A conversation that is not in the list does not move the cursor. */
  const setCursor = useCallback(
    (id: string) =>
      setStored((now) => (now.rows.some(({ thread_id }) => thread_id === id) ? { ...now, cursor: id } : now)),
    [],
  );
  return { cursor, current: isThere(cursor) ? cursor : rows[0]?.thread_id, setCursor };
}
