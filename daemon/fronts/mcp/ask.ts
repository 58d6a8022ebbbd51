import type { RequestName, RowOf } from '../../contract.ts';
import type { PendingApproval } from '../../contract/approval.ts';
import type { Request } from '../../contract/define.ts';
import type { ReplyOf } from '../../handler-types.ts';

export type Reply<Name extends RequestName> =
  RowOf<Name> extends infer Row ? (Row extends Request ? ReplyOf<Row> : never) : never;

export type AskOptions = {
  signal?: AbortSignal;
  idempotencyKey?: string | undefined;
  /** Why a change is asked for, which the owner reads if it has to be approved. */
  reason?: string | undefined;
};

/**
 * Sends a request to the daemon as the caller of the tool server, and returns its reply as parsed JSON. Throws the Failure
 * of the request, and `no_daemon` where Posthorn is not running.
 */
export type Ask = <Name extends RequestName>(name: Name, input: object, options?: AskOptions) => Promise<Reply<Name>>;

export function isPendingApproval(reply: unknown): reply is PendingApproval {
  return typeof reply === 'object' && reply !== null && 'status' in reply && reply.status === 'pending_approval';
}
