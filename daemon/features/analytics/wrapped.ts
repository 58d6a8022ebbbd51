import { instantOf } from '../../base/clock.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { localClock, weekdayOf } from './business-hours.ts';
import type { Wrapped } from './contract.ts';
import { contactAsymmetry, instantOfSeconds } from './correspondence.ts';
import { replyPairs, summarizeReplies, type ReplyPair } from './response-time.ts';
import { largestMessages, storageBuckets, totalBytes, type Period } from './storage.ts';

type WrappedRequest = { period: Period; label: string; zone: string | undefined };

/** What a look back reads: the mail of accounts in a period. */
type Sources = { db: ReadDb; accounts: readonly number[]; among: string; period: Period };

const excluded = flagBits.DRAFT | flagBits.SPAM;
const daySeconds = 86_400;
const topRows = 5;

/** A look back at the mail of a period, in which drafts and spam do not count. */
export function wrappedOf(db: ReadDb, accounts: readonly number[], { period, label, zone }: WrappedRequest): Wrapped {
  const sources: Sources = { db, accounts, among: jsonList(accounts), period };
  const own = new Set(accounts.flatMap((account) => [...ownAddressesOf(db, account)]));
  const [heaviest = null] = largestMessages(db, accounts, { period, limit: 1 });
  const [topType = null] = storageBuckets(db, accounts, { groupBy: 'mimetype', limit: 1, period });
  return {
    label,
    window_start: instantOfSeconds(period.since),
    window_end: instantOfSeconds(period.until),
    volume: volumeOf(sources),
    time_patterns: timePatternsOf(sources, zone),
    top_contacts: {
      most_emailed_by_me: writtenTo(sources, own).slice(0, topRows).map(rankOf),
      most_emailed_to_me: receivedFrom(sources, own),
      most_asymmetric: contactAsymmetry(db, accounts, { min_inbound: 5, limit: topRows }),
    },
    reply_discipline: repliesOf(sources, zone),
    storage: { total_bytes: totalBytes(db, accounts, period), heaviest_message: heaviest, top_mimetype: topType },
    newsletters: newslettersOf(sources),
    superlatives: { longest_thread: longestThread(sources), most_ghosted: mostGhosted(sources, own) },
  };
}

function volumeOf({ db, among, period }: Sources): Wrapped['volume'] {
  const row = db.get<Wrapped['volume']>(sql`
    SELECT count(*) FILTER (WHERE direction = 'inbound') AS inbound_count,
      count(*) FILTER (WHERE direction = 'outbound') AS outbound_count, count(DISTINCT thread) AS thread_count
    FROM messages WHERE sort_key >= ${period.since} AND sort_key < ${period.until} AND flags & ${excluded} = 0
      AND account IN (SELECT value FROM json_each(${among}))`);
  return row ?? { inbound_count: 0, outbound_count: 0, thread_count: 0 };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function timePatternsOf({ db, among, period }: Sources, zone: string | undefined): Wrapped['time_patterns'] {
  const rows = db.all<{ hour: number; n: number }>(sql`
    SELECT sort_key / 3600 AS hour, count(*) AS n FROM messages
    WHERE sort_key >= ${period.since} AND sort_key < ${period.until} AND flags & ${excluded} = 0
      AND account IN (SELECT value FROM json_each(${among})) GROUP BY 1`);
  const local = localClock(zone);
  const [byHour, byWeekday] = [Array<number>(24).fill(0), Array<number>(7).fill(0)];
  const byDay = new Map<number, number>();
  for (const { hour, n } of rows) {
    const day = Math.floor(local(hour * 3600) / daySeconds);
    byHour[hour % 24] = (byHour[hour % 24] ?? 0) + n;
    byWeekday[weekdayOf(day)] = (byWeekday[weekdayOf(day)] ?? 0) + n;
    byDay.set(day, (byDay.get(day) ?? 0) + n);
  }
  const [busiestDay] = [...byDay].toSorted((a, b) => b[1] - a[1] || a[0] - b[0]);
  const isEmpty = rows.length === 0;
  const [weekday, hour] = [busiestOf(byWeekday), busiestOf(byHour)];
  return {
    busiest_date: busiestDay ? instantOf(new Date(busiestDay[0] * daySeconds * 1000)).slice(0, 10) : null,
    busiest_date_count: busiestDay?.[1] ?? 0,
    busiest_day_of_week: isEmpty ? null : (weekdays[weekday.index] ?? null),
    busiest_day_of_week_count: weekday.count,
    busiest_hour_utc: isEmpty ? null : hour.index,
    busiest_hour_count: hour.count,
    day_of_week_distribution: byWeekday,
    hour_distribution: byHour,
  };
}

function busiestOf(counts: readonly number[]): { index: number; count: number } {
  const count = Math.max(...counts);
  return { index: counts.indexOf(count), count };
}

type Rank = { email: string; display_name: string | null; count: number };

function rankOf({ email, display_name, count }: Rank): Rank {
  return { email, display_name, count };
}

/** Whom the user wrote to, the most first, and how much they wrote. */
function writtenTo({ db, among, period }: Sources, own: ReadonlySet<string>): (Rank & { inbound: number })[] {
  const rows = db.all<Rank & { inbound: number }>(sql`
    SELECT w.email, max(c.name) AS display_name, w.count, coalesce(sum(c.received), 0) AS inbound
    FROM (
      SELECT lower(r.value ->> 'email') AS email, count(DISTINCT m.id) AS count
      FROM messages m, json_each(m.recipients, '$.to') r
      WHERE m.direction = 'outbound' AND m.sort_key >= ${period.since} AND m.sort_key < ${period.until}
        AND m.flags & ${excluded} = 0 AND m.account IN (SELECT value FROM json_each(${among}))
      GROUP BY 1
    ) w LEFT JOIN contacts c ON c.email = w.email AND c.account IN (SELECT value FROM json_each(${among}))
    GROUP BY w.email ORDER BY w.count DESC, w.email`);
  return rows.filter(({ email }) => !own.has(email));
}

/** Who wrote to the user, the most first, without senders of mailings. */
function receivedFrom({ db, among, period }: Sources, own: ReadonlySet<string>): Rank[] {
  return db
    .all<Rank>(
      sql`
      SELECT lower(from_email) AS email, max(from_name) AS display_name, count(*) AS count FROM messages
      WHERE direction = 'inbound' AND sort_key >= ${period.since} AND sort_key < ${period.until}
        AND flags & ${excluded} = 0 AND list_id IS NULL AND unsubscribe = '"None"' AND from_email <> ''
        AND account IN (SELECT value FROM json_each(${among}))
      GROUP BY from_email COLLATE NOCASE ORDER BY count DESC, email LIMIT ${topRows + own.size}`,
    )
    .filter(({ email }) => !own.has(email))
    .slice(0, topRows);
}

function repliesOf({ db, accounts, period }: Sources, zone: string | undefined): Wrapped['reply_discipline'] {
  const pairs = replyPairs(db, accounts, { direction: 'i_replied', ...period });
  if (pairs.length === 0) return null;
  const { histogram: _, ...times } = summarizeReplies(pairs, zone);
  const byLatency = pairs.toSorted((a, b) => a.replied - a.asked - (b.replied - b.asked));
  return { ...times, fastest: extremeOf(byLatency.at(0)), slowest: extremeOf(byLatency.at(-1)) };
}

function extremeOf(pair: ReplyPair | undefined) {
  if (!pair) return null;
  const { asked, replied, counterparty } = pair;
  return {
    counterparty_email: counterparty,
    latency_seconds: replied - asked,
    replied_at: instantOfSeconds(replied),
  };
}

function newslettersOf({ db, among, period }: Sources): Wrapped['newsletters'] {
  const totals = db.get<{ inbound: number; listed: number; lists: number }>(sql`
    SELECT count(*) AS inbound, count(list_id) AS listed, count(DISTINCT list_id) AS lists FROM messages
    WHERE direction = 'inbound' AND sort_key >= ${period.since} AND sort_key < ${period.until}
      AND flags & ${excluded} = 0 AND account IN (SELECT value FROM json_each(${among}))`);
  const top = db.get<{ list_id: string; message_count: number; opened_count: number }>(sql`
    SELECT list_id, count(*) AS message_count, count(*) FILTER (WHERE flags & ${flagBits.READ}) AS opened_count
    FROM messages
    WHERE direction = 'inbound' AND list_id IS NOT NULL AND sort_key >= ${period.since} AND sort_key < ${period.until}
      AND flags & ${excluded} = 0 AND account IN (SELECT value FROM json_each(${among}))
    GROUP BY list_id ORDER BY message_count DESC, list_id LIMIT 1`);
  const { inbound = 0, listed = 0, lists = 0 } = totals ?? {};
  return {
    unique_lists: lists,
    list_share_of_inbound_pct: inbound === 0 ? 0 : Math.round((listed / inbound) * 1000) / 10,
    top_list: top ?? null,
  };
}

function longestThread({ db, among, period }: Sources): Wrapped['superlatives']['longest_thread'] {
  const row = db.get<{ thread_id: string; subject: string; message_count: number }>(sql`
    SELECT t.thread_id, (SELECT subject FROM messages first WHERE first.thread = t.id ORDER BY sort_key LIMIT 1) AS subject,
      l.n AS message_count
    FROM (
      SELECT thread, count(*) AS n FROM messages
      WHERE sort_key >= ${period.since} AND sort_key < ${period.until} AND flags & ${excluded} = 0
        AND account IN (SELECT value FROM json_each(${among}))
      GROUP BY thread ORDER BY n DESC, thread LIMIT 1
    ) l JOIN threads t ON t.id = l.thread`);
  return row ?? null;
}

/** Whom the user wrote to at least three times in the period, and who has never written. */
function mostGhosted(sources: Sources, own: ReadonlySet<string>): Wrapped['superlatives']['most_ghosted'] {
  const silent = writtenTo(sources, own).find(({ count, inbound }) => count >= 3 && inbound === 0);
  return silent ? { email: silent.email, inbound_count: 0, outbound_count: silent.count } : null;
}
