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
  subscribe(listener: (event: Event) => void): () => void;
  /** Sends what is waiting. */
  flush(): void;
  close(): void;
};

/**
 * Records events in `activity.db` and hands them on: `seq` is given when the log commits, so that what a client saw
 * can be named again. Changes to many messages in one moment become one event an account.
 */
export function openEvents({ db, clock, log }: { db: WriteDb; clock: Clock; log: Log }): Events {
  const listeners = new Set<(event: Event) => void>();
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
    for (const event of record(merged)) for (const listener of listeners) tell(listener, event);
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

  function tell(listener: (event: Event) => void, event: Event): void {
    try {
      listener(event);
    } catch (failed) {
      log.error({ err: failed, kind: event.event }, 'a listener failed on an event');
    }
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
    flush,
    close() {
      flush();
      listeners.clear();
    },
  };
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
      return `${announcement.event} ${announcement.account_id}`;
    case 'LabelCountsUpdated':
      return announcement.event;
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
