import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement, Event } from '../../contract/events.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { mergeAnnouncements } from './merge-announcements.ts';

/** Floods are merged over this many milliseconds; what comes after a silence waits a moment only. */
const mergeWindowMs = 100;
const minDelayMs = 5;
/** What is recorded at one go; requests get their turn before the rest. */
const eventsPerTransaction = 500;

export type Events = {
  /** Tells every client, within a tenth of a second. */
  announce(announcement: Announcement): void;
  /** The listener is given what was recorded in one moment, in order. */
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** What is recorded after `seq`, oldest first: as many as fit `mostBytes` of JSON, at least one if there is any. */
  after(seq: number, maxBytes?: number): Event[];
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
    while (waiting.length > 0) flushBatch();
  }

  function flushBatch(): void {
    clearTimeout(timer);
    timer = undefined;
    lastFlush = performance.now();
    const merged = mergeAnnouncements(waiting);
    waiting = merged.slice(eventsPerTransaction);
    if (waiting.length > 0) timer = setTimeout(flushBatch, 0).unref();
    const recorded = record(merged.slice(0, eventsPerTransaction));
    for (const listener of listeners) notifyListener(listener, recorded);
  }

  function record(announcements: readonly Announcement[]): Event[] {
    const ts = instantOf(clock.now());
    return db.transaction(() =>
      announcements.map((announcement) => {
        const { id: seq } = db.run(sql`
          INSERT INTO events (at, kind, account_id, payload)
          VALUES (${ts}, ${announcement.event}, ${accountColumnOf(announcement)}, ${JSON.stringify(announcement)})`);
        return { ...announcement, seq, ts };
      }),
    );
  }

  function notifyListener(listener: (events: readonly Event[]) => void, recorded: readonly Event[]): void {
    try {
      listener(recorded);
    } catch (failed) {
      log.error({ err: failed, kinds: recorded.map(({ event }) => event) }, 'a listener failed on events');
    }
  }

  function after(seq: number, maxBytes = 64_000): Event[] {
    const found: Event[] = [];
    let bytes = 0;
    for (const { payload, ...metadata } of db.each<{ seq: number; ts: string; payload: string }>(
      sql`SELECT seq, at AS ts, payload FROM events WHERE seq > ${seq} ORDER BY seq`,
    )) {
      found.push({ ...(JSON.parse(payload) as Announcement), ...metadata });
      bytes += payload.length;
      if (bytes >= maxBytes) break;
    }
    return found;
  }

  function range(): { first: number; last: number } {
    const { first } = db.get<{ first: number | null }>(sql`SELECT min(seq) AS first FROM events`) ?? { first: null };
    const last = lastEventSeq(db);
    return { first: first ?? last + 1, last };
  }

  return {
    announce(announcement) {
      waiting.push(announcement);
      // Whoever asked for a sync waits for its end, and nothing of it comes after.
      const isEnd = announcement.event === 'SyncFinished';
      if (isEnd) clearTimeout(timer);
      else if (timer !== undefined) return;
      timer = setTimeout(
        flushBatch,
        isEnd || performance.now() - lastFlush > mergeWindowMs ? minDelayMs : mergeWindowMs,
      ).unref();
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

/**
 * Of which account an event is recorded; null where it is for everybody. One of several accounts, or of the owner's
 * settings, is recorded under a word that is no account's id, so that who may see one account does not find it.
 */
function accountColumnOf(announcement: Announcement): string | null {
  if (announcement.event === 'ConfigChanged') return 'owner';
  if ('account_ids' in announcement && announcement.account_ids) return announcement.account_ids.join(' ') || null;
  return 'account_id' in announcement ? announcement.account_id : null;
}

export type EventSweepDeps = { db: WriteDb; clock: Clock; retentionDays: () => number };

/** However long they are kept for, there are no more than this. */
const maxEvents = 100_000;

/** Once a day, removes events older than `[logging].event_retention_days`. */
export function eventSweep({ db, clock, retentionDays }: EventSweepDeps): Loop {
  return {
    name: 'event retention',
    async run(signal) {
      while (!signal.aborted) {
        const before = instantOf(new Date(clock.now().getTime() - retentionDays() * 86_400_000));
        db.run(sql`
          DELETE FROM events
          WHERE at < ${before} OR seq <= (SELECT max(seq) FROM events) - ${maxEvents}`);
        await clock.wait(86_400_000, signal);
      }
    },
  };
}

/** The highest number an event was ever given: the sweep may have removed that one, and it is not given again. */
export function lastEventSeq(db: ReadDb): number {
  return db.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'events'`)?.seq ?? 0;
}

/** Has the next event get a higher number than `seq`, and than any before it. */
export function raiseEventSeq(db: WriteDb, seq: number): void {
  db.transaction(() => {
    db.run(sql`
      INSERT INTO sqlite_sequence (name, seq) SELECT 'events', 0
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')`);
    db.run(sql`UPDATE sqlite_sequence SET seq = max(seq, ${seq}) WHERE name = 'events'`);
  });
}
