import type { Event } from '../../daemon/contract/events.ts';
import { createStore, type Store } from './store.ts';
import { allQueryRoots, queriesInvalidatedBy, type QueryRoot } from './query-invalidation.ts';

type Progress = { current: number; total: number | null };

/** What the page knows of the daemon at this moment. `lost` means that trying again is under way. */
export type LiveState = {
  connection: 'connecting' | 'open' | 'lost' | 'refused';
  /** Sync under way, by account. */
  progress: Readonly<Record<string, Progress>>;
  /** While the connection is lost: when it is tried again by itself (unix milliseconds). Absent while it is tried. */
  retryAt?: number | undefined;
  /** How often in a row the token was refused. */
  refusals: number;
};

export type Live = {
  state: () => LiveState;
  subscribe: (listener: () => void) => () => void;
  /** Every event as it comes, for what has to be said of it. */
  listen: (listener: (event: Event) => void) => () => void;
  /** Tries again now instead of after the wait; also once more where the attempt that is under way comes to nothing. */
  retry: () => void;
  /** Says from now on what must be read again, at most four times a second: also what was made old before. */
  onStaleQueries: (onStale: (subjects: ReadonlySet<QueryRoot>) => void) => void;
  stop: () => void;
};

type LiveDeps = {
  token: () => Promise<string>;
  /** The number of the event that was the newest before anything was read. */
  initialEventSeq: Promise<number>;
};

/** Milliseconds that the number may take: news are worth more than knowing which are missing, as all can be read again. */
const eventSeqTimeoutMs = 1_000;

const pingIntervalMs = 25_000;
/** Milliseconds between two rounds of reading again; what comes after a silence waits a moment only. */
const invalidationDelayMs = 250;
const firstInvalidationDelayMs = 20;
/** Close codes that say: this token will not do, so trying again is pointless. */
const refusalCodes = new Set([4401, 1008]);

/** Milliseconds to wait before attempt `attempt` (0 is the first again), between half and the whole of a growing span. */
export function retryDelayMs(attempt: number, random: number): number {
  const span = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(span * (0.5 + random / 2));
}

/** Listens to the daemon's events for as long as the page lives, and says which data they made old. */
export function startLive({ token, initialEventSeq }: LiveDeps): Live {
  const store = createStore<LiveState>({ connection: 'connecting', progress: {}, refusals: 0 });
  const { state, subscribe, change } = store;
  const invalidations = createInvalidations();
  const events = createEventFeed(store, invalidations.schedule);
  let closeSocket: (() => void) | undefined;
  let attempt = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isConnecting = false;
  /** Somebody asked to try again while that was under way. */
  let isRetryRequested = false;
  let stopped = false;
  /** The number of the last event that is in what the page has read. */
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
      // `token` has told the session why; the wait and the next attempt are the answer here.
      handleLostConnection();
    }
  }

  const socketHandlers: SocketHandlers = {
    onOpen() {
      attempt = 0;
      isConnecting = isRetryRequested = false;
      change({ connection: 'open', refusals: 0 });
      // Where the page has no number to ask from, nobody knows what it missed.
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

/** Takes each event to the state, to the stale queries and to the listeners. */
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

/** Opens the socket of the events and keeps it alive. Returns the function that closes it. */
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

/** Gathers which queries are stale, and reports them at most four times a second. */
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

/** Resolves after so many milliseconds. */
export function delay(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

/** Where events come from, for a page at `page`: those after `seen`, and those that happen from then on. */
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
