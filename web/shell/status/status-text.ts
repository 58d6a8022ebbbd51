import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { EndedRow } from '../../data/jobs/work-rows.ts';
import type { LiveState } from '../../api/live.ts';
import { strings } from '../../i18n/strings.ts';
import { formatAgo } from '../../i18n/formats.ts';

/** The sentence of the status line, and its tone. */
type StatusText = {
  tone: 'good' | 'busy' | 'bad' | 'quiet';
  text: string;
  /** The progress between 0 and 1, if it is known. */
  fraction?: number | undefined;
};

type StatusInput = {
  live: LiveState;
  /** Absent while unknown; unknown is never shown as zero. */
  statuses: readonly AccountSyncStatus[] | undefined;
  /** Why the values are unknown, in words. */
  problem?: string | undefined;
  /** Running work, in words. */
  running?: { text: string; fraction: number | undefined } | undefined;
  /** Changes that wait for a server. */
  waiting?: number;
  /** Finished work that the user has not seen, newest first. */
  unseen?: readonly Pick<EndedRow, 'title' | 'outcome' | 'end'>[];
  /** Unix milliseconds. */
  now: number;
};

const t = strings.status;

/** In order of importance: no connection, problems, running work, finished work, the time of the last sync. */
export function describeStatus({
  live,
  statuses,
  problem,
  running,
  waiting = 0,
  unseen = [],
  now,
}: StatusInput): StatusText {
  if (live.connection === 'lost') return { tone: 'bad', text: t.lost };
  if (live.connection === 'refused') return { tone: 'bad', text: t.refused };
  if (!statuses && problem) return { tone: 'bad', text: problem };
  if (!statuses) return { tone: 'quiet', text: t.unknown };
  if (statuses.some(({ failure_class }) => failure_class === 'reconnecting'))
    return { tone: 'busy', text: t.reconnecting };
  const offline = offlineText(statuses);
  const failing = statuses.find(({ healthy, last_error }) => !healthy && last_error);
  if (failing && offline === undefined) {
    return { tone: 'bad', text: t.needsAttention({ what: describeProblem(failing, statuses.length) }) };
  }
  if (running) return { tone: 'busy', ...running };
  const bad = unseen.find(({ end }) => end === 'badly');
  if (bad) return { tone: 'bad', text: strings.jobs.came({ what: bad.title, outcome: bad.outcome }) };
  const [ended, ...others] = unseen;
  if (ended) {
    const text =
      others.length > 0
        ? strings.jobs.news({ count: unseen.length })
        : strings.jobs.came({ what: ended.title, outcome: ended.outcome });
    return { tone: 'good', text };
  }
  if (statuses.length === 0) return { tone: 'quiet', text: t.noAccount };
  if (offline !== undefined) return { tone: 'quiet', text: offline };
  const syncing = statuses.find((status) => status.sync_in_progress || status.account_id in live.progress);
  if (syncing) return { tone: 'busy', ...syncingText(syncing, live) };
  // A server lacks these changes, so it is not true yet that everything is synced.
  if (waiting > 0) return { tone: 'busy', text: t.syncingChanges };
  const oldest = oldestSuccessAt(statuses);
  if (oldest === undefined) return { tone: 'quiet', text: t.never };
  const synced = t.synced({ when: formatAgo(oldest, now), accounts: statuses.length });
  const notice = statuses.find((status) => status.notice !== null)?.notice;
  return notice ? { tone: 'quiet', text: t.except({ synced, notice }) } : { tone: 'good', text: synced };
}

/** Whether the problem is the network of this computer or of all accounts, which needs no action of the user. */
function offlineText(statuses: readonly AccountSyncStatus[]): string | undefined {
  const failing = statuses.filter(({ healthy, last_error }) => !healthy && last_error);
  const isOffline = failing.length > 0 && failing.every(({ failure_class }) => failure_class === 'offline');
  const unconnected = failing.find(({ backoff_until }) => backoff_until === null);
  const sentence = unconnected ?? (failing.length === statuses.length ? failing[0] : undefined);
  return isOffline ? (sentence?.last_error ?? undefined) : undefined;
}

function describeProblem(status: AccountSyncStatus, accounts: number): string {
  const error = (status.last_error ?? '').replace(/\.$/, '');
  return accounts > 1 ? `${status.account_name}: ${error}` : error;
}

function syncingText(status: AccountSyncStatus, live: LiveState): Pick<StatusText, 'text' | 'fraction'> {
  const progress = live.progress[status.account_id] ?? status.progress;
  if (!progress || progress.current === 0) return { text: t.syncingStart({ who: status.account_name }) };
  const { current, total } = progress;
  return {
    text: t.syncing({ who: status.account_name, current, total }),
    fraction: total ? Math.min(1, current / total) : undefined,
  };
}

/** The oldest sync time of all accounts; undefined if an account never synced. */
function oldestSuccessAt(statuses: readonly AccountSyncStatus[]): number | undefined {
  const instants = statuses.map(({ last_success_at }) => (last_success_at ? Date.parse(last_success_at) : undefined));
  return instants.some((instant) => instant === undefined) ? undefined : Math.min(...(instants as number[]));
}
