import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../mutations/apply.ts';
import { flagBits } from '../messages/flags.ts';

const { DRAFT, SPAM } = flagBits;

/** How long a fired reminder stays listed, in milliseconds. */
export const firedListedMs = 7 * 86_400_000;

/** Sets a reminder, or changes the time of an existing reminder. */
export function saveReminder(
  db: WriteDb,
  message: number,
  { remind_at, made_at, origin, token_id = null }: { remind_at: string; made_at: string } & Actor,
): void {
  db.run(sql`
    INSERT INTO reminders (message, remind_at, made_at, origin, token_id)
    VALUES (${message}, ${remind_at}, ${made_at}, ${origin}, ${token_id})
    ON CONFLICT (message) DO UPDATE SET remind_at = excluded.remind_at, made_at = excluded.made_at, fired_at = NULL,
      origin = excluded.origin, token_id = excluded.token_id`);
}

/** Returns whether the reminder existed. */
export function removeReminder(db: WriteDb, message: number): boolean {
  return db.run(sql`DELETE FROM reminders WHERE message = ${message}`).changes > 0;
}

export function markReminderFired(db: WriteDb, message: number, now: string): void {
  db.run(sql`UPDATE reminders SET fired_at = ${now} WHERE message = ${message}`);
}

/** Removes reminders that fired before an instant. */
export function removeFiredReminders(db: WriteDb, before: string): void {
  db.run(sql`DELETE FROM reminders WHERE fired_at < ${before}`);
}

export type Reminder = { message: number; message_id: string; account: number; remind_at: string } & Actor;

/** The reminder of a message that has not fired yet. */
export function pendingReminder(db: ReadDb, message: number): Reminder | undefined {
  return db.get<Reminder>(sql`
    SELECT r.message, m.message_id, m.account, r.remind_at, r.origin, r.token_id
    FROM reminders r JOIN messages m ON m.id = r.message WHERE r.message = ${message} AND r.fired_at IS NULL`);
}

export function dueReminders(db: ReadDb, now: string): number[] {
  return db
    .all<{ message: number }>(
      sql`SELECT message FROM reminders WHERE fired_at IS NULL AND remind_at <= ${now} ORDER BY remind_at`,
    )
    .map(({ message }) => message);
}

export function nextReminder(db: ReadDb, after: string): string | undefined {
  return db.get<{ remind_at: string }>(sql`
    SELECT remind_at FROM reminders WHERE fired_at IS NULL AND remind_at > ${after} ORDER BY remind_at LIMIT 1`)
    ?.remind_at;
}

/** Whether a sent message has a reply; delivery reports do not count. */
export function isAnswered(db: ReadDb, message: number): boolean {
  return answeredMessages(db, [message]).length > 0;
}

/**
 * The sent messages with a pending reminder that new mail replies to. There are few pending reminders, and much new
 * mail.
 */
export function remindersAnsweredBy(db: ReadDb, added: readonly number[]): number[] {
  const pending = db.all<{ message: number }>(sql`
    SELECT DISTINCT r.message FROM reminders r CROSS JOIN messages sent ON sent.id = r.message
    CROSS JOIN messages new ON new.thread = sent.thread
    WHERE r.fired_at IS NULL AND new.id IN (SELECT value FROM json_each(${jsonList(added)}))`);
  return answeredMessages(
    db,
    pending.map(({ message }) => message),
  );
}

function answeredMessages(db: ReadDb, sent: readonly number[]): number[] {
  return db
    .all<{ id: number }>(
      sql`
      SELECT DISTINCT sent.id FROM messages sent JOIN messages answer ON answer.thread = sent.thread
      WHERE sent.id IN (SELECT value FROM json_each(${jsonList(sent)})) AND answer.id <> sent.id
        AND answer.sort_key >= sent.sort_key AND answer.direction = 'inbound' AND answer.report IS NULL
        AND answer.flags & ${DRAFT | SPAM} = 0`,
    )
    .map(({ id }) => id);
}

/** Messages with a pending reminder, soonest first, then those whose reminder fired since an instant, latest first. */
export function listReminders(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  firedSince: string,
): { message: number; remind_at: string; fired_at: string | null }[] {
  return db.all(sql`
    SELECT r.message, r.remind_at, r.fired_at FROM reminders r JOIN messages m ON m.id = r.message
    WHERE m.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
      AND (r.fired_at IS NULL OR r.fired_at >= ${firedSince})
    ORDER BY r.fired_at IS NOT NULL, r.fired_at DESC, r.remind_at`);
}
