import type { Event } from '../daemon/contract/events.ts';
import { everything, staleAfter, type Subject } from './live-effects.ts';

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
  follow: (onStale: (subjects: ReadonlySet<Subject>) => void) => void;
  stop: () => void;
};

type Parts = {
  token: () => Promise<string>;
  /** The number of the event that was the newest before anything was read. */
  newestBefore: Promise<number>;
};

/** Milliseconds that the number may take: news are worth more than knowing which are missing, as all can be read again. */
const numberedWithin = 1_000;

const pingEvery = 25_000;
/** Milliseconds between two rounds of reading again; what comes after a silence waits a moment only. */
const gatherFor = 250;
const moment = 20;
/** Close codes that say: this token will not do, so trying again is pointless. */
const refusals = new Set([4401, 1008]);

/** Milliseconds to wait before attempt `attempt` (0 is the first again), between half and the whole of a growing span. */
export function waitBefore(attempt: number, random: number): number {
  const span = Math.min(30_000, 500 * 2 ** Math.min(attempt, 10));
  return Math.round(span * (0.5 + random / 2));
}

/** Listens to the daemon's events for as long as the page lives, and says which data they made old. */
export function startLive({ token, newestBefore }: Parts): Live {
  let state: LiveState = { connection: 'connecting', progress: {}, refusals: 0 };
  let socket: WebSocket | undefined;
  let attempt = 0;
  let waiting: ReturnType<typeof setTimeout> | undefined;
  let isTrying = false;
  /** Somebody asked to try again while that was under way. */
  let isHurried = false;
  let gathering: ReturnType<typeof setTimeout> | undefined;
  let stopped = false;
  let lastRound = 0;
  /** The number of the last event that is in what the page has read. */
  let seen: number | undefined;
  const stale = new Set<Subject>();
  let onStale: Parameters<Live['follow']>[0] | undefined;
  const listeners = new Set<() => void>();
  const eventListeners = new Set<(event: Event) => void>();

  function change(next: Partial<LiveState>): void {
    state = { ...state, ...next };
    for (const listener of listeners) listener();
  }

  function gather(subjects: readonly Subject[]): void {
    for (const subject of subjects) stale.add(subject);
    if (stale.size === 0 || gathering || !onStale) return;
    gathering = setTimeout(
      () => {
        gathering = undefined;
        lastRound = performance.now();
        const gathered = new Set(stale);
        stale.clear();
        onStale?.(gathered);
      },
      performance.now() - lastRound > gatherFor ? moment : gatherFor,
    );
  }

  function receive(event: Event): void {
    seen = event.seq;
    const progress = progressAfter(state.progress, event);
    if (progress !== state.progress) change({ progress });
    gather(staleAfter(event.event) ?? []);
    for (const listener of eventListeners) listener(event);
  }

  async function connect(): Promise<void> {
    waiting = undefined;
    isTrying = true;
    if (state.retryAt !== undefined) change({ retryAt: undefined });
    try {
      const bearer = await token();
      seen ??= await Promise.race([newestBefore, after(numberedWithin)]);
      open(bearer);
    } catch {
      // `token` has told the session why; the wait and the next attempt are the answer here.
      lose();
    }
  }

  function open(bearer: string): void {
    if (stopped) return;
    const current = new WebSocket(eventsAddress(location.href, seen), ['bearer', bearer]);
    socket = current;
    let pings: ReturnType<typeof setInterval> | undefined;
    current.onopen = () => {
      // Where the page has no number to ask from, nobody knows what it missed.
      const missedAll = seen === undefined;
      attempt = 0;
      isTrying = isHurried = false;
      pings = setInterval(() => current.send(JSON.stringify({ type: 'ping' })), pingEvery);
      change({ connection: 'open', refusals: 0 });
      if (missedAll) gather(everything);
    };
    current.onmessage = ({ data }) => {
      const frame = JSON.parse(String(data)) as Partial<Event>;
      if (frame.event) receive(frame as Event);
    };
    current.onclose = ({ code }) => {
      clearInterval(pings);
      if (stopped) return;
      if (refusals.has(code)) refuse();
      else lose();
    };
  }

  function refuse(): void {
    isTrying = isHurried = false;
    change({ connection: 'refused', progress: {}, refusals: state.refusals + 1 });
  }

  function lose(): void {
    if (stopped) return;
    const wait = isHurried ? 0 : waitBefore(attempt++, Math.random());
    isTrying = isHurried = false;
    change({ connection: 'lost', progress: {}, retryAt: Date.now() + wait });
    waiting = setTimeout(() => void connect(), wait);
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
      if (isTrying) isHurried = state.connection === 'lost';
      else if (waiting !== undefined || state.connection === 'refused') {
        clearTimeout(waiting);
        attempt = 0;
        void connect();
      }
    },
    follow(next) {
      onStale = next;
      gather([]);
    },
    stop() {
      stopped = true;
      clearTimeout(waiting);
      clearTimeout(gathering);
      socket?.close();
    },
  };
}

/** Resolves after so many milliseconds. */
export function after(milliseconds: number): Promise<undefined> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds, undefined));
}

/** Where events come from, for a page at `page`: those after `seen`, and those that happen from then on. */
export function eventsAddress(page: string, seen: number | undefined): URL {
  const address = new URL('/api/v1/events', page);
  address.protocol = address.protocol === 'https:' ? 'wss:' : 'ws:';
  if (seen !== undefined) address.searchParams.set('since', String(seen));
  return address;
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
