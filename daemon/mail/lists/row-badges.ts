import type { MessageRow } from '../../contract/fields.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { allAccounts, type Account } from '../accounts/accounts.ts';

/**
 * The marks on a message: the end of its snooze, reply later, the time of its follow-up reminder, whether its
 * conversation is muted, and whether it may not be from whom it says.
 */
export type RowBadges = Pick<MessageRow, 'snoozed_until' | 'reply_later' | 'reminder_at' | 'muted' | 'suspicious'>;

type BadgeRow = {
  id: number;
  snoozed_until: string | null;
  reply_later: number;
  reminder_at: string | null;
  muted: number;
  /** 2 if the mail of its own account is enough to see it, 1 if not, and 0 if it is not suspicious. */
  suspicious: number;
};

/**
 * The badges of messages by internal id, for a caller who may see the `accounts`. `ofThreads` counts the badges of the whole
 * conversation, except snoozes.
 */
export function rowBadgesOf(
  db: ReadDb,
  messages: readonly number[],
  { accounts, ofThreads = false }: { accounts: readonly Pick<Account, 'id'>[]; ofThreads?: boolean },
): Map<number, RowBadges> {
  if (messages.length === 0 || !hasAnyBadges(db)) return new Map();
  const ids = jsonList(messages);
  const rows = ofThreads ? threadBadges(db, ids) : messageBadges(db, ids);
  const minSuspicious = seesAllAccounts(db, accounts) ? 1 : 2;
  return new Map(rows.map((row) => [row.id, badgesFrom(row, minSuspicious)]));
}

/** What other accounts know of a sender is not disclosed to callers who may not see them. */
function seesAllAccounts(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): boolean {
  return accounts.length === allAccounts(db).length;
}

/** Most accounts have no badges most of the time. */
function hasAnyBadges(db: ReadDb): boolean {
  return (
    db.get(sql`
      SELECT 1 WHERE EXISTS (SELECT 1 FROM snoozes) OR EXISTS (SELECT 1 FROM reply_later) OR EXISTS (SELECT 1 FROM muted_threads)
        OR EXISTS (SELECT 1 FROM suspicious_messages) OR EXISTS (SELECT 1 FROM reminders WHERE fired_at IS NULL)`) !==
    undefined
  );
}

function messageBadges(db: ReadDb, ids: string): BadgeRow[] {
  return db.all<BadgeRow>(sql`
    SELECT m.id, s.wake_at AS snoozed_until, l.message IS NOT NULL AS reply_later, r.remind_at AS reminder_at,
      EXISTS (SELECT 1 FROM muted_threads WHERE thread = m.thread) AS muted,
      coalesce(u.is_within_account + 1, 0) AS suspicious
    FROM messages m LEFT JOIN snoozes s ON s.message = m.id LEFT JOIN reply_later l ON l.message = m.id
    LEFT JOIN reminders r ON r.message = m.id AND r.fired_at IS NULL LEFT JOIN suspicious_messages u ON u.message = m.id
    WHERE m.id IN (SELECT value FROM json_each(${ids}))`);
}

function threadBadges(db: ReadDb, ids: string): BadgeRow[] {
  return db.all<BadgeRow>(sql`
    SELECT shown.id, s.wake_at AS snoozed_until, max(l.message IS NOT NULL) AS reply_later, min(r.remind_at) AS reminder_at,
      EXISTS (SELECT 1 FROM muted_threads WHERE thread = shown.thread) AS muted,
      max(coalesce(u.is_within_account + 1, 0)) AS suspicious
    FROM messages shown JOIN messages m ON m.thread = shown.thread
    LEFT JOIN snoozes s ON s.message = shown.id LEFT JOIN reply_later l ON l.message = m.id
    LEFT JOIN reminders r ON r.message = m.id AND r.fired_at IS NULL LEFT JOIN suspicious_messages u ON u.message = m.id
    WHERE shown.id IN (SELECT value FROM json_each(${ids})) GROUP BY shown.id`);
}

function badgesFrom(
  { snoozed_until, reply_later, reminder_at, muted, suspicious }: BadgeRow,
  minSuspicious: number,
): RowBadges {
  return {
    ...(snoozed_until !== null && { snoozed_until }),
    ...(reply_later === 1 && { reply_later: true }),
    ...(reminder_at !== null && { reminder_at }),
    ...(muted === 1 && { muted: true }),
    ...(suspicious >= minSuspicious && { suspicious: true }),
  };
}
