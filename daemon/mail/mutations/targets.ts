import { Failure } from '../../base/failure.ts';
import { isUuid } from '../../base/ids.ts';
import { grouped } from '../../base/numbers.ts';
import { jsonList, sql, type ReadDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import type { Skipped, Target } from '../apply.ts';
import { flagBits } from '../flags.ts';
import { compileQuery } from '../query/compile.ts';
import { parseQuery } from '../query/parse.ts';
import { hits } from '../query/run.ts';
import { threadNamed } from '../threads.ts';

/** What a request names: exactly one of the first three. */
export type TargetWish = {
  message_ids?: readonly string[] | undefined;
  thread_ids?: readonly string[] | undefined;
  query?: string | undefined;
  /** Whether the whole conversations are meant in which `query` finds something. */
  conversations?: boolean | undefined;
};

/** Whether whole conversations are named, and not messages. */
export function isOfConversations({ thread_ids, conversations = false }: TargetWish): boolean {
  return thread_ids !== undefined || conversations;
}

export type TargetParts = {
  /** A connection with the index attached, for queries. */
  read: ReadDb;
  accounts: readonly Account[];
  now: Date;
  /** The IANA name of a time zone; undefined is the machine's own. */
  zone: string | undefined;
};

/** The messages a request names, by account. What it names and is not here, or a thread no message of, is `left`. */
export type Chosen = {
  byAccount: { account: Account; targets: (Target & Pick<Row, 'thread' | 'is_own'>)[] }[];
  left: Skipped[];
};

/** A query that finds more messages is refused, so that a mistake in it does not touch everything. */
const mostByQuery = 200_000;

/**
 * Chooses what a mutation acts on; what a query finds is frozen here. Throws Failure `invalid_input` where nothing, or
 * more than one kind of thing, is named; `malformed_id`; `not_found` where nothing of what is named is here;
 * `too_many_messages`; and what `parseQuery` throws.
 */
export function chooseTargets(wish: TargetWish, parts: TargetParts): Chosen {
  const named = [wish.message_ids, wish.thread_ids, wish.query].filter((each) => each !== undefined);
  if (named.length !== 1 || named[0]?.length === 0) throw noTarget();
  if (wish.conversations && wish.query === undefined) throw noSearch();
  if (wish.query !== undefined) {
    const found = queried(wish.query, parts);
    const rows = wish.conversations ? threadRows(parts.read, [...new Set(found.map(({ thread }) => thread))]) : found;
    return { byAccount: byAccountOf(parts, rows), left: [] };
  }
  const ids = [...new Set([...(wish.message_ids ?? wish.thread_ids ?? [])].map((id) => id.toLowerCase()))];
  if (ids.some((id) => !isUuid(id))) throw malformed();
  return wish.message_ids ? byIds(parts, ids) : ofThreads(parts, ids);
}

/** `is_own`: its owner wrote it, and it did not come to the inbox; only asked about in conversations. */
type Row = { id: number; message_id: string; account: number; thread: number; is_own: number };

function byIds(parts: TargetParts, ids: readonly string[]): Chosen {
  const rows = parts.read.all<Row>(sql`
    SELECT id, message_id, account, thread, 0 AS is_own FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
  if (rows.length === 0) throw notFound('message');
  const found = new Map(rows.map((row) => [row.message_id, row]));
  const left = ids
    .filter((id) => !found.has(id))
    .map((message_id) => unknown(message_id, 'There is no such message here.'));
  return {
    byAccount: byAccountOf(
      parts,
      ids.flatMap((id) => found.get(id) ?? []),
    ),
    left,
  };
}

function ofThreads(parts: TargetParts, ids: readonly string[]): Chosen {
  const threads = new Map(ids.map((id) => [id, threadNamed(parts.read, id)]));
  const found = [...new Set([...threads.values()].filter((thread) => thread !== undefined))];
  if (found.length === 0) throw notFound('conversation');
  const left = [...threads]
    .filter(([, thread]) => thread === undefined)
    .map(([id]) => unknown(id, 'There is no such conversation here.'));
  return { byAccount: byAccountOf(parts, threadRows(parts.read, found)), left };
}

/** Every message of conversations, by internal id. */
function threadRows(db: ReadDb, threads: readonly number[]): Row[] {
  return db.all<Row>(sql`
    SELECT id, message_id, account, thread, flags & ${flagBits.SENT | flagBits.DRAFT} <> 0 AND NOT EXISTS
      (SELECT 1 FROM label_messages lm JOIN labels l ON l.id = lm.label WHERE lm.message = m.id AND l.role = 'inbox') AS is_own
    FROM messages m WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)})) ORDER BY sort_key`);
}

function queried(text: string, { read, accounts, now, zone }: TargetParts): Row[] {
  const query = parseQuery(text);
  if (!query) throw noTarget();
  const plan = compileQuery(read, query, { accounts, now, zone });
  const ids = hits(read, plan, { order: 'newest', limit: mostByQuery + 1 }).map(({ id }) => id);
  if (ids.length > mostByQuery) throw tooMany();
  return read.all<Row>(sql`
    SELECT id, message_id, account, thread, 0 AS is_own FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))
    ORDER BY sort_key DESC`);
}

function byAccountOf({ accounts }: TargetParts, rows: readonly Row[]): Chosen['byAccount'] {
  const groups = Map.groupBy(rows, ({ account }) => account);
  return accounts.flatMap((account) => {
    const own = groups.get(account.id);
    return own ? [{ account, targets: own.map(({ account: _, ...target }) => target) }] : [];
  });
}

/** What a whole conversation is asked to do is not asked of what its owner wrote in it, unless that came to the inbox, or there is nothing else. */
export function withoutOwn(chosen: Chosen): Chosen {
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const ofOthers = new Set(targets.filter(({ is_own }) => is_own === 0).map(({ thread }) => thread));
    return { account, targets: targets.filter(({ is_own, thread }) => is_own === 0 || !ofOthers.has(thread)) };
  });
  return { ...chosen, byAccount };
}

/** Of each conversation the message that lists show it by: the newest that is no draft. */
export function newestOfThreads(db: ReadDb, chosen: Chosen): Chosen {
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const ids = jsonList(targets.map(({ id }) => id));
    const newest = db.all<{ id: number }>(sql`
      SELECT id, max(position) FROM messages
      WHERE id IN (SELECT value FROM json_each(${ids})) AND flags & ${flagBits.DRAFT} = 0 GROUP BY thread`);
    const wanted = new Set(newest.map(({ id }) => id));
    return { account, targets: targets.filter(({ id }) => wanted.has(id)) };
  });
  return { ...chosen, byAccount: byAccount.filter(({ targets }) => targets.length > 0) };
}

function unknown(message_id: string, reason: string): Skipped {
  return { message_id, outcome: 'skipped', reason };
}

function noTarget(): Failure {
  const sentence = 'Say what to act on: message_ids, thread_ids or query, exactly one of them, and not empty.';
  return new Failure('invalid', 'invalid_input', sentence);
}

function noSearch(): Failure {
  return new Failure('invalid', 'invalid_input', 'conversations says what a query means, and no query is given.');
}

function tooMany(): Failure {
  const sentence = `The search finds more than ${grouped(mostByQuery)} messages. Narrow it, for example by dates.`;
  return new Failure('invalid', 'too_many_messages', sentence);
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}

function notFound(noun: 'message' | 'conversation'): Failure {
  return new Failure('missing', 'not_found', `There is no such ${noun} here. It may have been deleted.`);
}
