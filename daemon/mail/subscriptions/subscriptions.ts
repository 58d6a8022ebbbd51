import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';

/** A sender whose list supports unsubscribing, and its newest message outside the trash and spam. */
export type Subscription = { account: number; email: string; message: number; sort_key: number };

/** Subscriptions by their newest message, newest first; with a sort key only those before it. */
export function subscriptionsOf(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { limit, offset = 0, before = Number.MAX_SAFE_INTEGER }: { limit: number; offset?: number; before?: number },
): Subscription[] {
  return db.all<Subscription>(sql`
    WITH newest AS (
      SELECT c.account, c.email, (
        SELECT max(sort_key) FROM messages m
        WHERE m.from_email = c.email COLLATE NOCASE AND m.account = c.account AND m.unsubscribe <> '"None"'
          AND m.direction = 'inbound' AND m.flags & ${flagBits.TRASH | flagBits.SPAM | flagBits.DRAFT} = 0) AS sort_key
      FROM contacts c
      WHERE c.mailings > 0 AND c.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    )
    SELECT n.account, n.email, m.id AS message, n.sort_key FROM newest n JOIN messages m ON m.sort_key = n.sort_key
    WHERE n.sort_key < ${before}
    ORDER BY n.sort_key DESC LIMIT ${limit} OFFSET ${offset}`);
}

/** The number of senders whose lists support unsubscribing, wherever their messages are. */
export function countSubscriptions(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): number {
  return (
    db.get<{ n: number }>(sql`
      SELECT count(*) AS n FROM contacts
      WHERE mailings > 0 AND account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`)?.n ??
    0
  );
}

/** How the mail of a subscription was handled. */
type SubscriptionCounts = {
  message_count: number;
  unread_count: number;
  opened_count: number;
  replied_count: number;
  archived_unread_count: number;
};

export function countsOfSubscription(
  db: ReadDb,
  { account, email }: Pick<Subscription, 'account' | 'email'>,
): SubscriptionCounts {
  const { READ, ANSWERED, ARCHIVED } = flagBits;
  const counts = db.get<SubscriptionCounts>(sql`
    SELECT count(*) AS message_count, coalesce(sum(flags & ${READ} = 0), 0) AS unread_count,
      coalesce(sum(flags & ${READ} <> 0), 0) AS opened_count,
      coalesce(sum(flags & ${ANSWERED} <> 0), 0) AS replied_count,
      coalesce(sum(flags & ${READ | ARCHIVED} = ${ARCHIVED}), 0) AS archived_unread_count
    FROM messages INDEXED BY messages_leavable
    WHERE from_email = ${email} COLLATE NOCASE AND account = ${account} AND unsubscribe <> '"None"'
      AND direction = 'inbound' AND flags & ${flagBits.TRASH | flagBits.SPAM | flagBits.DRAFT} = 0`);
  return counts ?? { message_count: 0, unread_count: 0, opened_count: 0, replied_count: 0, archived_unread_count: 0 };
}
