import { instantOf } from '../../base/clock.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { displayInstant, recipientsOf, type Message } from '../../mail/messages/messages.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { ContactAsymmetry } from './contract.ts';

const daySeconds = 86_400;
const excluded = flagBits.DRAFT | flagBits.SPAM | flagBits.TRASH;

/** A correspondent in all of the accounts; times are unix seconds, 0 for never. */
type Correspondent = {
  email: string;
  name: string | null;
  received: number;
  sent: number;
  last_received: number;
  last_sent: number;
};

/** Correspondents who are no senders of mailings and not the user. */
function correspondents(db: ReadDb, accounts: readonly number[]): Correspondent[] {
  const own = new Set(accounts.flatMap((account) => [...ownAddressesOf(db, account)]));
  return db
    .all<Correspondent>(
      sql`
      SELECT email, coalesce(max(name), max(name_by_owner)) AS name, sum(received) AS received, sum(sent) AS sent,
        max(last_received) AS last_received, max(last_sent) AS last_sent
      FROM contacts WHERE account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      GROUP BY email HAVING sum(mailings) * 2 <= sum(received)`,
    )
    .filter(({ email }) => !own.has(email));
}

/** People by how much more they write than the user, the most first. */
export function contactAsymmetry(
  db: ReadDb,
  accounts: readonly number[],
  { min_inbound, limit }: { min_inbound: number; limit: number },
): ContactAsymmetry[] {
  return correspondents(db, accounts)
    .filter(({ received, sent }) => received >= min_inbound && received + sent > 0)
    .map(asymmetryOf)
    .toSorted(
      (a, b) => b.asymmetry - a.asymmetry || b.total_inbound - a.total_inbound || a.email.localeCompare(b.email),
    )
    .slice(0, limit);
}

function asymmetryOf({ email, name, received, sent, last_received, last_sent }: Correspondent): ContactAsymmetry {
  return {
    email,
    display_name: name,
    total_inbound: received,
    total_outbound: sent,
    asymmetry: Math.round(((received - sent) / (received + sent)) * 1000) / 1000,
    last_seen_at: instantOfSeconds(Math.max(last_received, last_sent)),
  };
}

/** People with whom the user exchanged mail and who have not written for a while; those with the most mail first. */
export function contactDecay(
  db: ReadDb,
  accounts: readonly number[],
  {
    now,
    threshold_days,
    max_lookback_days,
    limit,
  }: {
    now: Date;
    threshold_days: number;
    max_lookback_days: number;
    limit: number;
  },
) {
  const at = now.getTime() / 1000;
  const since = (instant: number) => Math.floor((at - instant) / daySeconds);
  return correspondents(db, accounts)
    .filter(({ received, sent }) => received > 0 && sent > 0)
    .filter(({ last_received }) => since(last_received) >= threshold_days && since(last_received) <= max_lookback_days)
    .toSorted((a, b) => Math.min(b.received, b.sent) - Math.min(a.received, a.sent) || a.email.localeCompare(b.email))
    .slice(0, limit)
    .map(({ email, name, last_received, last_sent }) => ({
      email,
      display_name: name,
      last_inbound_at: instantOfSeconds(last_received),
      last_outbound_at: last_sent > 0 ? instantOfSeconds(last_sent) : null,
      days_since_inbound: since(last_received),
      days_since_outbound: last_sent > 0 ? since(last_sent) : null,
    }));
}

type StaleRequest = {
  now: Date;
  perspective: 'mine' | 'theirs';
  older_than_days: number;
  within_days: number;
  limit: number;
};

type LatestMessage = Pick<
  Message,
  'message_id' | 'thread_id' | 'subject' | 'date' | 'received_at' | 'from_email' | 'recipients'
> & { account: number; sort_key: number };

/** Conversations of people whose newest message waits for an answer, the oldest first. */
export function staleThreads(db: ReadDb, accounts: readonly number[], request: StaleRequest) {
  const { now, perspective, older_than_days, within_days, limit } = request;
  const at = Math.floor(now.getTime() / 1000);
  const isMine = perspective === 'mine';
  const rows = db.all<LatestMessage>(sql`
    SELECT m.message_id, t.thread_id, m.subject, m.date, m.received_at, m.from_email, m.recipients, m.account, m.sort_key
    FROM (
      SELECT thread, max(sort_key) AS sort_key FROM messages
      WHERE sort_key >= ${at - within_days * daySeconds} AND flags & ${excluded} = 0
        AND account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      GROUP BY thread HAVING max(sort_key) <= ${at - older_than_days * daySeconds}
    ) latest
    JOIN messages m ON m.sort_key = latest.sort_key JOIN threads t ON t.id = m.thread
    LEFT JOIN message_kinds k ON k.message = m.id
    WHERE m.direction = ${isMine ? 'inbound' : 'outbound'} AND m.list_id IS NULL AND (${isMine ? 0 : 1} OR k.kind = 'person')
    ORDER BY m.sort_key`);
  const own = new Map(accounts.map((account) => [account, ownAddressesOf(db, account)]));
  return rows
    .map((row) => ({ row, counterparty_email: isMine ? row.from_email.toLowerCase() : firstRecipient(row) }))
    .filter(
      ({ row, counterparty_email }) => counterparty_email !== '' && !own.get(row.account)?.has(counterparty_email),
    )
    .slice(0, limit)
    .map(({ row, counterparty_email }) => ({
      thread_id: row.thread_id,
      counterparty_email,
      latest_message_id: row.message_id,
      latest_subject: row.subject,
      latest_date: displayInstant(row),
      days_stale: Math.floor((at - row.sort_key) / daySeconds),
    }));
}

function firstRecipient(message: Pick<Message, 'recipients'>): string {
  return recipientsOf(message).to[0]?.email.toLowerCase() ?? '';
}

export function instantOfSeconds(seconds: number): string {
  return instantOf(new Date(seconds * 1000));
}
