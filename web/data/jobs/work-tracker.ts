import { currentTime } from '../../api/clock.ts';
import type { Event } from '../../../daemon/contract/events.ts';
import type { Progress } from '../downloads.ts';
import type { Live } from '../../api/live.ts';
import { createStore } from '../../api/store.ts';
import { secondsLeft, withSample, type Sample } from './time-left.ts';

/** A file that this page receives, or that the daemon saves for it. `total` is known after the first bytes. */
export type RunningDownload = DownloadRequest & { id: number; received: number; total: number | undefined };

/**
 * `key` identifies the component that shows it, `title` is its text; `attachment_id` identifies it in events of the daemon.
 */
type DownloadRequest = { key: string; title: string; attachment_id: string };

/** Updates a displayed download: its progress, the next file, or the end. */
type DownloadProgress = {
  at: (progress: Progress) => void;
  next: (request: DownloadRequest) => void;
  end: () => void;
};

/** The progress that the daemon reported. `account_id` is set if the work belongs to one account. */
type RunningOperation = {
  operation: string;
  current: number;
  total: number | null;
  message: string;
  account_id: string | null;
  attachment_id?: string | undefined;
};

export type WorkState = {
  downloads: readonly RunningDownload[];
  /** Operations that the daemon reported and that have not ended, by operation id, which is the job id if there is a job. */
  operations: Readonly<Record<string, RunningOperation>>;
  /** Whether the user has the list of running work open. */
  isOpen: boolean;
  seen: SeenOutcomes;
};

/** The results that the user has seen: all that ended by this time (unix milliseconds), and these jobs. */
export type SeenOutcomes = { until: number | undefined; jobs: readonly string[] };

/** What this page knows about work in addition to the daemon's lists: speed, downloads of this page, and seen results. */
export type WorkTracker = {
  state: () => WorkState;
  subscribe: (listener: () => void) => () => void;
  show: (isOpen: boolean) => void;
  /** Records progress; `id` is the operation id, or `sync:` and the account id. */
  recordProgress: (id: string, progress: { current: number; total: number }) => void;
  /** The remaining seconds, if they can be estimated. */
  secondsLeft: (id: string) => number | undefined;
  /** Shows a file as being received, until `end`. */
  beginDownload: (request: DownloadRequest, cancel: () => void) => DownloadProgress;
  cancelDownload: (id: number) => void;
  /** Marks a job as reported by a toast, so that it is not reported twice. */
  suppressAnnouncement: (job_id: string) => void;
  isAnnouncementSuppressed: (job_id: string) => boolean;
  /** Marks all work that ended by this time as seen. */
  markSeenUntil: (instant: number) => void;
};

type SeenStorage = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'posthorn.work-seen';
/** At most this many jobs are remembered. */
const maxSeenJobs = 100;

export function createWorkTracker({
  live,
  storage,
  now = currentTime,
}: {
  live: Pick<Live, 'listen'>;
  storage: SeenStorage;
  now?: () => number;
}): WorkTracker {
  const initial: WorkState = { downloads: [], operations: {}, isOpen: false, seen: readSeenOutcomes(storage) };
  const { state, subscribe, change } = createStore(initial);
  let lastId = 0;
  const samples = new Map<string, readonly Sample[]>();
  const cancels = new Map<number, () => void>();
  const suppressed = new Set<string>();

  function storeAndShowSeen(seen: SeenOutcomes): void {
    storeSeen(storage, seen);
    change({ seen });
  }

  function changeDownload(id: number, next: Partial<RunningDownload>): void {
    change({ downloads: state().downloads.map((each) => (each.id === id ? { ...each, ...next } : each)) });
  }

  function recordProgress(id: string, { current, total }: { current: number; total: number }): void {
    if (total > 0) samples.set(id, withSample(samples.get(id) ?? [], { at: now(), current, total }));
  }

  live.listen((event) => {
    const operations = operationsAfter(state().operations, event);
    if (event.event === 'OperationProgress' && event.total !== null) {
      const { current, total, attachment_id } = event;
      recordProgress(sampleKey(event), { current, total });
      for (const { id } of state().downloads.filter((each) => each.attachment_id === attachment_id))
        recordProgress(`download:${id}`, { current, total });
    } else if (isEnd(event)) samples.delete(sampleKey(event));
    if (operations !== state().operations) change({ operations });
    // The user knows the result of work that they cancelled.
    if (event.event === 'OperationCancelled') {
      storeAndShowSeen({ ...state().seen, jobs: [event.operation_id, ...state().seen.jobs].slice(0, maxSeenJobs) });
    }
  });

  return {
    state,
    subscribe,
    show: (isOpen) => state().isOpen === isOpen || change({ isOpen }),
    recordProgress,
    secondsLeft: (id) => secondsLeft(samples.get(id) ?? [], now()),
    beginDownload(request, cancel) {
      const id = ++lastId;
      cancels.set(id, cancel);
      change({ downloads: [...state().downloads, { ...request, id, received: 0, total: undefined }] });
      return {
        at({ received, total }) {
          if (total !== undefined) recordProgress(`download:${id}`, { current: received, total });
          changeDownload(id, { received, total });
        },
        next: (file) => changeDownload(id, { ...file, received: 0, total: undefined }),
        end() {
          cancels.delete(id);
          samples.delete(`download:${id}`);
          change({ downloads: state().downloads.filter((each) => each.id !== id) });
        },
      };
    },
    cancelDownload: (id) => cancels.get(id)?.(),
    suppressAnnouncement: (job_id) => void suppressed.add(job_id),
    isAnnouncementSuppressed: (job_id) => suppressed.has(job_id),
    markSeenUntil(instant) {
      const { until } = state().seen;
      if (until === undefined || instant > until) storeAndShowSeen({ until: instant, jobs: [] });
    },
  };
}

type OfOperation = Extract<Event, { operation_id: string }>;
type End = Extract<Event, { event: 'OperationCompleted' | 'OperationFailed' | 'OperationCancelled' }>;

function isEnd(event: Event): event is End {
  return ['OperationCompleted', 'OperationFailed', 'OperationCancelled'].includes(event.event);
}

/** Each sync pass has another id, but a sync is one work. */
function sampleKey({ operation, operation_id, account_id }: OfOperation): string {
  return operation === 'sync' ? `sync:${account_id}` : operation_id;
}

/** The running work after one event; the same object if nothing changed. */
function operationsAfter(before: WorkState['operations'], event: Event): WorkState['operations'] {
  if (isEnd(event)) {
    const { [event.operation_id]: ended, ...others } = before;
    return ended ? others : before;
  }
  if (event.event !== 'OperationProgress' || event.operation === 'sync') return before;
  const { operation_id, operation, current, total, message, account_id, attachment_id } = event;
  return { ...before, [operation_id]: { operation, current, total, message, account_id, attachment_id } };
}

function readSeenOutcomes(storage: SeenStorage): SeenOutcomes {
  try {
    const stored = (JSON.parse(storage.getItem(storageKey) ?? '{}') ?? {}) as { until?: unknown; jobs?: unknown };
    const jobs = Array.isArray(stored.jobs) ? stored.jobs.filter((job) => typeof job === 'string') : [];
    return { until: typeof stored.until === 'number' ? stored.until : undefined, jobs };
  } catch {
    // The stored value is invalid, or storage is disabled: then all results are new.
    return { until: undefined, jobs: [] };
  }
}

function storeSeen(storage: SeenStorage, seen: SeenOutcomes): void {
  try {
    storage.setItem(storageKey, JSON.stringify(seen));
  } catch {
    // Without storage the same results are new again after a reload.
  }
}
