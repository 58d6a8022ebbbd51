import { ProviderError } from '../provider.ts';
import type { MessageSubmission, RecipientOutcome, SendOutcome, ServerReply } from '../sender.ts';
import { wireAddress } from './envelope.ts';
import { isRefusal, isTemporary, parseReply } from './reply.ts';
import { messageForReply } from './reply-explanations.ts';
import { replyIn, smtpErrorOf, type NodemailerError } from './errors.ts';

export type RefusedOutcome = Extract<SendOutcome, { state: 'refused' }>;

export const stoppedOutcome: RefusedOutcome = {
  state: 'refused',
  reason: 'stopped',
  isTemporary: true,
  recipients: [],
  reply: null,
  message: 'Sending was stopped before the server had the message.',
};

/**
 * The outcome of an error before the server can have accepted the message. Rethrows errors not caused by a server or
 * connection.
 */
export function refusedByError(thrown: unknown): RefusedOutcome {
  if (!(thrown instanceof ProviderError)) throw thrown;
  const { reason, message } = thrown;
  return { ...stoppedOutcome, reason, isTemporary: reason !== 'auth' && reason !== 'refused', message };
}

/** The outcome when the connection or the server failed after the whole message had been released. */
export function outcomeAfterCommit(thrown: unknown, host: string): SendOutcome {
  const reply = replyIn(thrown as NodemailerError);
  if (reply && isRefusal(reply)) return refusedByReply(reply);
  return {
    state: 'unknown',
    message: `The connection to ${host} was lost after the whole message was sent, and before ${host} had said whether it takes it.`,
  };
}

/** The outcome when the connection or the server failed before that. Rethrows other errors. */
export function outcomeBeforeCommit(thrown: unknown, host: string, message: MessageSubmission): RefusedOutcome {
  if (thrown instanceof ProviderError) return refusedByError(thrown);
  const error = thrown as NodemailerError;
  const reply = replyIn(error);
  if (error.rejectedErrors) return allRefused(error.rejectedErrors, message, host);
  if (reply && isRefusal(reply)) return refusedByReply(reply, error.command === 'MAIL FROM' ? message.from : undefined);
  if (reply && error.code !== 'EPROTOCOL') return refusedByError(unexpectedReplyError(host, error.response));
  return refusedByError(smtpErrorOf(thrown, host));
}

/** A reply that refused the message as a whole; the reply to MAIL FROM may concern the sender's address. */
function refusedByReply(reply: ServerReply, from?: string): RefusedOutcome {
  return {
    state: 'refused',
    reason: reply.code === 552 && !reply.status ? 'too_large' : reasonOf(reply),
    isTemporary: isTemporary(reply),
    recipients: [],
    reply,
    message: messageForReply(reply, reply.status?.[2] === '1' ? from : undefined),
  };
}

function allRefused(errors: readonly NodemailerError[], { to }: MessageSubmission, host: string): RefusedOutcome {
  const recipients = to.map((email) => refusedRecipient(email, errors));
  // A message that may be accepted later is retried.
  const decisive = recipients.find((each) => each.isTemporary) ?? recipients[0];
  if (!decisive) return refusedByError(unexpectedReplyError(host, undefined));
  const { reply, email, isTemporary } = decisive;
  const explanation =
    to.length === 1 ? messageForReply(reply, email) : `${host} didn’t accept the message for any of its recipients.`;
  return { state: 'refused', reason: reasonOf(reply), isTemporary, recipients, reply, message: explanation };
}

/** The outcome for each recipient of an accepted message. */
export function recipientsOf(
  { to }: MessageSubmission,
  {
    accepted,
    rejectedErrors = [],
  }: { accepted: readonly string[]; rejectedErrors?: readonly NodemailerError[] | undefined },
): RecipientOutcome[] {
  return to.map((email) =>
    accepted.includes(wireAddress(email)) ? { email, state: 'accepted' } : refusedRecipient(email, rejectedErrors),
  );
}

function refusedRecipient(email: string, errors: readonly NodemailerError[]) {
  const error = errors.find(({ recipient }) => recipient === wireAddress(email));
  const reply = (error && replyIn(error)) ?? { code: null, status: null, text: '' };
  return { email, state: 'refused' as const, isTemporary: isTemporary(reply), reply };
}

/** A reply that does not match any command. */
export function unexpectedReplyError(host: string, reply: string | undefined): ProviderError {
  const replyText = reply ? parseReply(reply).text : 'nothing';
  return new ProviderError('protocol', `${host} sent an unexpected reply (${replyText}). The message wasn’t sent.`);
}

/** The subject of a refusal, as far as it determines the next step. */
function reasonOf(reply: ServerReply): RefusedOutcome['reason'] {
  const { code, status, text } = reply;
  const detail = status?.slice(2);
  if (detail === '3.4' || detail === '2.3') return 'too_large';
  if (detail === '6.7') return 'no_smtputf8';
  // RFC 3207 has one code for both (section 4).
  if (code === 530) return /STARTTLS/i.test(text) ? 'tls' : 'auth';
  if (code === 534 || code === 535) return 'auth';
  return isTemporary(reply) ? 'busy' : 'refused';
}
