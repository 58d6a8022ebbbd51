import type { ActivityEntry, ActivityFilter } from '../../contract/activity.ts';
import { jsonList, sql, type ReadDb, type Sql, type WriteDb } from '../../store/db.ts';
import { indexWords } from '../index/index-words.ts';
import { sqlAnd, joinSql } from '../query/sql-conditions.ts';
import type { ActivityRow } from './recorded.ts';

/** Milliseconds; a pause without an end lasts until a caller resumes recording. */
export type RecordingPause = { since: number; until: number | null };

/** A caller other than the user: it sees entries with its own source and token, of accounts in its caller scope. */
type ActivityViewer = { source: string; token_id: string | null; accounts: readonly string[] };

export type ActivityQuery = ActivityFilter & { viewer?: ActivityViewer | undefined };

type ActivityCursor = { id: number; ts: number };

/** Adds entries and their search words. */
export function addEntries(db: WriteDb, rows: readonly ActivityRow[]): void {
  db.transaction(() => {
    for (const { accounts, context, ...row } of rows) {
      const { id } = db.run(sql`
        INSERT INTO activity
          (ts, source, token_id, action, tier, accounts, target_kind, target_id, outcome, took_ms, context)
        VALUES (${row.ts}, ${row.source}, ${row.token_id}, ${row.action}, ${row.tier}, ${jsonList(accounts)},
          ${row.target_kind}, ${row.target_id}, ${row.outcome}, ${row.took_ms},
          ${context === null ? null : JSON.stringify(context)})`);
      const words = [row.action.replaceAll(/[._]/g, ' '), ...Object.values(context ?? {}).flat()].map(String).join(' ');
      db.run(sql`INSERT INTO activity_words (rowid, words) VALUES (${id}, ${indexWords(words)})`);
    }
  });
}

/** Entries after `cursor`, newest first. */
export function entriesOf(
  db: ReadDb,
  filter: ActivityQuery,
  { limit, cursor }: { limit: number; cursor?: ActivityCursor | undefined },
): ActivityEntry[] {
  const older = cursor ? [sql`(ts, id) < (${cursor.ts}, ${cursor.id})`] : [];
  const rows = db.all<StoredEntry>(
    joinSql(
      [
        sql`
          SELECT id, ts, source, token_id, action, tier, accounts, target_kind, target_id, outcome, took_ms, context,
            redacted
          FROM activity WHERE`,
        sqlAnd([conditionOf(filter), ...older]),
        sql`ORDER BY ts DESC, id DESC LIMIT ${limit}`,
      ],
      ' ',
    ),
  );
  return rows.map(entryOf);
}

type StoredEntry = Omit<ActivityEntry, 'account_id' | 'context' | 'redacted'> & {
  accounts: string;
  context: string | null;
  redacted: number;
};

function entryOf({ accounts, context, redacted, ...row }: StoredEntry): ActivityEntry {
  const [single, ...others] = JSON.parse(accounts) as string[];
  return {
    ...row,
    account_id: single !== undefined && others.length === 0 ? single : null,
    context: context === null ? null : (JSON.parse(context) as Record<string, unknown>),
    redacted: redacted === 1,
  };
}

export function countEntries(db: ReadDb, filter: ActivityQuery): number {
  const query = joinSql([sql`SELECT count(*) AS count FROM activity WHERE`, conditionOf(filter)], ' ');
  return db.get<{ count: number }>(query)?.count ?? 0;
}

const groups = {
  action: sql`action`,
  source: sql`source`,
  target_kind: sql`coalesce(target_kind, '')`,
  /** All time zones are whole quarters of an hour apart. */
  quarter: sql`ts / 900000`,
} as const;

/** Counts entries by action, source or target kind, or by quarter of an hour since 1970. */
export function countEntriesBy(
  db: ReadDb,
  filter: ActivityQuery,
  group: keyof typeof groups,
): { key: string | number; count: number }[] {
  return db.all(
    joinSql(
      [
        sql`SELECT`,
        groups[group],
        sql`AS key, count(*) AS count FROM activity WHERE`,
        conditionOf(filter),
        sql`GROUP BY 1 ORDER BY 2 DESC, 1`,
      ],
      ' ',
    ),
  );
}

/** The ids of entries that are not redacted, oldest first. */
export function entryIds(db: ReadDb, filter: ActivityQuery): number[] {
  const query = joinSql([sql`SELECT id FROM activity WHERE`, conditionOf(filter), sql`ORDER BY id`], ' ');
  return db.all<{ id: number }>(query).map(({ id }) => id);
}

function conditionOf(filter: ActivityQuery): Sql {
  const { account_id, action_prefix, actions, sources, tiers, since, until, target_id, target_kind, query } = filter;
  const columnIn = (column: Sql, values: readonly string[]) =>
    values.length === 0 ? [] : [joinSql([column, sql`IN (SELECT value FROM json_each(${jsonList(values)}))`], ' ')];
  return sqlAnd([
    ...(filter.include_redacted ? [] : [sql`redacted = 0`]),
    ...(filter.viewer ? [visibleTo(filter.viewer)] : []),
    ...(typeof since === 'number' ? [sql`ts >= ${since}`] : []),
    ...(typeof until === 'number' ? [sql`ts < ${until}`] : []),
    ...columnIn(sql`action`, actions),
    ...columnIn(sql`source`, sources),
    ...columnIn(sql`tier`, tiers),
    ...(action_prefix ? [sql`substr(action, 1, ${action_prefix.length}) = ${action_prefix}`] : []),
    ...(account_id ? [sql`EXISTS (SELECT 1 FROM json_each(accounts) WHERE value = ${account_id.toLowerCase()})`] : []),
    ...(target_kind ? [sql`target_kind = ${target_kind}`] : []),
    ...(target_id ? [sql`target_id = ${target_id.toLowerCase()}`] : []),
    ...(query?.trim()
      ? [sql`id IN (SELECT rowid FROM activity_words WHERE activity_words MATCH ${searchExpression(query)})`]
      : []),
  ]);
}

function visibleTo({ source, token_id, accounts }: ActivityViewer): Sql {
  return sql`
    source = ${source} AND token_id IS ${token_id}
      AND NOT EXISTS (SELECT 1 FROM json_each(accounts)
        WHERE value NOT IN (SELECT value FROM json_each(${jsonList(accounts)})))`;
}

/**
 * Turns each word into a prefix query; FTS5 has no syntax inside quotes. A word without letters or digits matches no
 * entry.
 */
function searchExpression(query: string): string {
  const words = indexWords(query).replaceAll(/["\0]/g, ' ').split(/\s+/u);
  return (
    words
      .filter((word) => word !== '')
      .map((word) => `"${word}" *`)
      .join(' ') || '""'
  );
}

/** The current recording pause, or the pause of the previous run. */
export function readRecordingPause(db: ReadDb): RecordingPause | undefined {
  return db.get<RecordingPause>(sql`SELECT since, until FROM activity_pause`);
}

export function saveRecordingPause(db: WriteDb, { since, until }: RecordingPause): RecordingPause {
  db.run(sql`
    INSERT INTO activity_pause (id, since, until) VALUES (1, ${since}, ${until})
    ON CONFLICT (id) DO UPDATE SET since = excluded.since, until = excluded.until`);
  return { since, until };
}

export function clearRecordingPause(db: WriteDb): void {
  db.run(sql`DELETE FROM activity_pause`);
}
