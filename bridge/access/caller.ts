import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../daemon/handler-types.ts';
import { HttpRefusal } from '../http/problem.ts';

/** What a caller may say it is. */
export const clientKinds = ['agent', 'mcp', 'script', 'cli', 'web'] as const;
/** Kinds that are held to a profile: what they may do does not follow from one another. */
const restrictedKinds: readonly string[] = ['agent', 'mcp'];

/** Who holds the owner's own token, or asks for what is open to all. */
export const owner: Caller = { origin: 'script' };

/**
 * Who asks. The token stands for its holder; the header `x-client-kind` can only say that something with fewer rights, or
 * a program of ours, asks on their behalf. Throws 400 for a word that is not one of them, and 403 where it would raise
 * the holder's rights.
 */
export function callerOf({ headers }: IncomingMessage, holder: Caller): Caller {
  const claimedKind = headers['x-client-kind'];
  if (claimedKind === undefined) return holder;
  const origin = clientKinds.find((kind) => kind === claimedKind);
  if (!origin) {
    throw new HttpRefusal(
      400,
      'unknown_client_kind',
      `The header x-client-kind must be one of ${clientKinds.join(', ')}.`,
    );
  }
  if (restrictedKinds.includes(holder.origin) && origin !== holder.origin) {
    throw new HttpRefusal(
      403,
      'client_kind_raised',
      `This token was made for "${holder.origin}", and the header x-client-kind cannot make it "${origin}".`,
    );
  }
  return { ...holder, origin };
}
