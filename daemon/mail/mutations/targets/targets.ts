import { Failure } from '../../../base/failure.ts';
import { isUuid } from '../../../base/ids.ts';
import { formatInteger } from '../../../base/numbers.ts';
import { jsonList, sql, type ReadDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import type { SkippedMessage, MutationTarget } from '../apply.ts';
import { flagBits } from '../../messages/flags.ts';
import { compileQuery } from '../../query/compile.ts';
import { parseQuery } from '../../query/parse.ts';
import { findHits } from '../../query/run.ts';
import { accountsOfThreads } from '../../messages/messages.ts';
import { findThread } from '../../threads/threads.ts';

/** The targets of a request: exactly one of the first three. */
export type TargetRequest = {
  message_ids?: readonly string[] | undefined;
  thread_ids?: readonly string[] | undefined;
  query?: string | undefined;
  /** Whether whole conversations with a match for `query` are meant. */
  conversations?: boolean | undefined;
};

/** Whether a request targets whole conversations, and not single messages. */
export function targetsConversations({ thread_ids, conversations = false }: TargetRequest): boolean {
  return thread_ids !== undefined || conversations;
}

type TargetDeps = {
  /** A connection with the index attached, for queries. */
  read: ReadDb;
  accounts: readonly Account[];
  now: Date;
  /** The IANA name of a time zone; undefined is the time zone of the machine. */
  zone: string | undefined;
};

/**
 * The messages that a request targets, by account. `skipped`: ids that are not stored, and threads without messages.
 */
export type ChosenTargets = {
  byAccount: { account: Account; targets: (MutationTarget & Pick<TargetRow, 'thread' | 'is_own'>)[] }[];
  skipped: SkippedMessage[];
};

/** A query with more matches is refused, so that a mistake in it does not change everything. */
const maxQueryTargets = 200_000;

/**
 * Chooses the targets of a mutation; the result of a query is fixed here. Throws Failure `invalid_input` if no target
 * kind or more than one is given; `malformed_id`; `not_found` if none of the targets is stored; `too_many_messages`;
 * and the failures of `parseQuery`.
 */
export function chooseTargets(request: TargetRequest, deps: TargetDeps): ChosenTargets {
  const named = [request.message_ids, request.thread_ids, request.query].filter((each) => each !== undefined);
  if (named.length !== 1 || named[0]?.length === 0) throw noTarget();
  if (request.conversations && request.query === undefined) throw noSearch();
  if (request.query !== undefined) {
    const found = messagesMatching(request.query, deps);
    const rows = request.conversations ? threadRows(deps.read, [...new Set(found.map(({ thread }) => thread))]) : found;
    return { byAccount: groupByAccount(deps, rows), skipped: [] };
  }
  const ids = [...new Set([...(request.message_ids ?? request.thread_ids ?? [])].map((id) => id.toLowerCase()))];
  if (ids.some((id) => !isUuid(id))) throw malformed();
  return request.message_ids ? targetsByMessageId(deps, ids) : targetsOfThreads(deps, ids);
}

/** `is_own`: the user wrote the message, and it did not arrive in the inbox; only read for conversations. */
type TargetRow = { id: number; message_id: string; account: number; thread: number; is_own: number };

function targetsByMessageId(deps: TargetDeps, ids: readonly string[]): ChosenTargets {
  const rows = deps.read.all<TargetRow>(sql`
    SELECT id, message_id, account, thread, 0 AS is_own FROM messages WHERE message_id IN (SELECT value FROM json_each(${jsonList(ids)}))`);
  const visible = rows.filter(({ account }) => deps.accounts.some(({ id }) => id === account));
  if (visible.length === 0) throw notFound('message');
  const found = new Map(visible.map((row) => [row.message_id, row]));
  const skipped = ids
    .filter((id) => !found.has(id))
    .map((message_id) => skippedTarget(message_id, 'There is no such message.'));
  return {
    byAccount: groupByAccount(
      deps,
      ids.flatMap((id) => found.get(id) ?? []),
    ),
    skipped,
  };
}

function targetsOfThreads(deps: TargetDeps, ids: readonly string[]): ChosenTargets {
  const threads = new Map(ids.map((id) => [id, findVisibleThread(deps, id)]));
  const found = [...new Set([...threads.values()].filter((thread) => thread !== undefined))];
  if (found.length === 0) throw notFound('conversation');
  const skipped = [...threads]
    .filter(([, thread]) => thread === undefined)
    .map(([id]) => skippedTarget(id, 'There is no such conversation.'));
  return { byAccount: groupByAccount(deps, threadRows(deps.read, found)), skipped };
}

function findVisibleThread({ read, accounts }: TargetDeps, thread_id: string): number | undefined {
  const [owner] = accountsOfThreads(read, [thread_id]);
  return accounts.some(({ id }) => id === owner?.account) ? findThread(read, thread_id) : undefined;
}

/** All messages of these conversations, by internal id. */
function threadRows(db: ReadDb, threads: readonly number[]): TargetRow[] {
  return db.all<TargetRow>(sql`
    SELECT id, message_id, account, thread, flags & ${flagBits.SENT | flagBits.DRAFT} <> 0 AND NOT EXISTS
      (SELECT 1 FROM label_messages lm JOIN labels l ON l.id = lm.label WHERE lm.message = m.id AND l.role = 'inbox') AS is_own
    FROM messages m WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)})) ORDER BY sort_key`);
}

function messagesMatching(text: string, { read, accounts, now, zone }: TargetDeps): TargetRow[] {
  const query = parseQuery(text);
  if (!query) throw noTarget();
  const plan = compileQuery(read, query, { accounts, now, zone });
  const ids = findHits(read, plan, { order: 'newest', limit: maxQueryTargets + 1 }).map(({ id }) => id);
  if (ids.length > maxQueryTargets) throw tooMany();
  return read.all<TargetRow>(sql`
    SELECT id, message_id, account, thread, 0 AS is_own FROM messages WHERE id IN (SELECT value FROM json_each(${jsonList(ids)}))
    ORDER BY sort_key DESC`);
}

function groupByAccount({ accounts }: TargetDeps, rows: readonly TargetRow[]): ChosenTargets['byAccount'] {
  const groups = Map.groupBy(rows, ({ account }) => account);
  return accounts.flatMap((account) => {
    const own = groups.get(account.id);
    return own ? [{ account, targets: own.map(({ account: _, ...target }) => target) }] : [];
  });
}

/**
 * Excludes messages that the user wrote from changes to whole conversations, unless they arrived in the inbox or there
 * are no others.
 */
export function withoutOwnMessages(chosen: ChosenTargets): ChosenTargets {
  const byAccount = chosen.byAccount.map(({ account, targets }) => {
    const ofOthers = new Set(targets.filter(({ is_own }) => is_own === 0).map(({ thread }) => thread));
    return { account, targets: targets.filter(({ is_own, thread }) => is_own === 0 || !ofOthers.has(thread)) };
  });
  return { ...chosen, byAccount };
}

/** The message of each conversation that lists show: the newest that is not a draft. */
export function newestOfThreads(db: ReadDb, chosen: ChosenTargets): ChosenTargets {
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

function skippedTarget(message_id: string, reason: string): SkippedMessage {
  return { message_id, outcome: 'skipped', reason };
}

function noTarget(): Failure {
  const sentence = 'Choose what to act on with exactly one of message_ids, thread_ids and query. It can’t be empty.';
  return new Failure('invalid', 'invalid_input', sentence);
}

function noSearch(): Failure {
  return new Failure('invalid', 'invalid_input', 'conversations says what a query means, and no query is given.');
}

function tooMany(): Failure {
  const sentence = `The search finds more than ${formatInteger(maxQueryTargets)} messages. Narrow it, for example by dates.`;
  return new Failure('invalid', 'too_many_messages', sentence);
}

function malformed(): Failure {
  return new Failure('invalid', 'malformed_id', 'An id is a UUID of the form xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx.');
}

function notFound(noun: 'message' | 'conversation'): Failure {
  return new Failure('missing', 'not_found', `There is no such ${noun} here. It may have been deleted.`);
}
