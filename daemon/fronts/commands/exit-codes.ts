import { Failure } from '../../base/failure.ts';

/** The exit codes of every command. Scripts rely on them: a number keeps its meaning. */
export const exitCodes = {
  done: 0,
  failed: 1,
  usage: 2,
  notRunning: 3,
  refused: 4,
  notFound: 5,
  timedOut: 6,
  connectionLost: 7,
  needsApproval: 8,
  interrupted: 130,
} as const;

/** What each code means, for the manual. */
export const exitCodeMeanings: Readonly<Record<(typeof exitCodes)[keyof typeof exitCodes], string>> = {
  0: 'done',
  1: 'failed; the message says why',
  2: 'the command line or a value in it is invalid; nothing was done',
  3: 'Posthorn isn’t running, or isn’t at the address',
  4: 'refused by a safety policy, an agent profile or a token',
  5: 'there is no such message, conversation, account or other item',
  6: 'no answer in time; Posthorn continues with what it was asked for',
  7: 'the connection was lost before the answer; the change may have been made',
  8: 'waits for the owner’s approval',
  130: 'interrupted with Ctrl-C',
};

/** An argument or an option that is invalid. */
export class UsageError extends Error {}

/** A change that the owner has to approve first: it has not been made. */
export class PendingApproval extends Error {
  readonly reply: object;

  constructor(reply: object) {
    super('Nothing was done yet: the owner has to approve it first.');
    this.reply = reply;
  }
}

/** Whether a reply says that the owner has to approve the request first. */
export function isPendingApproval(reply: unknown): reply is object {
  return typeof reply === 'object' && reply !== null && 'status' in reply && reply.status === 'pending_approval';
}

/** The exit code for what a command threw. */
export function exitCodeOf(thrown: unknown): number {
  if (thrown instanceof UsageError) return exitCodes.usage;
  if (thrown instanceof PendingApproval) return exitCodes.needsApproval;
  if (!(thrown instanceof Failure)) return exitCodes.failed;
  const byCode: Readonly<Record<string, number>> = {
    no_daemon: exitCodes.notRunning,
    timed_out: exitCodes.timedOut,
    daemon_gone: exitCodes.connectionLost,
    invalid_input: exitCodes.usage,
    bad_address: exitCodes.usage,
    unknown_request: exitCodes.usage,
  };
  const byKind: Readonly<Record<string, number>> = { refused: exitCodes.refused, missing: exitCodes.notFound };
  return byCode[thrown.code] ?? byKind[thrown.kind] ?? exitCodes.failed;
}
