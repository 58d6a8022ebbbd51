import { Failure } from '../../base/failure.ts';
import { diskProblemOf } from '../../base/disk-failure.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { allAccounts, type Account } from '../accounts/accounts.ts';
import { incompleteAccounts } from '../accounts/sync-status.ts';
import { flagBits } from '../messages/flags.ts';
import { messagesByIds } from '../messages/messages.ts';
import { trustReader } from './trust.ts';

/** It grows with every change of the rules, after which stored mail is assessed again. */
const rulesVersion = 1;

/** Messages to assess, by internal id, with all accounts and the servers that the user trusts to say who mail is from. */
export type SuspicionRequest = {
  messages: readonly number[];
  accounts: readonly Account[];
  forwarders: readonly string[];
};

/** Whether the reader warns about a message (internal id). */
export type Suspicion = { message: number; sent: number; isSuspicious: boolean; isWithinAccount: boolean };

/** Assesses the senders of stored messages. What is known of correspondents is kept from call to call. */
export function suspicionReader({ db, blobs }: { db: ReadDb; blobs: string }) {
  let trusted: readonly string[] = [];
  const trustOf = trustReader({ blobs, forwarders: () => trusted });
  return ({ messages, accounts, forwarders }: SuspicionRequest): Suspicion[] => {
    trusted = forwarders;
    const sent = countsSent(db, messages);
    return messagesByIds(db, messages).map((message) => {
      const own = accounts.filter(({ account_id }) => account_id === message.account_id);
      const isSuspiciousTo = (visible: readonly Account[]) =>
        unlessDamaged(() => trustOf(db, visible, message)?.verdict) === 'suspicious';
      const isSuspicious = isSuspiciousTo(accounts);
      return {
        message: message.id,
        sent: sent.get(message.id) ?? 0,
        isSuspicious,
        isWithinAccount: isSuspicious && (own.length === accounts.length || isSuspiciousTo(own)),
      };
    });
  };
}

/** A message whose source is damaged has no verdict; the message itself says what is wrong with it. */
function unlessDamaged<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch (failed) {
    if (failed instanceof Failure && diskProblemOf(failed) === undefined) return undefined;
    throw failed;
  }
}

function countsSent(db: ReadDb, messages: readonly number[]): Map<number, number> {
  const rows = db.all<{ id: number; sent: number }>(sql`
    SELECT m.id, (SELECT coalesce(sum(c.sent), 0) FROM contacts c
        WHERE c.account IN (SELECT id FROM accounts) AND c.email = lower(m.from_email)) AS sent
    FROM messages m WHERE m.id IN (SELECT value FROM json_each(${jsonList(messages)}))`);
  return new Map(rows.map(({ id, sent }) => [id, sent]));
}

/** Messages are assessed from `oldest` to `newest`, by internal id, in the `accounts` whose first sync is complete. */
type Scan = { newest: number; oldest: number; accounts: readonly number[] };

/**
 * Continues the scan. A new one begins with the newest message if the rules or the trusted servers have changed, or if more is
 * known of the user's correspondents, because the first sync of an account is complete.
 */
export function resumeSuspicionScan(db: WriteDb, { forwarders }: { forwarders: readonly string[] }): Scan {
  const all = allAccounts(db);
  const incomplete = incompleteAccounts(db, all);
  const accounts = all.filter((account) => !incomplete.includes(account)).map(({ id }) => id);
  const basis = JSON.stringify([rulesVersion, accounts, forwarders]);
  const stored = db.get<Scan & { basis: string }>(sql`SELECT newest, oldest, basis FROM suspicion_scan`);
  if (stored?.basis === basis) return { ...stored, accounts };
  const newest = db.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM messages`)?.id ?? 0;
  db.run(sql`
    INSERT INTO suspicion_scan (id, newest, oldest, basis) VALUES (1, ${newest}, ${newest + 1}, ${basis})
    ON CONFLICT (id) DO UPDATE SET newest = excluded.newest, oldest = excluded.oldest, basis = excluded.basis`);
  return { newest, oldest: newest + 1, accounts };
}

/** The next messages to assess, and how far the scan is after them. */
export type SuspicionBatch = { messages: number[]; scan: Scan };

/** New messages first, and then the stored ones, the newest first. Undefined if all are assessed. */
export function nextToAssess(
  db: ReadDb,
  { newest, oldest, accounts }: Scan,
  limit: number,
): SuspicionBatch | undefined {
  const arrived = db.all<Candidate>(sql`
    SELECT id, account, flags FROM messages WHERE id > ${newest} ORDER BY id LIMIT ${limit}`);
  const last = arrived.at(-1)?.id;
  if (last !== undefined) return { messages: assessable(arrived, accounts), scan: { newest: last, oldest, accounts } };
  const stored = db.all<Candidate>(sql`
    SELECT id, account, flags FROM messages WHERE id < ${oldest} ORDER BY id DESC LIMIT ${limit}`);
  const first = stored.at(-1)?.id;
  if (first === undefined) return undefined;
  return { messages: assessable(stored, accounts), scan: { newest, oldest: first, accounts } };
}

type Candidate = { id: number; account: number; flags: number };

/** What the user has written is not assessed. */
function assessable(rows: readonly Candidate[], accounts: readonly number[]): number[] {
  return rows
    .filter(({ account, flags }) => accounts.includes(account) && (flags & (flagBits.DRAFT | flagBits.SENT)) === 0)
    .map(({ id }) => id);
}

/** Stores the verdicts of a batch together with how far the scan is. Returns the messages whose verdict has changed. */
export function saveSuspicions(
  db: WriteDb,
  suspicions: readonly Suspicion[],
  scan: Scan | undefined,
): { message: number; account: number }[] {
  const ids = jsonList(suspicions.map(({ message }) => message));
  return db.transaction(() => {
    const before = new Set(
      db
        .all<{ message: number }>(
          sql`SELECT message FROM suspicious_messages WHERE message IN (SELECT value FROM json_each(${ids}))`,
        )
        .map(({ message }) => message),
    );
    for (const suspicion of suspicions) saveSuspicion(db, suspicion);
    if (scan) db.run(sql`UPDATE suspicion_scan SET newest = ${scan.newest}, oldest = ${scan.oldest}`);
    const changed = suspicions.filter(({ message, isSuspicious }) => before.has(message) !== isSuspicious);
    return db.all<{ message: number; account: number }>(sql`
      SELECT id AS message, account FROM messages
      WHERE id IN (SELECT value FROM json_each(${jsonList(changed.map(({ message }) => message))}))`);
  });
}

function saveSuspicion(db: WriteDb, { message, sent, isSuspicious, isWithinAccount }: Suspicion): void {
  // The message may have been deleted while it was assessed.
  if (isSuspicious)
    db.run(sql`
      INSERT INTO suspicious_messages (message, sent, is_within_account)
      SELECT id, ${sent}, ${isWithinAccount} FROM messages WHERE id = ${message}
      ON CONFLICT (message) DO UPDATE SET sent = excluded.sent, is_within_account = excluded.is_within_account`);
  else db.run(sql`DELETE FROM suspicious_messages WHERE message = ${message}`);
}

/**
 * Suspicious messages to whose sender the user has written since they were assessed. `CROSS JOIN` makes SQLite begin with these few,
 * and not with all messages.
 */
export function outdatedSuspicions(db: ReadDb, limit: number): number[] {
  return db
    .all<{ message: number }>(
      sql`
        SELECT s.message FROM suspicious_messages s CROSS JOIN messages m ON m.id = s.message
        WHERE s.sent <> (SELECT coalesce(sum(c.sent), 0) FROM contacts c
        WHERE c.account IN (SELECT id FROM accounts) AND c.email = lower(m.from_email))
        LIMIT ${limit}`,
    )
    .map(({ message }) => message);
}

export function isMarkedSuspicious(db: ReadDb, message: number): boolean {
  return db.get(sql`SELECT 1 FROM suspicious_messages WHERE message = ${message}`) !== undefined;
}
