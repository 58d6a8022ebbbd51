import type { Event } from '../../daemon/contract/events.ts';
import { createStore, type Store } from './store.ts';
import { allQueryRoots, queriesInvalidatedBy, type QueryRoot } from './query-invalidation.ts';

type Progress = { current: number; total: number | null };

/** The connection to the daemon as the page knows it. `lost` means that the page keeps trying to reconnect. */
export type LiveState = {
  connection: 'connecting' | 'open' | 'lost' | 'refused';
  /** Running syncs, by account. */
  progress: Readonly<Record<string, Progress>>;
  /** While the connection is lost: when the page tries again (unix milliseconds). Absent during an attempt. */
  retryAt?: number | undefined;
  /** The number of successive refusals of the token. */
  refusals: number;
};

export type Live = {
  state: () => LiveState;
  subscribe: (listener: () => void) => () => void;
  /** Calls the listener with every event. */
  listen: (listener: (event: Event) => void) => () => void;
  /** Tries again at once. If an attempt is running and fails, one more attempt follows without a wait. */
  retry: () => void;
  /** Reports stale queries at most four times a second, including those that became stale before this call. */
  onStaleQueries: (onStale: (subjects: ReadonlySet<QueryRoot>) => void) => void;
  stop: () => void;
};

type LiveDeps = {
  token: () => Promise<string>;
  /** The number of the newest event before the page read any data. */
  initialEventSeq: Promise<number>;
};

/** Longest wait for that number, in milliseconds. Without it the page connects late but can refetch everything. */
const eventSeqTimeoutMs = 1_000;

const pingIntervalMs = 25_000;
/** Milliseconds between two reports of stale queries; after a quiet period the first report waits only briefly. */
const invalidationDelayMs = 250;
const firstInvalidationDelayMs = 20;
/** Close codes with which the server refuses the token. Trying again with the same token is pointless. */
const refusalCodes = new Set([4401, 1008]);

/** Milliseconds to wait before retry `attempt` (0 is the first), between half and all of a growing span. */
export function retryDelayMs(attempt: number, random: number): number {
  const span = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(span * (0.5 + random / 2));
}

/** Listens to the daemon's events for as long as the page lives, and reports which queries they make stale. */
export function startLive({ token, initialEventSeq }: LiveDeps): Live {
  const store = createStore<LiveState>({ connection: 'connecting', progress: {}, refusals: 0 });
  const { state, subscribe, change } = store;
  const invalidations = createInvalidations();
  const events = createEventFeed(store, invalidations.schedule);
  let closeSocket: (() => void) | undefined;
  let attempt = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isConnecting = false;
  /** A retry was requested during a running attempt. */
  let isRetryRequested = false;
  let stopped = false;
  /** The number of the last event that the page's data includes. */
  let lastSeq: number | undefined;

  async function connect(): Promise<void> {
    retryTimer = undefined;
    isConnecting = true;
    if (state().retryAt !== undefined) change({ retryAt: undefined });
    try {
      const bearer = await token();
      lastSeq ??= await Promise.race([initialEventSeq, delay(eventSeqTimeoutMs)]);
      if (!stopped) closeSocket = openSocket(eventsUrl(location.href, lastSeq), bearer, socketHandlers);
    } catch {
      // `token` has reported the reason to the session; here the page only waits and tries again.
      handleLostConnection();
    }
  }

  const socketHandlers: SocketHandlers = {
    onOpen() {
      attempt = 0;
      isConnecting = isRetryRequested = false;
      change({ connection: 'open', refusals: 0 });
      // Without an event number the page cannot know what it missed.
      if (lastSeq === undefined) invalidations.schedule(allQueryRoots);
    },
    onEvent(event) {
      lastSeq = event.seq;
      events.receive(event);
    },
    onClose(code) {
      if (stopped) return;
      if (!refusalCodes.has(code)) return handleLostConnection();
      isConnecting = isRetryRequested = false;
      change({ connection: 'refused', progress: {}, refusals: state().refusals + 1 });
    },
  };

  function handleLostConnection(): void {
    if (stopped) return;
    const wait = isRetryRequested ? 0 : retryDelayMs(attempt++, Math.random());
    isConnecting = isRetryRequested = false;
    change({ connection: 'lost', progress: {}, retryAt: Date.now() + wait });
    retryTimer = setTimeout(() => void connect(), wait);
  }

  void connect();
  return {
    state,
    subscribe,
    listen: events.listen,
    retry() {
      const { connection } = state();
      if (isConnecting) isRetryRequested = connection === 'lost';
      else if (retryTimer !== undefined || connection === 'refused') {
        clearTimeout(retryTimer);
        attempt = 0;
        void connect();
      }
    },
    onStaleQueries: invalidations.onStale,
    stop() {
      stopped = true;
      clearTimeout(retryTimer);
      invalidations.stop();
      closeSocket?.();
    },
  };
}

/** Applies each event to the state, the stale queries and the listeners. */
function createEventFeed(
  { state, change }: Store<LiveState>,
  scheduleInvalidation: (roots: readonly QueryRoot[]) => void,
) {
  const listeners = new Set<(event: Event) => void>();
  return {
    listen(listener: (event: Event) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    receive(event: Event): void {
      const progress = progressAfter(state().progress, event);
      if (progress !== state().progress) change({ progress });
      scheduleInvalidation(queriesInvalidatedBy(event.event) ?? []);
      for (const listener of listeners) listener(event);
    },
  };
}

type SocketHandlers = { onOpen: () => void; onEvent: (event: Event) => void; onClose: (code: number) => void };

/** Opens the event socket and keeps it alive. Returns the function that closes it. */
function openSocket(url: URL, bearer: string, { onOpen, onEvent, onClose }: SocketHandlers): () => void {
  const socket = new WebSocket(url, ['bearer', bearer]);
  let pings: ReturnType<typeof setInterval> | undefined;
  socket.onopen = () => {
    pings = setInterval(() => socket.send(JSON.stringify({ type: 'ping' })), pingIntervalMs);
    onOpen();
  };
  socket.onmessage = ({ data }) => {
    const frame = JSON.parse(String(data)) as Partial<Event>;
    if (frame.event) onEvent(frame as Event);
  };
  socket.onclose = ({ code }) => {
    clearInterval(pings);
    onClose(code);
  };
  return () => socket.close();
}

/** Collects stale queries and reports them at most four times a second. */
function createInvalidations() {
  const staleRoots = new Set<QueryRoot>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let lastReportAt = 0;
  let report: ((roots: ReadonlySet<QueryRoot>) => void) | undefined;

  function flush(): void {
    timer = undefined;
    lastReportAt = performance.now();
    const batch = new Set(staleRoots);
    staleRoots.clear();
    report?.(batch);
  }

  function schedule(roots: readonly QueryRoot[]): void {
    for (const root of roots) staleRoots.add(root);
    if (staleRoots.size === 0 || timer || !report) return;
    const isQuiet = performance.now() - lastReportAt > invalidationDelayMs;
    timer = setTimeout(flush, isQuiet ? firstInvalidationDelayMs : invalidationDelayMs);
  }

  return {
    schedule,
    onStale(next: (roots: ReadonlySet<QueryRoot>) => void): void {
      report = next;
      schedule([]);
    },
    stop: () => clearTimeout(timer),
  };
}

/** Resolves after the given time. */
export function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

/** The address of the event stream for a page at `page`. With `since`, the stream starts after that event. */
export function eventsUrl(page: string, since: number | undefined): URL {
  const url = new URL('/api/v1/events', page);
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  if (since !== undefined) url.searchParams.set('since', String(since));
  return url;
}

/** Sync progress by account after one event; the same object when nothing changed. */
export function progressAfter(before: LiveState['progress'], event: Event): LiveState['progress'] {
  if (event.event === 'OperationProgress' && event.operation === 'sync' && event.account_id) {
    return { ...before, [event.account_id]: { current: event.current, total: event.total } };
  }
  const ends = event.event === 'SyncFinished' || event.event === 'SyncCompleted' || event.event === 'SyncError';
  if (!ends || !(event.account_id in before)) return before;
  const { [event.account_id]: _ended, ...others } = before;
  return others;
}
