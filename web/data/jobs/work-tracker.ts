import type { Event } from '../../../daemon/contract/events.ts';
import type { Progress } from '../downloads.ts';
import type { Live } from '../../api/live.ts';
import { createStore } from '../../api/store.ts';
import { secondsLeft, withSample, type Sample } from './time-left.ts';

/** A file that comes into this page, or that the daemon saves for it. `total` is known once bytes come. */
export type RunningDownload = DownloadRequest & { id: number; received: number; total: number | undefined };

/** `key` is that of what shows it, `title` what is done, in words; `attachment_id` is by what the daemon tells of it. */
type DownloadRequest = { key: string; title: string; attachment_id: string };

/** A download that was shown: it has come further, has gone on to the next file, or has ended. */
type DownloadProgress = {
  at: (progress: Progress) => void;
  next: (wanted: DownloadRequest) => void;
  end: () => void;
};

/** How far the daemon said that something is. `account_id` is whose it is, where it is one's alone. */
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
  /** What the daemon told of, and has not ended, by the id of the operation, which is that of its job where it has one. */
  operations: Readonly<Record<string, RunningOperation>>;
  /** Whether the person looks at what is under way. */
  isOpen: boolean;
  seen: SeenOutcomes;
};

/** Which outcomes somebody has seen: all that ended by then (unix milliseconds), and these jobs. */
export type SeenOutcomes = { until: number | undefined; jobs: readonly string[] };

/** What this page knows of work besides what the daemon lists: how fast it is, what comes into the page, what was seen. */
export type WorkTracker = {
  state: () => WorkState;
  subscribe: (listener: () => void) => () => void;
  show: (isOpen: boolean) => void;
  /** Notes how far something is; `id` is that of the operation, or `sync:` and the account. */
  recordProgress: (id: string, progress: { current: number; total: number }) => void;
  /** Seconds left, where that can be said. */
  secondsLeft: (id: string) => number | undefined;
  /** Shows a file as coming, until `end`. */
  beginDownload: (wanted: DownloadRequest, cancel: () => void) => DownloadProgress;
  cancelDownload: (id: number) => void;
  /** A job of which a toast tells, so that nobody hears of it twice. */
  suppressAnnouncement: (job_id: string) => void;
  isAnnouncementSuppressed: (job_id: string) => boolean;
  /** What ended by then has been seen. */
  markSeenUntil: (instant: number) => void;
};

type SeenStorage = Pick<Storage, 'getItem' | 'setItem'>;

const storageKey = 'posthorn.work-seen';
/** Jobs are kept by the hundred. */
const maxSeenJobs = 100;

export function createWorkTracker({
  live,
  storage,
  now = Date.now,
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
    // Who cancels something knows how it ended.
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

/** A sync has another id with every pass, and is one work. */
function sampleKey({ operation, operation_id, account_id }: OfOperation): string {
  return operation === 'sync' ? `sync:${account_id}` : operation_id;
}

/** What is told to be under way after one event; the same object where nothing changed. */
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
    // Somebody else wrote there, or nothing may be kept: then all is news.
    return { until: undefined, jobs: [] };
  }
}

function storeSeen(storage: SeenStorage, seen: SeenOutcomes): void {
  try {
    storage.setItem(storageKey, JSON.stringify(seen));
  } catch {
    // A browser that keeps nothing tells of the same outcomes again after a reload.
  }
}
