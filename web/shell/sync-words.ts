import type { AccountSyncStatus } from '../../daemon/contract/fields.ts';
import type { LiveState } from '../live.ts';
import { ago, strings } from '../strings.ts';

/** The one sentence of the status line, and how it is coloured. */
export type StatusWords = { tone: 'good' | 'busy' | 'bad' | 'quiet'; text: string };

type Known = {
  live: LiveState;
  /** Absent while nothing is known; unknown is never shown as none. */
  statuses: readonly AccountSyncStatus[] | undefined;
  /** Why nothing is known, in words. */
  trouble?: string | undefined;
  /** Unix milliseconds. */
  now: number;
};

const words = strings.status;

/** What matters most comes first: no connection, then trouble, then what is under way, then how fresh the mail is. */
export function statusWords({ live, statuses, trouble, now }: Known): StatusWords {
  if (live.connection === 'lost') return { tone: 'bad', text: words.lost };
  if (live.connection === 'refused') return { tone: 'bad', text: words.refused };
  if (!statuses && trouble) return { tone: 'bad', text: trouble };
  if (!statuses) return { tone: 'quiet', text: words.unknown };
  if (statuses.length === 0) return { tone: 'quiet', text: words.noAccount };
  const offline = offlineText(statuses);
  if (offline !== undefined) return { tone: 'quiet', text: offline };
  const failing = statuses.find(({ healthy, last_error }) => !healthy && last_error);
  if (failing) return { tone: 'bad', text: words.needsAttention(troubleOf(failing, statuses.length)) };
  const syncing = statuses.find((status) => status.sync_in_progress || status.account_id in live.progress);
  if (syncing) return { tone: 'busy', text: syncingText(syncing, live) };
  const oldest = oldestSuccess(statuses);
  if (oldest === undefined) return { tone: 'quiet', text: words.never };
  const synced = words.synced(ago(oldest, now), statuses.length);
  const notice = statuses.find((status) => status.notice !== null)?.notice;
  return notice ? { tone: 'quiet', text: words.except(synced, notice) } : { tone: 'good', text: synced };
}

/** Where it is the connection of this computer, or of every account, and nothing that somebody has to put right. */
function offlineText(statuses: readonly AccountSyncStatus[]): string | undefined {
  const failing = statuses.filter(({ healthy, last_error }) => !healthy && last_error);
  const isOffline = failing.length > 0 && failing.every(({ failure_class }) => failure_class === 'offline');
  const unconnected = failing.find(({ backoff_until }) => backoff_until === null);
  const told = unconnected ?? (failing.length === statuses.length ? failing[0] : undefined);
  if (!isOffline || !told?.last_error) return undefined;
  return told.last_error.startsWith(words.offline) ? told.last_error : `${words.offline} ${told.last_error}`;
}

function troubleOf(status: AccountSyncStatus, accounts: number): string {
  const error = (status.last_error ?? '').replace(/\.$/, '');
  return accounts > 1 ? `${status.account_name}: ${error}` : error;
}

function syncingText(status: AccountSyncStatus, live: LiveState): string {
  const progress = live.progress[status.account_id] ?? status.progress;
  return progress && progress.current > 0
    ? words.syncing(status.account_name, progress.current, progress.total)
    : words.syncingStart(status.account_name);
}

/** The account that waited longest speaks for all; undefined when one of them never succeeded. */
function oldestSuccess(statuses: readonly AccountSyncStatus[]): number | undefined {
  const instants = statuses.map(({ last_success_at }) => (last_success_at ? Date.parse(last_success_at) : undefined));
  return instants.some((instant) => instant === undefined) ? undefined : Math.min(...(instants as number[]));
}
