import { instantOf } from '../../base/clock.ts';
import { ownAddressesOf } from '../../mail/accounts/accounts.ts';
import type { ReadDb } from '../../store/db.ts';
import { localClock, weekdayOf } from './business-hours.ts';
import type { Wrapped } from './contract.ts';
import { contactAsymmetry, instantOfSeconds } from './correspondence.ts';
import { summarizeReplies } from './response-time.ts';
import { largestMessages } from './storage.ts';
import {
  longestThread,
  messagesByHour,
  messagesByList,
  replyPairs,
  storageBuckets,
  topSenders,
  totalBytes,
  volume,
  writtenTo,
  type Rank,
  type ReplyPair,
  type Selection,
} from './store.ts';

type WrappedRequest = { label: string; zone: string | undefined };

const daySeconds = 86_400;
const topRows = 5;

/** A look back at the mail of a period, in which drafts and spam do not count. */
export function wrappedOf(db: ReadDb, selection: Selection, { label, zone }: WrappedRequest): Wrapped {
  const { accounts, period } = selection;
  const own = new Set(accounts.flatMap((account) => [...ownAddressesOf(db, account)]));
  const recipients = writtenTo(db, selection).filter(({ email }) => !own.has(email));
  const lists = messagesByList(db, selection);
  const [heaviest = null] = largestMessages(db, selection, 1);
  const [topType = null] = storageBuckets(db, selection, { groupBy: 'mimetype', limit: 1 });
  return {
    label,
    window_start: instantOfSeconds(period.since),
    window_end: instantOfSeconds(period.until),
    volume: volume(db, selection),
    time_patterns: timePatternsOf(messagesByHour(db, selection), zone),
    top_contacts: {
      most_emailed_by_me: recipients.slice(0, topRows).map(rankOf),
      most_emailed_to_me: topSenders(db, selection, own),
      most_asymmetric: contactAsymmetry(db, accounts, { min_inbound: 5, limit: topRows }),
    },
    reply_discipline: repliesOf(replyPairs(db, selection, { direction: 'i_replied' }), zone),
    storage: { total_bytes: totalBytes(db, selection), heaviest_message: heaviest, top_mimetype: topType },
    newsletters: newslettersOf(lists),
    superlatives: {
      longest_thread: longestThread(db, selection) ?? null,
      most_ghosted: mostGhosted(recipients, lists),
    },
  };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

function timePatternsOf(
  rows: readonly { hour: number; n: number }[],
  zone: string | undefined,
): Wrapped['time_patterns'] {
  const local = localClock(zone);
  const [byHour, byLocalHour, byWeekday] = [emptyCounts(24), emptyCounts(24), emptyCounts(7)];
  const byDay = new Map<number, number>();
  for (const { hour, n } of rows) {
    const at = local(hour * 3600);
    const day = Math.floor(at / daySeconds);
    add(byHour, hour % 24, n);
    add(byLocalHour, Math.floor(at / 3600) - day * 24, n);
    add(byWeekday, weekdayOf(day), n);
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
    local_hour_distribution: byLocalHour,
  };
}

const emptyCounts = (length: number) => Array<number>(length).fill(0);

function add(counts: number[], at: number, n: number): void {
  counts[at] = (counts[at] ?? 0) + n;
}

function busiestOf(counts: readonly number[]): { index: number; count: number } {
  const count = Math.max(...counts);
  return { index: counts.indexOf(count), count };
}

function rankOf({ email, display_name, count }: Rank): Rank {
  return { email, display_name, count };
}

function repliesOf(pairs: readonly ReplyPair[], zone: string | undefined): Wrapped['reply_discipline'] {
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

function newslettersOf(rows: ReturnType<typeof messagesByList>): Wrapped['newsletters'] {
  const lists = rows.flatMap(({ list_id, ...counts }) => (list_id === null ? [] : [{ list_id, ...counts }]));
  const sumOf = (counted: readonly { message_count: number }[]) =>
    counted.reduce((sum, { message_count }) => sum + message_count, 0);
  const inbound = sumOf(rows);
  return {
    unique_lists: lists.length,
    list_share_of_inbound_pct: inbound === 0 ? 0 : Math.round((sumOf(lists) / inbound) * 1000) / 10,
    top_list: lists[0] ?? null,
  };
}

/**
 * The correspondent to whom the user wrote most often in the period, at least three times, and from whom the user has no mail.
 * Addresses of mailing lists are left out, because a list never sends mail in its own name; by convention its List-Id is its
 * address with a dot in place of the at sign (RFC 2919, section 2).
 */
function mostGhosted(
  recipients: ReturnType<typeof writtenTo>,
  lists: ReturnType<typeof messagesByList>,
): Wrapped['superlatives']['most_ghosted'] {
  const listIds = new Set(lists.map(({ list_id }) => list_id?.toLowerCase()));
  const silent = recipients.find(
    ({ email, count, inbound }) => count >= 3 && inbound === 0 && !listIds.has(email.replace('@', '.')),
  );
  return silent ? { email: silent.email, inbound_count: 0, outbound_count: silent.count } : null;
}
