import { Failure } from './base/failure.ts';
import type { Caller } from './handler-types.ts';
import { findToken, tokenWithSecret, type Token } from './mail/callers/tokens.ts';
import type { ReadDb } from './store/db.ts';

/** Who holds a token that was made beside the owner's own; undefined for what is none. */
export function callerForToken(read: ReadDb, secret: string): Caller | undefined {
  const token = tokenWithSecret(read, secret);
  return token && callerOfToken(token);
}

/**
 * Somebody who came with a token a while ago, with what that token allows now. Throws Failure `token_removed` where it was
 * taken from them.
 */
export function revalidateCaller(read: ReadDb, caller: Caller): Caller {
  if (caller.token_id === undefined) return caller;
  const token = findToken(read, caller.token_id);
  if (!token) throw new Failure('refused', 'token_removed', 'The token of this connection has been removed.');
  return { ...callerOfToken(token), origin: caller.origin };
}

function callerOfToken({ token_id, origin, account_ids: only }: Token): Caller {
  return { origin, token_id, ...(only && { only }) };
}
