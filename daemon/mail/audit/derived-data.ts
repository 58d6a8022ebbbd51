import { isDeepStrictEqual } from 'node:util';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import { flagBits } from '../messages/flags.ts';
import { labelMap, type LabelMap } from '../labels/labels.ts';
import { settledPlacements } from '../mutations/displayed-placements.ts';
import { stateFromPlacements, type MessageState } from '../messages/placements.ts';
import { driftedThreads } from '../threads/summary.ts';
import { driftByAccount, idBatches, type Drift, type AuditScope } from './drift.ts';

/** Labels whose counters differ from the number of listed items. */
export function auditCounters(db: ReadDb, { accounts, depth }: AuditScope): Drift[] {
  // Counting a very long list is slow, so a sample skips it.
  const maxCount = depth === 'whole' ? Number.MAX_SAFE_INTEGER : 20_000;
  return db.all<Drift>(sql`
    SELECT l.account, count(*) AS count FROM labels l,
      (SELECT l2.id AS label,
        (SELECT count(*) FROM label_messages m WHERE m.label = l2.id) AS total,
        (SELECT count(*) FROM label_messages m WHERE m.label = l2.id AND m.unread) AS unread,
        (SELECT count(*) FROM label_threads t WHERE t.label = l2.id) AS threads,
        (SELECT count(*) FROM label_threads t WHERE t.label = l2.id AND t.unread) AS unread_threads
      FROM labels l2 WHERE l2.total_count <= ${maxCount}) c
    WHERE c.label = l.id AND l.account IN (SELECT value FROM json_each(${jsonList(accounts)}))
      AND (l.total_count, l.unread_count, l.thread_count, l.unread_thread_count)
        IS NOT (c.total, c.unread, c.threads, c.unread_threads)
    GROUP BY l.account`);
}

/** Threads whose summary or list position differs from their messages. */
export function auditThreads(db: ReadDb, scope: AuditScope): Drift[] {
  const drifted: number[] = [];
  for (const slice of idBatches(db, 'threads', scope))
    drifted.push(...db.snapshot(() => accountsOfThreads(db, driftedThreads(db, slice))));
  return driftByAccount(drifted.filter((account) => scope.accounts.includes(account)));
}

function accountsOfThreads(db: ReadDb, threads: readonly number[]): number[] {
  return db
    .all<{ account: number }>(
      sql`SELECT account FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))`,
    )
    .map(({ account }) => account);
}

/** Messages whose flags or labels differ from their placements. */
export function auditMessages(db: ReadDb, scope: AuditScope): Drift[] {
  const drifted: number[] = [];
  for (const slice of idBatches(db, 'messages', scope))
    drifted.push(...db.snapshot(() => driftedMessages(db, slice).map(({ account }) => account)));
  return driftByAccount(drifted.filter((account) => scope.accounts.includes(account)));
}

type StoredState = { id: number; account: number; flags: number; keywords: string };

/** The messages whose stored state differs from their placements. Messages with pending operations are left out. */
export function driftedMessages(db: ReadDb, messages: readonly number[]): { id: number; account: number }[] {
  const placements = settledPlacements(db, messages);
  const ids = jsonList([...placements.keys()]);
  const rows = db.all<StoredState>(sql`
    SELECT id, account, flags, keywords FROM messages WHERE id IN (SELECT value FROM json_each(${ids}))`);
  const labelRows = Map.groupBy(
    db.all<{ message: number; label: number; unread: number }>(sql`
      SELECT message, label, unread FROM label_messages WHERE message IN (SELECT value FROM json_each(${ids}))`),
    ({ message }) => message,
  );
  const maps = new Map<number, LabelMap>();
  const mapOf = (account: number) => {
    const map = maps.get(account) ?? labelMap(db, account);
    maps.set(account, map);
    return map;
  };
  return rows.filter(({ id, account, ...stored }) => {
    const state = stateFromPlacements(db, placements.get(id) ?? [], mapOf(account));
    return !isDeepStrictEqual(asStoredState(state), { ...stored, labels: labelKeys(labelRows.get(id) ?? []) });
  });
}

/** A message state in the form of its stored rows. */
function asStoredState({ flags, keywords, labels }: MessageState) {
  const unread = flags & flagBits.READ ? 0 : 1;
  return { flags, keywords, labels: labelKeys(labels.map((label) => ({ label, unread }))) };
}

function labelKeys(rows: readonly { label: number; unread: number }[]): string[] {
  return rows.map(({ label, unread }) => `${label} ${unread}`).toSorted();
}
