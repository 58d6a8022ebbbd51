import { instantOf } from '../../base/clock.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import type { DomainVerification, MethodCheck } from './domain-verification.ts';

/** What Posthorn found out about the domain in From. */
export type SenderCheckResult = {
  outcome: 'passed' | 'open';
  checks: MethodCheck[];
  /** The named forwarder that confirmed the domain. */
  forwarder: string | null;
};

/** A check that has not ended: the internal ids of the message and its account, and how often it was tried. */
export type DueSenderCheck = { message: number; account: number; attempts: number; received_at: string };

/**
 * Starts the checks, and queues those of the messages that have arrived since. Mail that the user sent, drafts and spam are
 * not checked: the operators of a domain that sends spam would learn that it arrived.
 */
export function queueSenderChecks(db: WriteDb, now: Date): void {
  const at = instantOf(now);
  db.transaction(() => {
    db.run(sql`
      INSERT INTO sender_check_start (id, since, last_message) SELECT 1, ${at}, coalesce(max(id), 0) FROM messages WHERE true
      ON CONFLICT DO NOTHING`);
    db.run(sql`
      INSERT INTO sender_checks (message, next_at)
      SELECT m.id, ${at} FROM messages m, sender_check_start s
      WHERE m.id > s.last_message AND m.received_at >= s.since
        AND m.flags & ${flagBits.SPAM | flagBits.DRAFT | flagBits.SENT} = 0
      ON CONFLICT DO NOTHING`);
    db.run(sql`
      UPDATE sender_check_start SET last_message = max(last_message, (SELECT coalesce(max(id), 0) FROM messages))`);
  });
}

/** Whether messages have arrived that `queueSenderChecks` has not seen. */
export function hasUnqueuedMessages(db: ReadDb): boolean {
  const start = db.get<{ last_message: number }>(sql`SELECT last_message FROM sender_check_start`);
  if (!start) return true;
  return (db.get<{ id: number }>(sql`SELECT coalesce(max(id), 0) AS id FROM messages`)?.id ?? 0) > start.last_message;
}

/** Ends the checks. What they have found stays; what is queued is forgotten. */
export function stopSenderChecks(db: WriteDb): void {
  if (!db.get(sql`SELECT 1 FROM sender_check_start`)) return;
  db.transaction(() => {
    db.run(sql`DELETE FROM sender_checks WHERE next_at IS NOT NULL`);
    db.run(sql`DELETE FROM sender_check_start`);
  });
}

/** The checks that are due, the oldest first. */
export function dueSenderChecks(db: ReadDb, now: Date, limit: number): DueSenderCheck[] {
  return db.all<DueSenderCheck>(sql`
    SELECT c.message, m.account, c.attempts, m.received_at
    FROM sender_checks c JOIN messages m ON m.id = c.message
    WHERE c.next_at <= ${instantOf(now)} ORDER BY c.next_at, c.message LIMIT ${limit}`);
}

/** When the next check is due. */
export function nextSenderCheckAt(db: ReadDb): string | undefined {
  return (
    db.get<{ at: string | null }>(sql`SELECT min(next_at) AS at FROM sender_checks WHERE next_at IS NOT NULL`)?.at ??
    undefined
  );
}

/** Counts an attempt before it is made, so that a message on which it crashes is not tried for ever. */
export function beginAttempt(db: WriteDb, message: number, retryAt: Date): void {
  db.run(sql`
    UPDATE sender_checks SET attempts = attempts + 1, next_at = ${instantOf(retryAt)}
    WHERE message = ${message} AND next_at IS NOT NULL`);
}

/** Ends a check. Without a result nothing could be found out, or the account's server had done it. */
export function endSenderCheck(db: WriteDb, message: number, result: SenderCheckResult | undefined): void {
  db.run(sql`
    UPDATE sender_checks SET next_at = NULL, result = ${result ? JSON.stringify(result) : null}
    WHERE message = ${message} AND next_at IS NOT NULL`);
}

/** Makes all checks due that wait for their next attempt. */
export function retrySenderChecks(db: WriteDb, now: Date): void {
  db.run(sql`UPDATE sender_checks SET next_at = ${instantOf(now)} WHERE next_at > ${instantOf(now)}`);
}

/** The check of a message: its findings, or that it has not ended. Undefined if there is none. */
export function senderCheckOf(
  db: ReadDb,
  message: number,
): { isPending: boolean; verification: DomainVerification | undefined } | undefined {
  const row = db.get<{ next_at: string | null; result: string | null }>(
    sql`SELECT next_at, result FROM sender_checks WHERE message = ${message}`,
  );
  return (
    row && {
      isPending: row.next_at !== null,
      verification: row.result === null ? undefined : verificationFrom(row.result),
    }
  );
}

function verificationFrom(json: string): DomainVerification {
  const { outcome, checks, forwarder } = JSON.parse(json) as SenderCheckResult;
  const passed = checks.flatMap(({ method, result, domain }) =>
    method === 'dkim' && result === 'pass' && domain !== null ? [domain] : [],
  );
  return {
    checkedBy: 'posthorn',
    outcome,
    checks,
    isStrict: false,
    forwarder: forwarder ?? undefined,
    senders: new Set(passed),
  };
}
