import { Failure } from './base/failure.ts';
import type { Caller } from './handling.ts';
import { tokenNamed, tokenWithSecret, type Token } from './mail/tokens.ts';
import type { ReadDb } from './store/db.ts';

/** Who holds a token that was made beside the owner's own; undefined for what is none. */
export function holderOf(read: ReadDb, secret: string): Caller | undefined {
  const token = tokenWithSecret(read, secret);
  return token && callerWith(token);
}

/**
 * Somebody who came with a token a while ago, with what that token allows now. Throws Failure `token_removed` where it was
 * taken from them.
 */
export function presentHolder(read: ReadDb, caller: Caller): Caller {
  if (caller.token_id === undefined) return caller;
  const token = tokenNamed(read, caller.token_id);
  if (!token) throw new Failure('refused', 'token_removed', 'The token of this connection has been removed.');
  return { ...callerWith(token), origin: caller.origin };
}

function callerWith({ token_id, origin, account_ids: only }: Token): Caller {
  return { origin, token_id, ...(only && { only }) };
}
