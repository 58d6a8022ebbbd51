import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import { flagBits } from '../flags.ts';

/** How much of everything is stored for some accounts. */
export type StoreStats = {
  accounts: number;
  messages: number;
  unread_messages: number;
  starred_messages: number;
  messages_with_attachments: number;
  attachments: number;
  threads: number;
  labels: number;
  message_labels: number;
  contacts: number;
  drafts: number;
  snoozed: number;
  saved_searches: number;
  open_operations: number;
};

export function storeStats(db: ReadDb, accounts: readonly number[]): StoreStats {
  const mine = jsonList(accounts);
  const among = sql`SELECT value FROM json_each(${mine})`;
  const countOf = (query: Sql) => db.get<{ count: number }>(query)?.count ?? 0;
  const counted = (table: string, rest = '') =>
    countOf({
      text: `SELECT count(*) AS count FROM ${table} WHERE account IN (${among.text})${rest}`,
      values: among.values,
    });
  return {
    accounts: accounts.length,
    messages: counted('messages'),
    unread_messages: counted('messages', ` AND NOT flags & ${flagBits.READ}`),
    starred_messages: counted('messages', ` AND flags & ${flagBits.STARRED}`),
    messages_with_attachments: counted('messages', ' AND traits & 1'),
    attachments: counted('attachments JOIN messages ON messages.id = attachments.message'),
    threads: counted('threads'),
    labels: counted('labels'),
    message_labels: counted('label_messages JOIN labels ON labels.id = label_messages.label'),
    contacts: counted('contacts'),
    drafts: counted('drafts', " AND purpose = 'mail' AND is_saved AND discarded_at IS NULL"),
    snoozed: counted('snoozes JOIN messages ON messages.id = snoozes.message'),
    saved_searches:
      counted('saved_searches') + countOf(sql`SELECT count(*) AS count FROM saved_searches WHERE account IS NULL`),
    open_operations: counted('operations', " AND state IN ('new', 'queued', 'sending', 'unsure')"),
  };
}
