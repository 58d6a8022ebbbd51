import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';

/**
 * The instant until which desktop notifications and sounds are paused; null without a pause, or if it has ended at
 * `now`.
 */
export function notificationsPausedUntil(db: ReadDb, now: string): string | null {
  const row = db.get<{ paused_until: string | null }>(sql`SELECT paused_until FROM notification_state WHERE id = 1`);
  const until = row?.paused_until ?? null;
  return until !== null && until > now ? until : null;
}

/** Pauses notifications until the instant `until`, or ends a pause if it is null. */
export function saveNotificationPause(db: WriteDb, until: string | null): void {
  db.run(sql`UPDATE notification_state SET paused_until = ${until} WHERE id = 1`);
}
