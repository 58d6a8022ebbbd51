import type { IncomingMessage } from 'node:http';
import type { Caller } from '../../daemon/handler-types.ts';
import { HttpRefusal } from '../http/problem.ts';

/** The client kinds a caller may state. */
export const clientKinds = ['agent', 'mcp', 'script', 'cli', 'web'] as const;
/** Kinds with a permission profile: the rights of one kind do not follow from those of another. */
const restrictedKinds: readonly string[] = ['agent', 'mcp'];

/** The caller with the owner's token, or the caller of a public address. */
export const owner: Caller = { origin: 'script' };

/**
 * The caller of a request. The token stands for its holder. The header `x-client-kind` can only state a kind with fewer
 * rights, or a program of Posthorn that acts for the holder. Throws 400 for an unknown kind, and 403 for a kind that would
 * raise the holder's rights.
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
      `This token was created for "${holder.origin}". The header x-client-kind can’t change that to "${origin}".`,
    );
  }
  return { ...holder, origin };
}
