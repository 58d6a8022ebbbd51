import type { ActivityFilter } from '../../contract/activity.ts';
import { Failure } from '../../base/failure.ts';
import type { Call, InputOf, ReaderHandlers } from '../../handler-types.ts';
import {
  countEntriesBy,
  countEntries,
  entriesOf,
  readRecordingPause,
  type ActivityQuery,
} from '../../mail/activity/store.ts';
import { localTime } from '../../base/local-time.ts';
import { isPerson } from '../../safety/policy.ts';
import type { ReadDb } from '../../store/db.ts';
import type { activityRequests } from './contract.ts';

type Rows = typeof activityRequests;
type CallerContext = Pick<Call, 'caller' | 'accounts'>;

type ActivityReaderDeps = {
  activity: ReadDb;
  zone: string | undefined;
  clock: { now(): Date };
};

export function activityReaders({ activity, zone, clock }: ActivityReaderDeps): ReaderHandlers<Rows> {
  return {
    list({ limit, cursor, ...filter }, call) {
      const query = activityQueryFor(filterOf(filter), call);
      const matches = entriesOf(activity, query, { limit: limit + 1, cursor: cursorOf(cursor) });
      const entries = matches.slice(0, limit);
      const last = entries.at(-1);
      const pause = readRecordingPause(activity);
      const isPaused = pause && (pause.until === null || pause.until > clock.now().getTime());
      return {
        kind: 'ActivityEntries',
        entries,
        next_cursor: matches.length > limit && last ? { id: last.id, ts: last.ts } : null,
        pause: isPaused ? pause : null,
      };
    },
    count: (filter, call) => ({
      kind: 'ActivityCount',
      count: countEntries(activity, activityQueryFor(filterOf(filter), call)),
    }),
    stats({ group_by, ...filter }, call) {
      const query = activityQueryFor(filterOf(filter), call);
      if (group_by !== 'day' && group_by !== 'hour') {
        const buckets = countEntriesBy(activity, query, group_by).map(({ key, count }) => ({
          key: String(key),
          count,
        }));
        return { kind: 'ActivityStatBuckets', buckets };
      }
      const quarters = countEntriesBy(activity, query, 'quarter');
      const counts = new Map<string, number>();
      for (const { key, count } of quarters) {
        const local = new Date(localTime(Number(key) * 900_000, zone)).toISOString();
        const bucketKey = group_by === 'day' ? local.slice(0, 10) : local.slice(11, 13);
        counts.set(bucketKey, (counts.get(bucketKey) ?? 0) + count);
      }
      const buckets = [...counts].map(([key, count]) => ({ key, count })).toSorted((a, b) => (a.key < b.key ? -1 : 1));
      return { kind: 'ActivityStatBuckets', buckets };
    },
  };
}

function filterOf({ account, source, action, prefix, tier, ...rest }: InputOf<Rows['count']>): ActivityFilter {
  return { ...rest, account_id: account, sources: source, actions: action, action_prefix: prefix, tiers: tier };
}

/** A caller other than the user sees only its own entries, of accounts it may still see. */
export function activityQueryFor(filter: ActivityFilter, { caller, accounts }: CallerContext): ActivityQuery {
  if (isPerson(caller)) return filter;
  const ids = accounts.map(({ account_id }) => account_id);
  return { ...filter, viewer: { source: caller.origin, token_id: caller.token_id ?? null, accounts: ids } };
}

function cursorOf(cursor: string | undefined): { ts: number; id: number } | undefined {
  if (cursor === undefined) return undefined;
  const [, ts, id] = /^(\d{1,15}),(\d{1,15})$/.exec(cursor) ?? [];
  if (ts !== undefined && id !== undefined) return { ts: Number(ts), id: Number(id) };
  throw new Failure('invalid', 'bad_cursor', 'cursor must be the ts and id of the next_cursor of an earlier answer.');
}
