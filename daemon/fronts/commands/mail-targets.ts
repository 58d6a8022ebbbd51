import { Failure } from '../../base/failure.ts';
import type { CommandContext } from './context.ts';
import { UsageError } from './exit-codes.ts';
import type { Listed } from './short-ids.ts';

/** The mail that a change is about, as the rows of changes take it. */
export type MailTarget = { message_ids?: string[]; thread_ids?: string[]; query?: string };

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/**
 * What an argument names: a short id of an earlier list, a whole id, or a whole id with its kind (`thread:…`,
 * `message:…`). Throws Failure `unknown_id`, `ambiguous_id`.
 */
export async function findMail(context: CommandContext, text: string): Promise<Listed> {
  const [, prefix, id = ''] = /^(thread|message):(.*)$/.exec(text) ?? [];
  if (prefix === 'thread' || prefix === 'message') return { kind: prefix, id };
  try {
    const found = (await context.shortIds()).find(text);
    if (found.kind !== 'draft') return found;
    throw new UsageError(`“${text}” is a draft. Use "posthorn draft" or "posthorn send" for it.`);
  } catch (failed) {
    if (uuid.test(text) && failed instanceof Failure && failed.code === 'unknown_id')
      return unlistedMail(context, text);
    throw failed;
  }
}

/** An id that no list on this computer had is a conversation if there is one, and otherwise a message. */
async function unlistedMail({ ask }: CommandContext, id: string): Promise<Listed> {
  try {
    await ask('threads.get', { thread_id: id });
    return { kind: 'thread', id };
  } catch (failed) {
    if (failed instanceof Failure && failed.kind === 'missing') return { kind: 'message', id };
    throw failed;
  }
}

/** The mail of a change: the named ids, or what `--query` finds. Exactly one of both is needed. */
export async function mailTarget(
  context: CommandContext,
  ids: readonly string[],
  query: string | undefined,
): Promise<MailTarget> {
  if (query !== undefined && ids.length > 0) throw new UsageError('Name ids or a --query, not both.');
  if (query !== undefined) return { query };
  if (ids.length === 0) throw new UsageError('Name at least one conversation or message, or a --query.');
  const found: Listed[] = [];
  for (const id of ids) found.push(await findMail(context, id));
  const ofKind = (wanted: Listed['kind']) => found.filter(({ kind }) => kind === wanted).map(({ id }) => id);
  const [message_ids, thread_ids] = [ofKind('message'), ofKind('thread')];
  return { ...(message_ids.length > 0 && { message_ids }), ...(thread_ids.length > 0 && { thread_ids }) };
}
