import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../mutations/apply.ts';
import type { RestoreChange } from '../mutations/change.ts';

/** A snoozed message. */
export type Snooze = {
  message: number;
  message_id: string;
  account: number;
  wake_at: string;
  /** The label of the snoozed message. */
  label: number | null;
  /** The change that restores the message, as JSON; null if it was not moved. */
  restore: string | null;
  origin: string;
  token_id: string | null;
};

export type NewSnooze = {
  message: number;
  label: number;
  restore: RestoreChange | undefined;
};

/**
 * Stores the wake time of snoozed messages. A message that is snoozed again gets the new time, and returns to its
 * original placement. Triggers remove the snooze of a message that leaves its label or enters the inbox for any
 * reason.
 */
export function saveSnoozes(
  db: WriteDb,
  snoozes: readonly NewSnooze[],
  {
    wake_at,
    snoozed_at,
    mutation,
    origin,
    token_id = null,
  }: { wake_at: string; snoozed_at: string; mutation: number } & Actor,
): void {
  for (const { message, label, restore } of snoozes)
    db.run(sql`
      INSERT INTO snoozes (message, wake_at, snoozed_at, label, restore, mutation, origin, token_id)
      VALUES (${message}, ${wake_at}, ${snoozed_at}, ${label}, ${restore ? JSON.stringify(restore) : null}, ${mutation},
        ${origin}, ${token_id})
      ON CONFLICT (message) DO UPDATE SET wake_at = excluded.wake_at, snoozed_at = excluded.snoozed_at,
        mutation = excluded.mutation, origin = excluded.origin, token_id = excluded.token_id`);
}

/** The number of snoozed messages under each label, by its row id. */
export function snoozeCountsByLabel(db: ReadDb): Map<number, number> {
  const rows = db.all<{ label: number; count: number }>(sql`
    SELECT label, count(*) AS count FROM snoozes WHERE label IS NOT NULL GROUP BY label`);
  return new Map(rows.map(({ label, count }) => [label, count]));
}

export function removeSnooze(db: WriteDb, message: number): void {
  db.run(sql`DELETE FROM snoozes WHERE message = ${message}`);
}

export function snoozeOf(db: ReadDb, message: number): Snooze | undefined {
  return db.get<Snooze>(sql`
    SELECT s.message, m.message_id, m.account, s.wake_at, s.label, s.restore, s.origin, s.token_id
    FROM snoozes s JOIN messages m ON m.id = s.message WHERE s.message = ${message}`);
}

export function dueSnoozes(db: ReadDb, now: string): number[] {
  return db
    .all<{ message: number }>(sql`SELECT message FROM snoozes WHERE wake_at <= ${now} ORDER BY wake_at, message`)
    .map(({ message }) => message);
}

export function nextWakeAt(db: ReadDb, after: string): string | undefined {
  return db.get<{ wake_at: string }>(sql`SELECT wake_at FROM snoozes WHERE wake_at > ${after} ORDER BY wake_at LIMIT 1`)
    ?.wake_at;
}

/** The snoozed messages, next to wake first. */
export function listSnoozes(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
): { message: number; wake_at: string }[] {
  return db.all(sql`
    SELECT s.message, s.wake_at FROM snoozes s JOIN messages m ON m.id = s.message
    WHERE m.account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY s.wake_at, m.position DESC`);
}
