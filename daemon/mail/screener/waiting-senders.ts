import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { addressKey } from '../contacts/changes.ts';
import { domainOfAddress } from '../authentication/organizations.ts';
import { flagBits } from '../messages/flags.ts';
import { senderValue } from './decision.ts';
import { decisionsFor, originKey, type MailOrigin } from './decisions.ts';
import { ownSendersOf } from './own-senders.ts';
import { receivedFrom } from './received-mail.ts';

/** New mail waits for a decision so long. After that nothing is asked about it any more, until the sender writes again. */
const waitingMs = 30 * 86_400_000;

const exempt = flagBits.DRAFT | flagBits.SENT | flagBits.TRASH | flagBits.SPAM;

/** A message from an unknown sender, by internal ids. */
export type WaitingMessage = MailOrigin & { id: number; sort_key: number };

/**
 * Those of some messages (internal ids) whose sender is unknown: new mail of the last 30 days, about which nothing was decided.
 * Never unknown are the user's own addresses and domains, whom the user has written to, who writes in a conversation that the
 * user takes part in, and who was here, or whose list was, before the account's first complete sync. The last two do not hold for a
 * sender about whom the user wants to be asked again.
 */
export function waitingAmong(db: ReadDb, messages: readonly number[], { now }: { now: Date }): WaitingMessage[] {
  const rows = db.all<WaitingMessage>(sql`
    SELECT m.id, m.account, m.from_email, m.list_id, m.sort_key
    FROM messages m JOIN message_kinds k ON k.message = m.id
    WHERE m.id IN (SELECT value FROM json_each(${jsonList(messages)})) AND k.is_new = 1 AND m.direction = 'inbound'
      AND m.flags & ${exempt} = 0 AND m.sort_key >= ${waitsSince(now)}`);
  return fromUnknownSenders(db, rows);
}

/** The newest waiting message of each sender of an account in each list. */
export function waitingIn(db: ReadDb, account: number, { now }: { now: Date }): WaitingMessage[] {
  // With max() the other columns are those of the row that has it.
  const rows = db.all<WaitingMessage>(sql`
    SELECT m.id, m.account, m.from_email, m.list_id, max(m.sort_key) AS sort_key
    FROM messages m JOIN message_kinds k ON k.message = m.id
    WHERE m.account = ${account} AND m.sort_key >= ${waitsSince(now)} AND k.is_new = 1 AND m.direction = 'inbound'
      AND m.flags & ${exempt} = 0
    GROUP BY m.from_email COLLATE NOCASE, m.list_id`);
  return fromUnknownSenders(db, rows);
}

/**
 * The newest message of each sender of an account about whom the user wants to be asked again, also if it is older. Never those
 * that are not asked about at all.
 */
export function askedAgainIn(db: ReadDb, account: number): WaitingMessage[] {
  const senders = db.all<{ value: string }>(sql`
    SELECT value FROM screener_decisions WHERE account = ${account} AND scope = 'sender' AND disposition = 'unknown'`);
  return senders.flatMap(({ value }) => {
    const newest = receivedFrom(db, account, { scope: 'sender', value })
      .toSorted((one, other) => one.sort_key - other.sort_key)
      .at(-1);
    return newest ? fromUnknownSenders(db, [newest]) : [];
  });
}

function waitsSince(now: Date): number {
  return Math.floor((now.getTime() - waitingMs) / 1000);
}

function fromUnknownSenders(db: ReadDb, messages: readonly WaitingMessage[]): WaitingMessage[] {
  const own = ownSendersOf(db);
  const byOrigin = Map.groupBy(messages, originKey);
  const foreign = [...byOrigin.values()].flatMap(([first]) => {
    if (!first?.from_email.includes('@') || own.isOwnAddress(first.from_email)) return [];
    return own.isOwnDomain(domainOfAddress(first.from_email)) ? [] : first;
  });
  const decisions = decisionsFor(db, foreign);
  const unknown = unknownAmong(
    db,
    foreign.filter((_origin, at) => decisions[at] === undefined),
  );
  return messages.filter((message) => unknown.has(originKey(message)));
}

/** The keys of those of some origins that are unknown. */
function unknownAmong(db: ReadDb, asked: readonly MailOrigin[]): Set<string> {
  const list = asked.map((origin) => [
    originKey(origin),
    origin.account,
    addressKey(origin.from_email),
    origin.list_id ?? '',
    senderValue(origin.from_email),
  ]);
  const rows = db.all<{ origin: string }>(sql`
    WITH origins AS (
      SELECT value ->> 0 AS origin, value ->> 1 AS account, value ->> 2 AS sender, value ->> 3 AS list_id,
        EXISTS (SELECT 1 FROM screener_decisions d WHERE d.account = json_each.value ->> 1 AND d.scope = 'sender'
          AND d.value = json_each.value ->> 4 AND d.disposition = 'unknown') AS is_asked_again
      FROM json_each(${JSON.stringify(list)}))
    SELECT origin FROM origins o
    WHERE NOT EXISTS (SELECT 1 FROM accounts a JOIN contacts c ON c.account = a.id AND c.email = o.sender WHERE c.sent > 0)
      AND NOT EXISTS (SELECT 1 FROM messages e JOIN messages own ON own.thread = e.thread
        WHERE e.from_email = o.sender COLLATE NOCASE AND e.account = o.account
          AND own.direction = 'outbound' AND own.flags & ${flagBits.DRAFT} = 0)
      AND (o.is_asked_again OR NOT EXISTS (SELECT 1 FROM messages e JOIN message_kinds k ON k.message = e.id
        WHERE e.from_email = o.sender COLLATE NOCASE AND e.account = o.account AND k.is_new = 0 AND e.flags & ${exempt} = 0))
      AND (o.is_asked_again OR o.list_id = '' OR NOT EXISTS (
        SELECT 1 FROM mail_streams s JOIN message_kinds k ON k.stream = s.id
        WHERE s.account = o.account AND s.list_id = o.list_id AND s.list_id <> '' AND k.is_new = 0))`);
  return new Set(rows.map(({ origin }) => origin));
}
