import type { Handlers } from '../../handler-types.ts';
import type { Account } from '../../mail/accounts/accounts.ts';
import { storedModelText } from '../../mail/assist/model-texts.ts';
import { threadContent } from '../../mail/assist/thread-content.ts';
import { findThread } from '../../mail/threads/threads.ts';
import { sql, type ReadDb } from '../../store/db.ts';
import type { gistsRequests } from './contract.ts';

export const gistsHandlers: Handlers<typeof gistsRequests> = {
  list({ thread_ids }, { db, accounts }) {
    const gists = thread_ids.flatMap((thread_id) => {
      const thread = visibleThread(db, accounts, thread_id);
      if (thread === undefined) return [];
      const { content_hash } = threadContent(db, thread);
      const gist = storedModelText(db, 'gist', { subject: { thread }, content_hash });
      return gist ? [{ thread_id, text: gist.text, model: gist.model, generated_at: gist.generated_at }] : [];
    });
    return { kind: 'ThreadGists', gists };
  },
};

/** A conversation (internal id) of one of these accounts. */
function visibleThread(db: ReadDb, accounts: readonly Account[], thread_id: string): number | undefined {
  const thread = findThread(db, thread_id.toLowerCase());
  const row =
    thread === undefined
      ? undefined
      : db.get<{ account: number }>(sql`SELECT account FROM threads WHERE id = ${thread}`);
  return accounts.some(({ id }) => id === row?.account) ? thread : undefined;
}
