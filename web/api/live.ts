import type { Event } from '../../daemon/contract/events.ts';
import { allQueryRoots, queriesInvalidatedBy, type QueryRoot } from './query-invalidation.ts';

export type Progress = { current: number; total: number | null };

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
  let state: LiveState = { connection: 'connecting', progress: {}, refusals: 0 };
  let socket: WebSocket | undefined;
  let attempt = 0;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let isConnecting = false;
  /** Somebody asked to try again while that was under way. */
  let isRetryRequested = false;
  let invalidationTimer: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let lastInvalidationAt = 0;
  /** The number of the last event that is in what the page has read. */
  let lastSeq: number | undefined;
  const staleRoots = new Set<QueryRoot>();
  let onStale: Parameters<Live['onStaleQueries']>[0] | undefined;
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: Event) => void>();

  function change(next: Partial<LiveState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function scheduleInvalidation(roots: readonly QueryRoot[]): void {
    for (const root of roots) staleRoots.add(root);
    if (staleRoots.size === 0 || invalidationTimer || !onStale) return;
    invalidationTimer = setTimeout(
      () => {
        invalidationTimer = undefined;
        lastInvalidationAt = performance.now();
        const batch = new Set(staleRoots);
        staleRoots.clear();
        onStale?.(batch);
      },
      performance.now() - lastInvalidationAt > invalidationDelayMs ? firstInvalidationDelayMs : invalidationDelayMs,
    );
  }

  function receive(event: Event): void {
    lastSeq = event.seq;
    const progress = progressAfter(state.progress, event);
    if (progress !== state.progress) change({ progress });
    scheduleInvalidation(queriesInvalidatedBy(event.event) ?? []);
    for (const listener of eventListeners) listener(event);
  }

  async function connect(): Promise<void> {
    retryTimer = undefined;
    isConnecting = true;
    if (state.retryAt !== undefined) change({ retryAt: undefined });
    try {
      const bearer = await token();
      lastSeq ??= await Promise.race([initialEventSeq, delay(eventSeqTimeoutMs)]);
      open(bearer);
    } catch {
      // `token` has told the session why; the wait and the next attempt are the answer here.
      handleLostConnection();
    }
  }

  function open(bearer: string): void {
    if (stopped) return;
    const current = new WebSocket(eventsUrl(location.href, lastSeq), ['bearer', bearer]);
    socket = current;
    let pings: ReturnType<typeof setInterval> | undefined;
    current.onopen = () => {
      // Where the page has no number to ask from, nobody knows what it missed.
      const missedAll = lastSeq === undefined;
      attempt = 0;
      isConnecting = isRetryRequested = false;
      pings = setInterval(() => current.send(JSON.stringify({ type: 'ping' })), pingIntervalMs);
      change({ connection: 'open', refusals: 0 });
      if (missedAll) scheduleInvalidation(allQueryRoots);
    };
    current.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Partial<Event>;
      if (frame.event) receive(frame as Event);
    };
    current.onclose = ({ code }) => {
      clearInterval(pings);
      if (stopped) return;
      if (refusalCodes.has(code)) handleRefusal();
      else handleLostConnection();
    };
  }

  function handleRefusal(): void {
    isConnecting = isRetryRequested = false;
    change({ connection: 'refused', progress: {}, refusals: state.refusals + 1 });
  }

  function handleLostConnection(): void {
    if (stopped) return;
    const wait = isRetryRequested ? 0 : retryDelayMs(attempt++, Math.random());
    isConnecting = isRetryRequested = false;
    change({ connection: 'lost', progress: {}, retryAt: Date.now() + wait });
    retryTimer = setTimeout(() => void connect(), wait);
  }

  void connect();
  return {
    state: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    listen(listener) {
      eventListeners.add(listener);
      return () => eventListeners.delete(listener);
    },
    retry() {
      if (isConnecting) isRetryRequested = state.connection === 'lost';
      else if (retryTimer !== undefined || state.connection === 'refused') {
        clearTimeout(retryTimer);
        attempt = 0;
        void connect();
      }
    },
    onStaleQueries(next) {
      onStale = next;
      scheduleInvalidation([]);
    },
    stop() {
      stopped = true;
      clearTimeout(retryTimer);
      clearTimeout(invalidationTimer);
      socket?.close();
    },
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
