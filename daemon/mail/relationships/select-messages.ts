import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { messagesFrom, messagesTo } from '../contacts/correspondence.ts';
import type { Correspondent } from '../contacts/latest-correspondence.ts';
import { flagBits } from '../messages/flags.ts';

/** Mail between people: all mail with one of them, or all mail of some accounts since an instant in unix milliseconds. */
export type PeopleMail = { correspondent: Correspondent } | { accounts: readonly { id: number }[]; since: number };

const uncounted = flagBits.DRAFT | flagBits.TRASH | flagBits.SPAM;

/** Messages between people by internal id, the latest first: what the user wrote, and what may be from a person. */
export function selectPeopleMail(db: ReadDb, request: PeopleMail): number[] {
  if ('accounts' in request) return messagesSince(db, request);
  const both = [...messagesFrom(db, request.correspondent), ...messagesTo(db, request.correspondent)];
  return both.toSorted((one, other) => other.sort_key - one.sort_key).map(({ id }) => id);
}

function messagesSince(
  db: ReadDb,
  { accounts, since }: { accounts: readonly { id: number }[]; since: number },
): number[] {
  return db
    .all<{ id: number }>(
      sql`
      SELECT m.id FROM messages m LEFT JOIN message_kinds k ON k.message = m.id
      WHERE m.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
        AND m.sort_key >= ${Math.floor(since / 1000)} AND m.flags & ${uncounted} = 0
        AND (m.direction = 'outbound' OR coalesce(k.kind, 'person') = 'person')
      ORDER BY m.sort_key DESC`,
    )
    .map(({ id }) => id);
}
