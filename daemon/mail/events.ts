import { instantOf, type Clock } from '../base/clock.ts';
import type { Log } from '../base/log.ts';
import type { Loop } from '../base/loop.ts';
import type { Announcement, Event } from '../contract/events.ts';
import { sql, type WriteDb } from '../store/db.ts';

/**
 * Floods are merged over this many milliseconds; what comes after a silence waits a moment only. An event names this
 * many ids at the most.
 */
const mergeOver = 100;
const moment = 5;
const mostIds = 100;

export type Events = {
  /** Tells every client, within a tenth of a second. */
  announce(announcement: Announcement): void;
  /** The listener is given what was recorded in one moment, in order. */
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** What is recorded after `seq`, oldest first: as many as fit `mostBytes` of JSON, at least one if there is any. */
  after(seq: number, mostBytes?: number): Event[];
  /** The numbers of the oldest event that is still recorded and of the newest one ever; 0 where there was none. */
  range(): { first: number; last: number };
  /** Sends what is waiting. */
  flush(): void;
  close(): void;
};

/**
 * Records events in `activity.db` and hands them on: `seq` is given when the log commits, so that what a client saw
 * can be named again. Changes to many messages in one moment become one event an account.
 */
export function openEvents({ db, clock, log }: { db: WriteDb; clock: Clock; log: Log }): Events {
  const listeners = new Set<(events: readonly Event[]) => void>();
  let waiting: Announcement[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastFlush = 0;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    lastFlush = performance.now();
    if (waiting.length === 0) return;
    const merged = mergeFloods(waiting);
    waiting = [];
    const recorded = record(merged);
    for (const listener of listeners) tell(listener, recorded);
  }

  function record(announcements: readonly Announcement[]): Event[] {
    const ts = instantOf(clock.now());
    return db.transaction(() =>
      announcements.map((announcement) => {
        const account_id = 'account_id' in announcement ? announcement.account_id : null;
        const { id: seq } = db.run(sql`
          INSERT INTO events (at, kind, account_id, payload)
          VALUES (${ts}, ${announcement.event}, ${account_id}, ${JSON.stringify(announcement)})`);
        return { ...announcement, seq, ts };
      }),
    );
  }

  function tell(listener: (events: readonly Event[]) => void, recorded: readonly Event[]): void {
    try {
      listener(recorded);
    } catch (failed) {
      log.error({ err: failed, kinds: recorded.map(({ event }) => event) }, 'a listener failed on events');
    }
  }

  function after(seq: number, mostBytes = 256_000): Event[] {
    const found: Event[] = [];
    let bytes = 0;
    for (const { payload, ...mark } of db.each<{ seq: number; ts: string; payload: string }>(
      sql`SELECT seq, at AS ts, payload FROM events WHERE seq > ${seq} ORDER BY seq`,
    )) {
      found.push({ ...(JSON.parse(payload) as Announcement), ...mark });
      bytes += payload.length;
      if (bytes >= mostBytes) break;
    }
    return found;
  }

  function range(): { first: number; last: number } {
    const { first } = db.get<{ first: number | null }>(sql`SELECT min(seq) AS first FROM events`) ?? { first: null };
    // The sweep may have removed the newest one too; its number is not given again.
    const ever = db.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'events'`);
    const last = ever?.seq ?? 0;
    return { first: first ?? last + 1, last };
  }

  return {
    announce(announcement) {
      waiting.push(announcement);
      // Whoever asked for a sync waits for its end, and nothing of it comes after.
      const isEnd = announcement.event === 'SyncFinished';
      if (isEnd) clearTimeout(timer);
      else if (timer !== undefined) return;
      timer = setTimeout(flush, isEnd || performance.now() - lastFlush > mergeOver ? moment : mergeOver).unref();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    after,
    range,
    flush,
    close() {
      flush();
      listeners.clear();
    },
  };
}

/** Whether an event tells of nobody's mail but that of these accounts (public ids). One of no account tells of none. */
export function isAbout(event: Event, accounts: ReadonlySet<string>): boolean {
  return !('account_id' in event) || event.account_id === null || accounts.has(event.account_id);
}

/** Merges announcements of one kind about one account where the kind only says "look again". */
export function mergeFloods(announcements: readonly Announcement[]): Announcement[] {
  const merged: Announcement[] = [];
  const open = new Map<string, Announcement>();
  for (const announcement of announcements) {
    const key = mergeKey(announcement);
    const before = key === undefined ? undefined : open.get(key);
    if (before === undefined) {
      const own = { ...announcement };
      merged.push(own);
      if (key !== undefined) open.set(key, own);
    } else absorb(before, announcement);
  }
  return merged;
}

function mergeKey(announcement: Announcement): string | undefined {
  switch (announcement.event) {
    case 'MailUpdated':
    case 'MailRemoved':
    case 'NewMessages':
    case 'LabelCountsUpdated':
      return `${announcement.event} ${announcement.account_id}`;
    case 'OperationProgress':
      return `${announcement.event} ${announcement.operation_id}`;
    default:
      return undefined;
  }
}

function absorb(into: Announcement, next: Announcement): void {
  if (into.event === 'OperationProgress') Object.assign(into, next);
  if ((into.event === 'MailUpdated' || into.event === 'MailRemoved') && into.event === next.event) {
    into.total += next.total;
    into.message_ids = [...new Set([...into.message_ids, ...next.message_ids])].slice(0, mostIds);
  }
  if (into.event === 'NewMessages' && next.event === 'NewMessages') {
    into.total += next.total;
    into.envelopes = [...into.envelopes, ...next.envelopes]
      .toSorted((a, b) => b.date.localeCompare(a.date))
      .slice(0, mostIds);
  }
  if (into.event === 'LabelCountsUpdated' && next.event === 'LabelCountsUpdated') {
    into.counts = [...new Map([...into.counts, ...next.counts].map((count) => [count.label_id, count])).values()];
  }
}

export type EventSweepParts = { db: WriteDb; clock: Clock; retentionDays: () => number };

/** However long they are kept for, there are no more than this. */
const mostEvents = 100_000;

/** Once a day, removes events older than `[logging].event_retention_days`. */
export function eventSweep({ db, clock, retentionDays }: EventSweepParts): Loop {
  return {
    name: 'event retention',
    async run(signal) {
      while (!signal.aborted) {
        const before = instantOf(new Date(clock.now().getTime() - retentionDays() * 86_400_000));
        db.run(sql`
          DELETE FROM events
          WHERE at < ${before} OR seq <= (SELECT max(seq) FROM events) - ${mostEvents}`);
        await clock.wait(86_400_000, signal);
      }
    },
  };
}
