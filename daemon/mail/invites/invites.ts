import { nameId } from '../../base/ids.ts';
import type { CalendarEvent } from '../../contract/calendar.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { flagBits } from '../messages/flags.ts';
import type { ParsedInvites } from './read-invites.ts';
import { contentFlags } from '../messages/content-flags.ts';

/** An event in a message. */
export type Invite = {
  id: number;
  invite_id: string;
  account: number;
  account_id: string;
  message: number;
  message_id: string;
  thread_id: string;
  from_email: string;
  direction: 'inbound' | 'outbound';
  uid: string | null;
  recurrence_id: string | null;
  is_answer: number;
  is_cancelled: number;
  sequence: number;
  dtstamp: string;
  series_ends_at: string | null;
  /** Unix seconds: of this message, and of the first message about the event. */
  sort_key: number;
  first_at: number;
  /** `CalendarEvent` as JSON. */
  metadata: string;
  raw_ics: string | null;
  /** `Recurrence` as JSON. */
  recurrence: string | null;
};

/** `is_update`: an earlier message had different data; null if only replies are known. */
type LatestInvite = Invite & { is_update: number | null };

/** Messages with calendar data that were not scanned yet and have more than headers stored: newest first. */
export function unscannedInvites(db: ReadDb, limit: number): number[] {
  return idsOf(
    db.all(sql`
      SELECT m.id FROM messages m INDEXED BY messages_calendar
      WHERE m.content_flags & 2 AND NOT EXISTS (SELECT 1 FROM invite_scans WHERE message = m.id)
        AND EXISTS (SELECT 1 FROM sources WHERE message = m.id)
      ORDER BY m.sort_key DESC LIMIT ${limit}`),
  );
}

/** Like `unscannedInvites`, for messages stored after a message (internal id). */
export function unscannedInvitesAfter(db: ReadDb, message: number, limit: number): number[] {
  return idsOf(
    db.all(sql`
      SELECT m.id FROM messages m
      WHERE m.id > ${message} AND m.content_flags & ${contentFlags.CALENDAR} AND NOT EXISTS (SELECT 1 FROM invite_scans WHERE message = m.id)
        AND EXISTS (SELECT 1 FROM sources WHERE message = m.id)
      ORDER BY m.id LIMIT ${limit}`),
  );
}

function idsOf(rows: { id: number }[]): number[] {
  return rows.map(({ id }) => id);
}

/** The internal id of the last stored message. */
export function newestMessageRowId(db: ReadDb): number {
  return db.get<{ id: number | null }>(sql`SELECT max(id) AS id FROM messages`)?.id ?? 0;
}

/** Stores the events of a message, and that it was scanned. Returns its account; undefined if the message is gone. */
export function saveInvites(db: WriteDb, { message, events, error }: ParsedInvites, now: string): number | undefined {
  const owner = db.get<{ account: number; account_id: string; message_id: string }>(sql`
    SELECT m.account, a.account_id, m.message_id FROM messages m JOIN accounts a ON a.id = m.account WHERE m.id = ${message}`);
  if (!owner) return undefined;
  db.run(sql`DELETE FROM invites WHERE message = ${message}`);
  for (const [index, { event, recurrence, series_ends_at, raw_ics }] of events.entries()) {
    const { uid, recurrence_id, starts_at } = event;
    const name = uid === null ? [owner.message_id, `${index}`] : [owner.account_id, uid];
    const invite_id = eventId(name, recurrence_id);
    const { is_answer, is_cancelled } = meaningOf(event);
    const sequence = event.sequence ?? 0;
    const dtstamp = event.dtstamp ?? '';
    // If a message contains an event twice, the later version counts.
    db.run(sql`
      INSERT INTO invites (invite_id, account, message, uid, recurrence_id, is_answer, is_cancelled, sequence, dtstamp,
        starts_at, series_ends_at, metadata, raw_ics, recurrence)
      VALUES (${invite_id}, ${owner.account}, ${message}, ${uid}, ${recurrence_id}, ${is_answer}, ${is_cancelled},
        ${sequence}, ${dtstamp}, ${starts_at}, ${series_ends_at}, ${JSON.stringify(event)}, ${raw_ics}, ${recurrence})
      ON CONFLICT (message, invite_id) DO UPDATE SET is_answer = excluded.is_answer, is_cancelled = excluded.is_cancelled,
        sequence = excluded.sequence, dtstamp = excluded.dtstamp, starts_at = excluded.starts_at,
        series_ends_at = excluded.series_ends_at, metadata = excluded.metadata, raw_ics = excluded.raw_ics,
        recurrence = excluded.recurrence
      WHERE (excluded.sequence, excluded.dtstamp) > (invites.sequence, invites.dtstamp)`);
  }
  db.run(sql`INSERT OR REPLACE INTO invite_scans (message, scanned_at, error) VALUES (${message}, ${now}, ${error})`);
  return owner.account;
}

function eventId(name: readonly string[], recurrence_id: string | null): string {
  return nameId(['invite', ...name, recurrence_id ?? ''].join('\0'));
}

/** The id of one occurrence of a series, whether a message tells of it alone or not. */
export function occurrenceId(series: Pick<Invite, 'account_id'>, uid: string, recurrence_id: string): string {
  return eventId([series.account_id, uid], recurrence_id);
}

/** Whether one version of an event precedes another; two copies of one message are equal. */
export function isBefore(one: Invite, other: Invite): boolean {
  if (one.sequence !== other.sequence) return one.sequence < other.sequence;
  return one.dtstamp < other.dtstamp;
}

/** RFC 5546, section 1.4: methods that attendees reply with. */
const answerMethods = new Set(['REPLY', 'COUNTER', 'REFRESH']);

function meaningOf({ method, status }: CalendarEvent): { is_answer: boolean; is_cancelled: boolean } {
  const is_answer = method !== null && answerMethods.has(method);
  return { is_answer, is_cancelled: !is_answer && (method === 'CANCEL' || status === 'CANCELLED') };
}

/**
 * The events in the mail of these accounts without duplicates, each from its newest message: the highest SEQUENCE,
 * then DTSTAMP, then the last received (RFC 5546, section 2.1.5); a reply is used only for an event without any other
 * message. Spam is ignored, and events in the trash are not listed. The newest message comes first; with
 * `upcomingAt`, an instant, the earliest event that is not over or cancelled at that time comes first.
 */
export function latestInvites(
  db: ReadDb,
  accounts: readonly Pick<Account, 'id'>[],
  { limit, upcomingAt }: { limit: number; upcomingAt?: string | undefined },
): LatestInvite[] {
  const ids = jsonList(accounts.map(({ id }) => id));
  return db.all<LatestInvite>(sql`
    WITH told AS (
      SELECT i.id, m.sort_key, m.flags, min(m.sort_key) OVER event AS first_at,
        i.sequence > min(i.sequence) FILTER (WHERE i.is_answer = 0) OVER event
          OR i.dtstamp > min(i.dtstamp) FILTER (WHERE i.is_answer = 0) OVER event AS is_update,
        row_number() OVER (event ORDER BY i.is_answer, i.sequence DESC, i.dtstamp DESC, m.sort_key DESC) AS place
      FROM invites i JOIN messages m ON m.id = i.message
      WHERE i.account IN (SELECT value FROM json_each(${ids})) AND m.flags & ${flagBits.SPAM} = 0
      WINDOW event AS (PARTITION BY i.invite_id)
    )
    SELECT i.*, told.sort_key, told.first_at, told.is_update, m.message_id, m.from_email, m.direction, a.account_id, t.thread_id
    FROM told JOIN invites i ON i.id = told.id JOIN messages m ON m.id = i.message
    JOIN accounts a ON a.id = i.account JOIN threads t ON t.id = m.thread
    WHERE told.place = 1 AND told.flags & ${flagBits.TRASH} = 0
      AND (${upcomingAt === undefined} OR (
        i.starts_at IS NOT NULL AND i.is_cancelled = 0 AND i.is_answer = 0 AND coalesce(i.series_ends_at, '9999') > ${upcomingAt ?? ''}))
    ORDER BY CASE WHEN ${upcomingAt === undefined} THEN -told.sort_key END, i.starts_at, i.id LIMIT ${limit}`);
}

/** The events in a message (internal id): a whole series first. */
export function invitesIn(db: ReadDb, message: number): Invite[] {
  return db.all<Invite>(sql`
    SELECT i.*, m.sort_key, m.message_id, m.from_email, m.direction, a.account_id, t.thread_id,
      (SELECT min(o.sort_key) FROM invites e JOIN messages o ON o.id = e.message WHERE e.invite_id = i.invite_id) AS first_at
    FROM invites i JOIN messages m ON m.id = i.message
    JOIN accounts a ON a.id = i.account JOIN threads t ON t.id = m.thread
    WHERE i.message = ${message} ORDER BY i.recurrence_id IS NOT NULL, i.id`);
}

/** The versions of an event in all messages except spam: newest first, replies last. */
export function invitesOfEvent(db: ReadDb, invite_id: string): Invite[] {
  return db.all<Invite>(sql`
    SELECT i.*, m.sort_key, m.message_id, m.from_email, m.direction, a.account_id, t.thread_id,
      min(m.sort_key) OVER () AS first_at
    FROM invites i JOIN messages m ON m.id = i.message
    JOIN accounts a ON a.id = i.account JOIN threads t ON t.id = m.thread
    WHERE i.invite_id = ${invite_id} AND m.flags & ${flagBits.SPAM} = 0
    ORDER BY i.is_answer, i.sequence DESC, i.dtstamp DESC, m.sort_key DESC`);
}

/** The newest versions of a series and of its single occurrences, in all messages except spam; replies are left out. */
export function invitesOfSeries(db: ReadDb, account: number, uid: string): Invite[] {
  return db.all<Invite>(sql`
    WITH versions AS (
      SELECT i.*, m.sort_key, m.message_id, m.from_email, m.direction, m.thread, min(m.sort_key) OVER event AS first_at,
        row_number() OVER (event ORDER BY i.sequence DESC, i.dtstamp DESC, m.sort_key DESC) AS place
      FROM invites i JOIN messages m ON m.id = i.message
      WHERE i.account = ${account} AND i.uid = ${uid} AND i.is_answer = 0 AND m.flags & ${flagBits.SPAM} = 0
      WINDOW event AS (PARTITION BY i.invite_id)
    )
    SELECT v.*, a.account_id, t.thread_id FROM versions v
    JOIN accounts a ON a.id = v.account JOIN threads t ON t.id = v.thread
    WHERE v.place = 1 ORDER BY v.recurrence_id IS NOT NULL, v.recurrence_id LIMIT ${maxOccurrences}`);
}

/** Occurrences of a series that messages tell of; further ones are not considered. */
const maxOccurrences = 1_000;

/** Events that were cancelled with their series: by event id, the message that cancels the series. */
export function cancelledWithSeries(
  db: ReadDb,
  invite_ids: readonly string[],
): Map<string, { message_id: string; thread_id: string }> {
  const rows = db.all<{ invite_id: string; message_id: string; thread_id: string }>(sql`
    SELECT i.invite_id, m.message_id, t.thread_id FROM invites i
    JOIN invites series ON series.account = i.account AND series.uid = i.uid AND series.recurrence_id IS NULL
    JOIN messages m ON m.id = series.message JOIN threads t ON t.id = m.thread
    WHERE i.invite_id IN (SELECT value FROM json_each(${jsonList(invite_ids)})) AND i.recurrence_id IS NOT NULL
      AND series.is_cancelled = 1 AND series.sequence >= i.sequence AND series.dtstamp >= i.dtstamp
      AND m.flags & ${flagBits.SPAM} = 0
    ORDER BY series.sequence, series.dtstamp`);
  return new Map(rows.map(({ invite_id, ...source }) => [invite_id, source]));
}

/** Attendees' replies to these events in stored mail, oldest first. */
export function answersTo(
  db: ReadDb,
  invite_ids: readonly string[],
): Pick<Invite, 'invite_id' | 'sequence' | 'dtstamp' | 'metadata'>[] {
  return db.all(sql`
    SELECT i.invite_id, i.sequence, i.dtstamp, i.metadata FROM invites i JOIN messages m ON m.id = i.message
    WHERE i.invite_id IN (SELECT value FROM json_each(${jsonList(invite_ids)})) AND i.is_answer = 1
      AND m.flags & ${flagBits.SPAM} = 0
    ORDER BY i.sequence, i.dtstamp, m.sort_key`);
}

/** The number of events in messages (internal ids). */
export function countInvites(db: ReadDb, messages: readonly number[]): number {
  return (
    db.get<{ count: number }>(sql`
      SELECT count(DISTINCT invite_id) AS count FROM invites
      WHERE message IN (SELECT value FROM json_each(${jsonList(messages)}))`)?.count ?? 0
  );
}
