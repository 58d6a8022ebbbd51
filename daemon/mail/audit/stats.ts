import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';

/** Counts of the stored data of some accounts. */
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
  const accountIds = jsonList(accounts);
  const accountIdsQuery = sql`SELECT value FROM json_each(${accountIds})`;
  const countOf = (query: Sql) => db.get<{ count: number }>(query)?.count ?? 0;
  const countIn = (table: string, condition = '') =>
    countOf({
      text: `SELECT count(*) AS count FROM ${table} WHERE account IN (${accountIdsQuery.text})${condition}`,
      values: accountIdsQuery.values,
    });
  return {
    accounts: accounts.length,
    messages: countIn('messages'),
    unread_messages: countIn('messages', ` AND NOT flags & ${flagBits.READ}`),
    starred_messages: countIn('messages', ` AND flags & ${flagBits.STARRED}`),
    messages_with_attachments: countIn('messages', ' AND content_flags & 1'),
    attachments: countIn('attachments JOIN messages ON messages.id = attachments.message'),
    threads: countIn('threads'),
    labels: countIn('labels'),
    message_labels: countIn('label_messages JOIN labels ON labels.id = label_messages.label'),
    contacts: countIn('contacts'),
    drafts: countIn('drafts', " AND purpose = 'mail' AND is_saved AND discarded_at IS NULL"),
    snoozed: countIn('snoozes JOIN messages ON messages.id = snoozes.message'),
    saved_searches:
      countIn('saved_searches') + countOf(sql`SELECT count(*) AS count FROM saved_searches WHERE account IS NULL`),
    open_operations: countIn('operations', " AND state IN ('new', 'queued', 'sending', 'unsure')"),
  };
}
