import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { compileQuery } from '../query/compile.ts';
import { parseQuery } from '../query/parse.ts';
import { findHits } from '../query/run.ts';
import { findThread } from '../threads/threads.ts';

/** The messages to export: all threads that match a query, or threads by public id. */
export type ExportSelection = { query: string } | { thread_ids: readonly string[] };

type SelectionDeps = { accounts: readonly Pick<Account, 'id'>[]; now: Date; zone: string | undefined };

/**
 * The internal ids of the messages to export, by thread: the thread with the newest match first, each thread from its
 * oldest message. Only messages of `accounts`. Throws Failure `bad_query`, and `not_found` if a thread does not
 * exist.
 */
export function selectMessages(db: ReadDb, selection: ExportSelection, deps: SelectionDeps): number[] {
  return messagesOf(
    db,
    'query' in selection ? threadsFound(db, selection.query, deps) : threadsNamed(db, selection, deps),
  );
}

function threadsFound(db: ReadDb, query: string, deps: SelectionDeps): number[] {
  const node = parseQuery(query);
  if (!node) return [];
  const matches = findHits(db, compileQuery(db, node, deps), { order: 'newest', limit: Number.MAX_SAFE_INTEGER });
  return [...new Set(matches.map(({ thread }) => thread))];
}

function threadsNamed(
  db: ReadDb,
  { thread_ids }: Extract<ExportSelection, { thread_ids: readonly string[] }>,
  { accounts }: SelectionDeps,
): number[] {
  const threads = thread_ids.map((thread_id) => {
    const thread = findThread(db, thread_id.toLowerCase());
    if (thread === undefined) throw threadNotFound();
    return thread;
  });
  const own = db.all<{ id: number }>(sql`
    SELECT id FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))
      AND account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
  if (own.length < new Set(threads).size) throw threadNotFound();
  return [...new Set(threads)];
}

function messagesOf(db: ReadDb, threads: readonly number[]): number[] {
  const rows = db.all<{ id: number; thread: number }>(sql`
    SELECT id, thread FROM messages WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)}))
    ORDER BY thread, sort_key`);
  const byThread = Map.groupBy(rows, ({ thread }) => thread);
  return threads.flatMap((thread) => byThread.get(thread)?.map(({ id }) => id) ?? []);
}

function threadNotFound(): Failure {
  return new Failure('missing', 'not_found', 'There is no such conversation here. It may have been deleted.');
}
