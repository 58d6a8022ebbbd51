import { Failure } from '../../base/failure.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { compileQuery } from '../query/compile.ts';
import { parseQuery } from '../query/parse.ts';
import { hits } from '../query/run.ts';
import { threadNamed } from '../threads.ts';

/** What is exported: whole conversations, those with something a query finds, or these by public id. */
export type ExportWish = { query: string } | { thread_ids: readonly string[] };

type Parts = { accounts: readonly Pick<Account, 'id'>[]; now: Date; zone: string | undefined };

/**
 * The messages to export, by internal id: conversation after conversation, the one with the newest find first, each from
 * its oldest message on. Only those of `accounts`. Throws Failure `bad_query`, and `not_found` where a conversation is
 * not there.
 */
export function exportSelection(db: ReadDb, wish: ExportWish, parts: Parts): number[] {
  return messagesOf(db, 'query' in wish ? threadsFound(db, wish.query, parts) : threadsNamed(db, wish, parts));
}

function threadsFound(db: ReadDb, query: string, parts: Parts): number[] {
  const node = parseQuery(query);
  if (!node) return [];
  const found = hits(db, compileQuery(db, node, parts), { order: 'newest', limit: Number.MAX_SAFE_INTEGER });
  return [...new Set(found.map(({ thread }) => thread))];
}

function threadsNamed(
  db: ReadDb,
  { thread_ids }: Extract<ExportWish, { thread_ids: readonly string[] }>,
  { accounts }: Parts,
): number[] {
  const threads = thread_ids.map((thread_id) => {
    const thread = threadNamed(db, thread_id.toLowerCase());
    if (thread === undefined) throw missing();
    return thread;
  });
  const own = db.all<{ id: number }>(sql`
    SELECT id FROM threads WHERE id IN (SELECT value FROM json_each(${jsonList(threads)}))
      AND account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))`);
  if (own.length < new Set(threads).size) throw missing();
  return [...new Set(threads)];
}

function messagesOf(db: ReadDb, threads: readonly number[]): number[] {
  const rows = db.all<{ id: number; thread: number }>(sql`
    SELECT id, thread FROM messages WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)}))
    ORDER BY thread, sort_key`);
  const byThread = Map.groupBy(rows, ({ thread }) => thread);
  return threads.flatMap((thread) => byThread.get(thread)?.map(({ id }) => id) ?? []);
}

function missing(): Failure {
  return new Failure('missing', 'not_found', 'There is no such conversation here. It may have been deleted.');
}
