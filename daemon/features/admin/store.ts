import type { EventKind } from '../../contract/events.ts';
import { sqlAnd, joinSql } from '../../mail/query/sql-conditions.ts';
import { jsonList, sql, type ReadDb, type Sql } from '../../store/db.ts';
import { levelOfKind, type EventLevel } from './event-descriptions.ts';

/** Filters for recorded events. Instants are in stored form; `until` is exclusive. */
export type EventQuery = {
  kinds: readonly EventKind[];
  level?: EventLevel | undefined;
  since?: string | undefined;
  until?: string | undefined;
  /** Public ids of accounts: every account of an event must be among them; undefined allows all. */
  accounts?: readonly string[] | undefined;
};

export type RecordedEvent = {
  seq: number;
  at: string;
  kind: EventKind;
  /** The account and the message that the event is about, if it is exactly one. */
  account_id: string | null;
  message_id: string | null;
  /** The content of the event as JSON, without its long members. */
  facts: string;
};

/** Recorded events, newest first. */
export function recordedEvents(
  db: ReadDb,
  query: EventQuery,
  page?: { limit: number; offset: number },
): IterableIterator<RecordedEvent> {
  return db.each(recordedEventsSql(query, page));
}

export function recordedEventsSql(query: EventQuery, { limit, offset } = { limit: -1, offset: 0 }): Sql {
  return joinSql(
    [
      sql`
        SELECT seq, at, kind,
          coalesce(payload ->> '$.account_id', CASE json_array_length(payload, '$.account_ids')
            WHEN 1 THEN payload ->> '$.account_ids[0]' END) AS account_id,
          coalesce(payload ->> '$.message_id', payload ->> '$.sent_message_id',
            CASE json_array_length(payload, '$.message_ids') WHEN 1 THEN payload ->> '$.message_ids[0]' END,
            CASE json_array_length(payload, '$.envelopes') WHEN 1 THEN payload ->> '$.envelopes[0].id' END) AS message_id,
          json_remove(payload, '$.envelopes', '$.message_ids', '$.thread_ids', '$.counts', '$.gist') AS facts
        FROM events WHERE`,
      conditionOf(query),
      // The order of the index: by instant, then in the order of recording.
      sql`ORDER BY at DESC, seq DESC LIMIT ${limit} OFFSET ${offset}`,
    ],
    ' ',
  );
}

export function countRecordedEvents(db: ReadDb, query: EventQuery): number {
  const row = db.get<{ count: number }>(
    joinSql([sql`SELECT count(*) AS count FROM events WHERE`, conditionOf(query)], ' '),
  );
  return row?.count ?? 0;
}

/** The kinds that occur among the events. */
export function recordedEventKinds(db: ReadDb, query: EventQuery): EventKind[] {
  const rows = db.all<{ kind: EventKind }>(
    joinSql([sql`SELECT DISTINCT kind FROM events WHERE`, conditionOf(query)], ' '),
  );
  return rows.map(({ kind }) => kind);
}

function conditionOf({ kinds, level, since, until, accounts }: EventQuery): Sql {
  return sqlAnd([
    sql`kind IN (SELECT value FROM json_each(${jsonList(kinds)}))`,
    ...(since === undefined ? [] : [sql`at >= ${since}`]),
    ...(until === undefined ? [] : [sql`at < ${until}`]),
    ...(level === undefined ? [] : [isOfLevel(level)]),
    ...(accounts === undefined ? [] : [isAboutOnly(accounts)]),
  ]);
}

function isOfLevel(level: EventLevel): Sql {
  return sql`
    ${level} = CASE payload ->> '$.ok' WHEN 0 THEN 'warn' ELSE ${JSON.stringify(levelOfKind)} ->> kind END`;
}

/** The SQL form of `isAbout` of contract/events.ts. */
function isAboutOnly(accounts: readonly string[]): Sql {
  const list = jsonList(accounts);
  return sql`
    kind NOT IN ('ConfigChanged', 'LocalPageAsked')
      AND (payload ->> '$.account_id' IS NULL
        OR payload ->> '$.account_id' IN (SELECT value FROM json_each(${list})))
      AND NOT EXISTS (SELECT 1 FROM json_each(payload, '$.account_ids')
        WHERE value NOT IN (SELECT value FROM json_each(${list})))`;
}
