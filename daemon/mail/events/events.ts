import { instantOf, type Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import type { Loop } from '../../base/loop.ts';
import type { Announcement, Event } from '../../contract/events.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { mergeAnnouncements } from './merge-announcements.ts';

/** Events within this many milliseconds are merged; after a quiet period an event is sent with less delay. */
const mergeWindowMs = 100;
const minDelayMs = 5;
/** Events recorded in one transaction; pending requests run between transactions. */
const eventsPerTransaction = 500;
/** Events that could not be recorded are tried again after this many milliseconds; so many of them are kept. */
const retryMs = 5_000;
const maxWaiting = 10_000;

export type Events = {
  /** Announces an event to every client within 0.1 s. */
  announce(announcement: Announcement): void;
  /** The listener receives the events of a transaction, in order. */
  subscribe(listener: (events: readonly Event[]) => void): () => void;
  /** Events after `seq`, oldest first: as many as fit into `maxBytes` of JSON, but at least one if there is any. */
  after(seq: number, maxBytes?: number): Event[];
  /** The sequence numbers of the oldest stored event and of the newest event ever; 0 for none. */
  range(): { first: number; last: number };
  /** Sends pending events. */
  flush(): void;
  close(): void;
};

/**
 * Records events in `activity.db` and announces them. `seq` is assigned when the transaction commits, so that a
 * client can continue after the last event it received. Changes to many messages at the same time become one event
 * per account.
 */
export function openEvents({ db, clock, log }: { db: WriteDb; clock: Clock; log: Log }): Events {
  const listeners = new Set<(events: readonly Event[]) => void>();
  let waiting: Announcement[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lastFlush = 0;
  /** Events could not be recorded; so many of them did not fit since. */
  let isFailing = false;
  let dropped = 0;

  function flush(): void {
    while (waiting.length > 0 && flushBatch());
  }

  /** Records and sends the next events. Events that cannot be recorded wait: a client would miss them after a reconnect. */
  function flushBatch(): boolean {
    clearTimeout(timer);
    timer = undefined;
    lastFlush = performance.now();
    if (dropped > 0) waiting.unshift({ event: 'EventsLagged', skipped: dropped });
    waiting = mergeAnnouncements(waiting);
    dropped = 0;
    const batch = waiting.slice(0, eventsPerTransaction);
    let recorded: Event[];
    try {
      recorded = recordEvents(db, batch, instantOf(clock.now()));
    } catch (failed) {
      if (!isFailing) log.error({ err: failed }, 'events could not be recorded and wait');
      isFailing = true;
      timer = setTimeout(flushBatch, retryMs).unref();
      return false;
    }
    isFailing = false;
    waiting = waiting.slice(batch.length);
    if (waiting.length > 0) timer = setTimeout(flushBatch, 0).unref();
    for (const listener of listeners) notifyListener(listener, recorded);
    return true;
  }

  function notifyListener(listener: (events: readonly Event[]) => void, recorded: readonly Event[]): void {
    try {
      listener(recorded);
    } catch (failed) {
      log.error({ err: failed, kinds: recorded.map(({ event }) => event) }, 'a listener failed on events');
    }
  }

  return {
    announce(announcement) {
      if (!isFailing || waiting.length < maxWaiting) waiting.push(announcement);
      else dropped++;
      // A client that requested a sync waits for SyncFinished, so no event of that sync may come after it.
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
    after: (seq, maxBytes = 64_000) => eventsAfter(db, seq, maxBytes),
    range: () => storedRange(db),
    flush,
    close() {
      flush();
      listeners.clear();
    },
  };
}

/** Stores announcements in one transaction, which assigns their `seq`. */
function recordEvents(db: WriteDb, announcements: readonly Announcement[], ts: string): Event[] {
  return db.transaction(() =>
    announcements.map((announcement) => {
      const { actor, ...payload } = announcement;
      const { id: seq } = db.run(sql`
        INSERT INTO events (at, kind, account_id, payload, origin, token_id)
        VALUES (${ts}, ${announcement.event}, ${accountColumnOf(announcement)}, ${JSON.stringify(payload)},
          ${actor?.origin ?? null}, ${actor?.token_id ?? null})`);
      return { ...announcement, seq, ts };
    }),
  );
}

/**
 * The account column of an event; null for events that every caller may see. Events of several accounts, or of the
 * user's settings, get a value that is no account id, so that a caller limited to one account does not receive them.
 */
function accountColumnOf(announcement: Announcement): string | null {
  if (announcement.event === 'ConfigChanged') return 'owner';
  if ('account_ids' in announcement && announcement.account_ids) return announcement.account_ids.join(' ') || null;
  return 'account_id' in announcement ? announcement.account_id : null;
}

type StoredEvent = { seq: number; ts: string; payload: string; origin: string | null; token_id: string | null };

function eventsAfter(db: ReadDb, seq: number, maxBytes: number): Event[] {
  const found: Event[] = [];
  let bytes = 0;
  for (const { payload, origin, token_id, ...metadata } of db.each<StoredEvent>(
    sql`SELECT seq, at AS ts, payload, origin, token_id FROM events WHERE seq > ${seq} ORDER BY seq`,
  )) {
    const actor = origin === null ? {} : { actor: { origin, token_id } };
    found.push({ ...(JSON.parse(payload) as Announcement), ...actor, ...metadata });
    bytes += payload.length;
    if (bytes >= maxBytes) break;
  }
  return found;
}

function storedRange(db: ReadDb): { first: number; last: number } {
  const { first } = db.get<{ first: number | null }>(sql`SELECT min(seq) AS first FROM events`) ?? { first: null };
  const last = lastEventSeq(db);
  return { first: first ?? last + 1, last };
}

type EventSweepDeps = { db: WriteDb; clock: Clock; retentionDays: () => number };

/** The maximum number of stored events, regardless of the retention time. */
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

/** The highest sequence number ever assigned. The sweep may have removed its event; the number is not reused. */
export function lastEventSeq(db: ReadDb): number {
  return db.get<{ seq: number }>(sql`SELECT seq FROM sqlite_sequence WHERE name = 'events'`)?.seq ?? 0;
}

/** Makes the sequence number of the next event higher than `seq` and than all earlier numbers. */
export function raiseEventSeq(db: WriteDb, seq: number): void {
  db.transaction(() => {
    db.run(sql`
      INSERT INTO sqlite_sequence (name, seq) SELECT 'events', 0
      WHERE NOT EXISTS (SELECT 1 FROM sqlite_sequence WHERE name = 'events')`);
    db.run(sql`UPDATE sqlite_sequence SET seq = max(seq, ${seq}) WHERE name = 'events'`);
  });
}
