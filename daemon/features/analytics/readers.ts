import { Failure } from '../../base/failure.ts';
import { instantAt, localTime, utcDay } from '../../base/local-time.ts';
import type { ReaderDeps } from '../../feature.ts';
import type { ReaderHandlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { analyticsRequests } from './contract.ts';
import { contactAsymmetry, contactDecay, staleThreads } from './correspondence.ts';
import { summarizeReplies, trendOf } from './response-time.ts';
import { largestMessages } from './storage.ts';
import { always, contactNames, replyPairs, storageBuckets, type Period } from './store.ts';
import { wrappedOf } from './wrapped.ts';

const daySeconds = 86_400;

export function analyticsReaders({
  clock,
  zone,
}: Pick<ReaderDeps, 'clock' | 'zone'>): ReaderHandlers<typeof analyticsRequests> {
  const lastDays = (days: number | undefined): Period =>
    days === undefined ? always : { ...always, since: Math.floor(clock.now().getTime() / 1000) - days * daySeconds };
  return {
    wrapped({ account_id, since_unix, until_unix, label }, { db, accounts }) {
      const period = periodOf(clock.now(), zone, { since_unix, until_unix });
      return {
        kind: 'Wrapped',
        summary: wrappedOf(db, { accounts: chosen(accounts, account_id), period }, { label, zone }),
      };
    },
    storage({ account_id, group_by, since_days, limit }, { db, accounts }) {
      const selection = { accounts: chosen(accounts, account_id), period: lastDays(since_days) };
      const rows = storageBuckets(db, selection, { groupBy: group_by, limit });
      if (group_by !== 'sender') return { kind: 'StorageBreakdown', rows };
      const emails = rows.map(({ key }) => key);
      const names = contactNames(db, selection.accounts, emails);
      return { kind: 'StorageBreakdown', rows: rows.map((row) => ({ ...row, name: names.get(row.key) ?? null })) };
    },
    largest({ account_id, since_days, limit }, { db, accounts }) {
      const selection = { accounts: chosen(accounts, account_id), period: lastDays(since_days) };
      return { kind: 'LargestMessages', rows: largestMessages(db, selection, limit) };
    },
    staleThreads({ account_id, ...request }, { db, accounts }) {
      const rows = staleThreads(db, chosen(accounts, account_id), { ...request, now: clock.now() });
      return { kind: 'StaleThreads', rows };
    },
    asymmetry({ account_id, ...request }, { db, accounts }) {
      return { kind: 'ContactAsymmetry', rows: contactAsymmetry(db, chosen(accounts, account_id), request) };
    },
    decay({ account_id, ...request }, { db, accounts }) {
      const rows = contactDecay(db, chosen(accounts, account_id), { ...request, now: clock.now() });
      return { kind: 'ContactDecay', rows };
    },
    responseTime({ account_id, direction, counterparty, since_days }, { db, accounts }) {
      const selection = { accounts: chosen(accounts, account_id), period: lastDays(since_days) };
      const pairs = replyPairs(db, selection, { direction, counterparty });
      const summary = { direction, ...summarizeReplies(pairs, zone), trend: trendOf(pairs, zone) };
      return { kind: 'ResponseTime', summary };
    },
  };
}

function chosen(accounts: readonly Account[], account_id: string | undefined): number[] {
  const wanted = account_id?.toLowerCase();
  return accounts.filter((each) => wanted === undefined || each.account_id === wanted).map(({ id }) => id);
}

type Bounds = { since_unix: number | undefined; until_unix: number | undefined };

/** From the beginning of the year until now, where the request does not say otherwise. */
function periodOf(now: Date, zone: string | undefined, { since_unix, until_unix }: Bounds): Period {
  const year = new Date(localTime(now.getTime(), zone)).getUTCFullYear();
  const since = since_unix ?? Math.floor(instantAt(utcDay(year, 1, 1), zone) / 1000);
  const until = until_unix ?? Math.floor(now.getTime() / 1000) + 1;
  if (until <= since)
    throw new Failure(
      'invalid',
      'empty_period',
      'The period ends before it begins: until_unix isn’t after since_unix.',
    );
  return { since, until };
}
