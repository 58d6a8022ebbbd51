import { instantOf } from '../../base/clock.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { displayInstant, recipientsOf, type Message } from '../../mail/messages/messages.ts';
import type { ReadDb } from '../../store/db.ts';
import type { ContactAsymmetry } from './contract.ts';
import { contactNames, correspondents, latestMessages, type Correspondent } from './store.ts';

const daySeconds = 86_400;

/** Correspondents who are no senders of mailings and not the user. */
function otherPeople(db: ReadDb, accounts: readonly number[]): Correspondent[] {
  const own = new Set(accounts.flatMap((account) => [...ownAddressesOf(db, account)]));
  return correspondents(db, accounts).filter(({ email }) => !own.has(email));
}

/** People by how much more they write than the user, the most first. */
export function contactAsymmetry(
  db: ReadDb,
  accounts: readonly number[],
  { min_inbound, limit }: { min_inbound: number; limit: number },
): ContactAsymmetry[] {
  return otherPeople(db, accounts)
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
  return otherPeople(db, accounts)
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

/** Conversations of people whose newest message waits for an answer, the oldest first. */
export function staleThreads(db: ReadDb, accounts: readonly number[], request: StaleRequest) {
  const { now, perspective, older_than_days, within_days, limit } = request;
  const at = Math.floor(now.getTime() / 1000);
  const isMine = perspective === 'mine';
  const period = { since: at - within_days * daySeconds, until: at - older_than_days * daySeconds + 1 };
  const rows = latestMessages(db, { accounts, period }, isMine ? 'inbound' : 'outbound');
  const own = new Map(accounts.map((account) => [account, ownAddressesOf(db, account)]));
  const stale = rows
    .map((row) => ({ row, counterparty_email: isMine ? row.from_email.toLowerCase() : firstRecipient(row) }))
    .filter(
      ({ row, counterparty_email }) => counterparty_email !== '' && !own.get(row.account)?.has(counterparty_email),
    )
    .slice(0, limit);
  const emails = stale.map(({ counterparty_email }) => counterparty_email);
  const names = contactNames(db, accounts, emails);
  return stale.map(({ row, counterparty_email }) => ({
    thread_id: row.thread_id,
    counterparty_email,
    counterparty_name: names.get(counterparty_email) ?? null,
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
