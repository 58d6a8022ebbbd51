import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { driftByAccount, type Drift, type AuditScope } from './drift.ts';

/**
 * How the full-text index matches the store. `error` states why the index cannot be read; the other fields are then
 * empty.
 */
export type IndexAudit = {
  error: string | null;
  /** Messages that are missing from the index. */
  missing: Drift[];
  /** Messages that are in the index and not in the store. */
  orphaned: number;
  /** Indexed messages that a word of their subject does not find. */
  unsearchable: Drift[];
};

const sampleSize = 200;
const searchSampleSize = 25;

/** Compares the index, attached as `idx`, with the store in both directions, and searches for a sample of messages. */
export function auditIndex(db: ReadDb, scope: AuditScope): Omit<IndexAudit, 'error'> {
  // The two files are read at different moments, so only a difference that two checks find counts.
  const sample = samplesFor(db, scope);
  const [first, second] = [differences(db, sample), differences(db, sample)];
  const secondOrphans = new Set(second.orphaned);
  return {
    missing: persistentDrift(first.missing, second.missing, scope),
    orphaned: first.orphaned.filter((key) => secondOrphans.has(key)).length,
    unsearchable: persistentDrift(first.unsearchable, second.unsearchable, scope),
  };
}

function persistentDrift(rows: readonly Row[], secondRows: readonly Row[], { accounts }: AuditScope): Drift[] {
  const secondKeys = new Set(secondRows.map(({ key }) => key));
  return driftByAccount(
    rows.flatMap(({ key, account }) => (secondKeys.has(key) && accounts.includes(account) ? [account] : [])),
  );
}

type Row = { key: number; account: number };

type Samples = {
  stored: readonly number[] | undefined;
  indexed: readonly number[] | undefined;
  searchKeys: readonly number[];
};

function samplesFor(db: ReadDb, { depth, random }: AuditScope): Samples {
  const { stored, indexed } = sampleKeys(db, random, sampleSize);
  const searchKeys = stored.slice(0, searchSampleSize);
  if (depth === 'whole') return { stored: undefined, indexed: undefined, searchKeys };
  return { stored, indexed, searchKeys };
}

function differences(db: ReadDb, { stored, indexed, searchKeys }: Samples) {
  return {
    missing: missingMessages(db, stored),
    orphaned: orphanedKeys(db, indexed),
    unsearchable: unsearchableMessages(db, searchKeys),
  };
}

function missingMessages(db: ReadDb, keys: readonly number[] | undefined): Row[] {
  return db.all<Row>(sql`
    SELECT m.sort_key AS key, m.account FROM messages m
    WHERE (${keys === undefined} OR m.sort_key IN (SELECT value FROM json_each(${jsonList(keys ?? [])})))
      AND NOT EXISTS (SELECT 1 FROM idx.fts_docsize d WHERE d.id = m.sort_key)
      AND m.sort_key NOT IN (SELECT sort_key FROM index_queue)`);
}

function orphanedKeys(db: ReadDb, keys: readonly number[] | undefined): number[] {
  return db
    .all<{ id: number }>(
      sql`
      SELECT d.id FROM idx.fts_docsize d
      WHERE (${keys === undefined} OR d.id IN (SELECT value FROM json_each(${jsonList(keys ?? [])})))
        AND NOT EXISTS (SELECT 1 FROM messages m WHERE m.sort_key = d.id)
        AND d.id NOT IN (SELECT sort_key FROM index_queue)`,
    )
    .map(({ id }) => id);
}

/** Of these messages, those whose subject has a plain word that does not find them in the index. */
function unsearchableMessages(db: ReadDb, keys: readonly number[]): Row[] {
  const rows = db.all<Row & { subject: string }>(sql`
    SELECT sort_key AS key, account, subject FROM messages
    WHERE sort_key IN (SELECT value FROM json_each(${jsonList(keys)}))
      AND sort_key IN (SELECT id FROM idx.fts_docsize) AND sort_key NOT IN (SELECT sort_key FROM index_queue)`);
  return rows.filter(({ key, subject }) => {
    const [word] = /(?<![\p{L}\p{N}\p{M}_])[a-z]{3,}(?![\p{L}\p{N}\p{M}_])/iu.exec(subject) ?? [];
    if (word === undefined) return false;
    const expression = `{subject} : "${word}"`;
    return db.get(sql`SELECT 1 FROM idx.fts WHERE fts MATCH ${expression} AND rowid = ${key}`) === undefined;
  });
}

function sampleKeys(db: ReadDb, random: () => number, size: number): { stored: number[]; indexed: number[] } {
  const ends = db.get<{ least: number | null; most: number | null }>(
    sql`SELECT min(sort_key) AS least, max(sort_key) AS most FROM messages`,
  );
  const { least, most } = { least: ends?.least ?? 0, most: ends?.most ?? 0 };
  const from = Array.from({ length: size }, () => Math.floor(least + random() * (most - least + 1)));
  return {
    stored: from.flatMap(
      (key) =>
        db.get<{ key: number }>(
          sql`SELECT sort_key AS key FROM messages WHERE sort_key >= ${key} ORDER BY sort_key LIMIT 1`,
        )?.key ?? [],
    ),
    indexed: from.flatMap(
      (key) =>
        db.get<{ id: number }>(sql`SELECT id FROM idx.fts_docsize WHERE id >= ${key} ORDER BY id LIMIT 1`)?.id ?? [],
    ),
  };
}
