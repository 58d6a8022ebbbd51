import { instantOf, type Clock } from '../../base/clock.ts';
import type { Account } from '../accounts/accounts.ts';
import type { Actor } from '../../contract/ownership.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import { originOf, type Mutation, type MutationDetails } from '../mutations/journal.ts';
import { operationsOf } from '../mutations/operations.ts';
import { threadsOfMessages } from '../threads/threads.ts';
import { restoreDecisions } from '../screener/decision-changes.ts';
import { setMuted } from './muted-threads.ts';

type RestoreDeps = { db: WriteDb; clock: Clock };

/**
 * Mutes again or ends it, and restores the decisions about senders, when a mutation that changed them is undone. Returns the messages of the threads that are
 * shown otherwise, and whether all decisions were changed since, so that none is restored.
 */
export function restoreRules(
  { db, clock }: RestoreDeps,
  undone: Mutation,
  { accounts, actor }: { accounts: readonly Account[]; actor: Actor },
): { updated: { account: Account; messages: number[] }[]; isOvertaken: boolean } {
  const origin = originOf(db, undone);
  if (!origin) return { updated: [], isOvertaken: false };
  const { original, isRedone } = origin;
  const { muted } = JSON.parse(original.about) as MutationDetails;
  const at = instantOf(clock.now());
  const { isOvertaken } = restoreDecisions(db, original, { isRedone, actor });
  if (original.kind !== 'mute' || muted === undefined) return { updated: [], isOvertaken };
  const messages = operationsOf(db, original.id).flatMap(({ message }) => message ?? []);
  const threads = threadsOfMessages(db, messages);
  setMuted(db, threads, { muted: muted === isRedone, at, actor });
  return { updated: messagesByAccount(db, threads, accounts), isOvertaken };
}

/** The messages (internal ids) of threads, by account. */
function messagesByAccount(
  db: ReadDb,
  threads: readonly number[],
  accounts: readonly Account[],
): { account: Account; messages: number[] }[] {
  const rows = db.all<{ id: number; account: number }>(
    sql`SELECT id, account FROM messages WHERE thread IN (SELECT value FROM json_each(${jsonList(threads)}))`,
  );
  const groups = Map.groupBy(rows, ({ account }) => account);
  return accounts.flatMap((account) => {
    const own = groups.get(account.id);
    return own ? [{ account, messages: own.map(({ id }) => id) }] : [];
  });
}
