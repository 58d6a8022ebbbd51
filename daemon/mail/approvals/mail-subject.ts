import { Failure } from '../../base/failure.ts';
import type { Request } from '../../contract/define.ts';
import type { ReadDb } from '../../store/db.ts';
import { jsonList, sql } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';
import { chooseTargets } from '../mutations/targets/targets.ts';
import type { ApprovalContent } from '../../contract/approval.ts';

/** How much of the mail is shown. */
const maxShown = 20;
/** The longest lists that requests take. */
const maxPinned = { message_ids: 50_000, thread_ids: 10_000 };

type MailDeps = {
  /** A connection with the index attached. */
  read: ReadDb;
  accounts: readonly Account[];
  now: Date;
  zone: string | undefined;
};

/**
 * The input of a request that names the mail which its search finds now, so that an approval is not for other mail later.
 * Throws Failure `too_many_messages`, and what `chooseTargets` throws.
 */
export function pinnedInput(
  { input: schema, scope }: Pick<Request, 'input' | 'scope'>,
  input: Record<string, unknown>,
  deps: MailDeps,
): Record<string, unknown> {
  const { query, conversations, ...rest } = input;
  const isOnMail = typeof scope === 'object' && ('messages' in scope || 'threads' in scope);
  if (typeof query !== 'string' || !isOnMail) return input;
  const { byAccount } = chooseTargets({ query }, deps);
  const targets = byAccount.flatMap((each) => each.targets);
  const key = conversations !== true && 'message_ids' in schema.shape ? 'message_ids' : 'thread_ids';
  const ids = key === 'message_ids' ? targets.map(({ message_id }) => message_id) : publicThreadIds(deps.read, targets);
  if (ids.length > maxPinned[key]) throw tooMany();
  return ids.length === 0 ? input : { ...rest, [key]: ids };
}

function publicThreadIds(read: ReadDb, targets: readonly { thread: number }[]): string[] {
  const threads = jsonList([...new Set(targets.map(({ thread }) => thread))]);
  return read
    .all<{ thread_id: string }>(
      sql`
      SELECT thread_id FROM threads WHERE id IN (SELECT value FROM json_each(${threads})) ORDER BY id`,
    )
    .map(({ thread_id }) => thread_id);
}

type MailSubject = Pick<ApprovalContent, 'mail' | 'mail_count'> & {
  /** The ids of all of it. */
  message_ids: string[];
};

/** The mail that the input of a request names, as far as it is of these accounts. */
export function mailSubject(
  { read, accounts }: Pick<MailDeps, 'read' | 'accounts'>,
  { scope }: Pick<Request, 'scope'>,
  input: Record<string, unknown>,
): MailSubject {
  const visible = jsonList(accounts.map(({ id }) => id));
  const { messages = [], threads = [] } = (typeof scope === 'object' ? scope : {}) as Record<string, string | string[]>;
  const named = (keys: string | readonly string[]) =>
    jsonList(
      [keys]
        .flat()
        .flatMap((key) => [input[key]].flat())
        .filter((id) => typeof id === 'string')
        .map((id) => id.toLowerCase()),
    );
  const rows = read.all<{ message_id: string; thread_id: string; subject: string; sender: string }>(sql`
    SELECT m.message_id, t.thread_id, m.subject, coalesce(m.from_name, m.from_email) AS sender
    FROM messages m JOIN threads t ON t.id = m.thread
    WHERE m.account IN (SELECT value FROM json_each(${visible}))
      AND (m.message_id IN (SELECT value FROM json_each(${named(messages)}))
        OR t.thread_id IN (SELECT value FROM json_each(${named(threads)})))
    ORDER BY m.sort_key DESC`);
  return {
    mail: rows.slice(0, maxShown),
    mail_count: rows.length,
    message_ids: rows.map(({ message_id }) => message_id),
  };
}

function tooMany(): Failure {
  return new Failure('invalid', 'too_many_messages', 'This is too much mail for one approval. Narrow the search.');
}
