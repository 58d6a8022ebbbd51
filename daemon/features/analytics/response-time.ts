import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../../mail/messages/flags.ts';
import { businessSeconds, localClock } from './business-hours.ts';
import type { ResponseTimes } from './contract.ts';

export type ReplyPair = {
  /** Unix seconds of the message and of its first reply. */
  asked: number;
  replied: number;
  counterparty: string;
};

type PairFilter = {
  direction: ResponseTimes['direction'];
  counterparty?: string | undefined;
  /** Unix seconds: only replies from here on, and before. */
  since?: number | undefined;
  until?: number | undefined;
};

const excluded = flagBits.DRAFT | flagBits.SPAM;

/** The first reply to each message of the other side, where both are stored. Mail of lists does not count. */
export function replyPairs(db: ReadDb, accounts: readonly number[], filter: PairFilter): ReplyPair[] {
  const { direction, counterparty = null, since = 0, until = Number.MAX_SAFE_INTEGER } = filter;
  const isOwn = direction === 'i_replied';
  const [replying, asking] = isOwn ? ['outbound', 'inbound'] : ['inbound', 'outbound'];
  return db.all<ReplyPair>(sql`
    SELECT o.sort_key AS asked, min(r.sort_key) AS replied,
      lower(iif(${isOwn ? 1 : 0}, o.from_email, r.from_email)) AS counterparty
    FROM messages r JOIN messages o ON o.header_id = r.in_reply_to COLLATE NOCASE AND o.account = r.account
    WHERE r.direction = ${replying} AND o.direction = ${asking} AND r.sort_key > o.sort_key
      AND r.sort_key >= ${since} AND r.sort_key < ${until}
      AND r.account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND r.flags & ${excluded} = 0 AND o.flags & ${excluded} = 0 AND r.list_id IS NULL AND o.list_id IS NULL
      AND (${counterparty} IS NULL OR iif(${isOwn ? 1 : 0}, o.from_email, r.from_email) = ${counterparty} COLLATE NOCASE)
    GROUP BY o.id ORDER BY asked`);
}

/** The upper bounds of the histogram in seconds; the last one exceeds every time. */
const bounds = [60, 300, 1800, 3600, 21_600, 86_400, 259_200, Number.MAX_SAFE_INTEGER];

/** The median, the ninth decile and the distribution of the times of replies. */
export function summarizeReplies(pairs: readonly ReplyPair[], zone: string | undefined) {
  const local = localClock(zone);
  const clock = pairs.map(({ asked, replied }) => replied - asked).toSorted((a, b) => a - b);
  const business = pairs
    .map(({ asked, replied }) => businessSeconds(local(asked), local(replied)))
    .toSorted((a, b) => a - b);
  return {
    sample_count: pairs.length,
    clock_p50_seconds: percentile(clock, 0.5) ?? 0,
    clock_p90_seconds: percentile(clock, 0.9) ?? 0,
    business_hours_p50_seconds: percentile(business, 0.5) ?? null,
    business_hours_p90_seconds: percentile(business, 0.9) ?? null,
    histogram: histogramOf(clock),
  };
}

/** By the nearest rank, of values in ascending order. */
function percentile(sorted: readonly number[], share: number): number | undefined {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
}

function histogramOf(sorted: readonly number[]): ResponseTimes['histogram'] {
  let before = 0;
  return bounds.map((upper_bound_seconds) => {
    const first = sorted.findIndex((each) => each > upper_bound_seconds);
    const until = first === -1 ? sorted.length : first;
    const count = until - before;
    before = until;
    return { upper_bound_seconds, count };
  });
}
