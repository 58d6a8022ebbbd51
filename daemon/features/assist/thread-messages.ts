import { Failure } from '../../base/failure.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import type { ReadableMessage } from '../../mail/assist/readable-messages.ts';
import { threadContent, type ThreadContent } from '../../mail/assist/thread-content.ts';
import { findThread } from '../../mail/threads/threads.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { AssistDeps } from './deps.ts';

/** A conversation of one of these accounts. Throws Failure `not_found`. */
export function requireThread(
  db: ReadDb,
  accounts: readonly Account[],
  thread_id: string,
): ThreadContent & { thread: number; thread_id: string; account: Account } {
  const thread = findThread(db, thread_id.toLowerCase());
  const row =
    thread === undefined
      ? undefined
      : db.get<{ account: number; thread_id: string }>(
          sql`SELECT account, thread_id FROM threads WHERE id = ${thread}`,
        );
  const account = accounts.find(({ id }) => id === row?.account);
  if (thread === undefined || !row || !account)
    throw new Failure('missing', 'not_found', 'There is no such conversation here. It may have been deleted.');
  return { ...threadContent(db, thread), thread, thread_id: row.thread_id, account };
}

/** A conversation (internal id) of one of these accounts. */
export function visibleThread(db: ReadDb, accounts: readonly Account[], thread_id: string): number | undefined {
  const thread = findThread(db, thread_id.toLowerCase());
  const row =
    thread === undefined
      ? undefined
      : db.get<{ account: number }>(sql`SELECT account FROM threads WHERE id = ${thread}`);
  return accounts.some(({ id }) => id === row?.account) ? thread : undefined;
}

/** Messages for a model, without those that have no text. Throws Failure `not_downloaded` where none has. */
export async function requireTexts(
  { readMessages }: Pick<AssistDeps, 'readMessages'>,
  messages: readonly number[],
): Promise<ReadableMessage[]> {
  const read = (await readMessages(messages.slice(-maxMessages))).filter(({ text }) => text !== '');
  if (read.length > 0) return read;
  const sentence = 'There is no text to read. It may not have been downloaded yet.';
  throw new Failure('unavailable', 'not_downloaded', sentence, { retryable: true });
}

/** More of one conversation fits into no model that runs at home. */
const maxMessages = 200;
