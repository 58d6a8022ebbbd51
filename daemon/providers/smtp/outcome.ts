import { ProviderError } from '../provider.ts';
import type { OutgoingMessage, RecipientOutcome, SendOutcome, ServerReply } from '../sender.ts';
import { wireAddress } from './envelope.ts';
import { isRefusal, isTemporary, replyOf } from './reply.ts';
import { messageForReply } from './reply-words.ts';
import { replyIn, troubleOf, type WireError } from './trouble.ts';

export type Refused = Extract<SendOutcome, { state: 'refused' }>;

export const stopped: Refused = {
  state: 'refused',
  reason: 'stopped',
  isTemporary: true,
  recipients: [],
  reply: null,
  message: 'The sending was stopped before the message was handed over.',
};

/** The outcome of trouble before anybody can have taken the message. Throws what is no trouble of a server or a line. */
export function troubled(thrown: unknown): Refused {
  if (!(thrown instanceof ProviderError)) throw thrown;
  const { reason, message } = thrown;
  return { ...stopped, reason, isTemporary: reason !== 'auth' && reason !== 'refused', message };
}

/** What it means when the line or the server failed after the whole message had been let go. */
export function verdictOf(thrown: unknown, host: string): SendOutcome {
  const reply = replyIn(thrown as WireError);
  if (reply && isRefusal(reply)) return answered(reply);
  return {
    state: 'unknown',
    message: `The connection to ${host} broke after the whole message had been handed over, and before ${host} had said whether it takes it.`,
  };
}

/** What it means when the line or the server failed before that. Throws what is no trouble of either. */
export function refusalOf(thrown: unknown, host: string, message: OutgoingMessage): Refused {
  if (thrown instanceof ProviderError) return troubled(thrown);
  const error = thrown as WireError;
  const reply = replyIn(error);
  if (error.rejectedErrors) return allRefused(error.rejectedErrors, message, host);
  if (reply && isRefusal(reply)) return answered(reply, error.command === 'MAIL FROM' ? message.from : undefined);
  if (reply && error.code !== 'EPROTOCOL') return troubled(outOfTurn(host, error.response));
  return troubled(troubleOf(thrown, host));
}

/** A reply that refused the message as a whole; the one to MAIL FROM may be about the sender's address. */
function answered(reply: ServerReply, from?: string): Refused {
  return {
    state: 'refused',
    reason: reply.code === 552 && !reply.status ? 'too_large' : reasonOf(reply),
    isTemporary: isTemporary(reply),
    recipients: [],
    reply,
    message: messageForReply(reply, reply.status?.[2] === '1' ? from : undefined),
  };
}

function allRefused(errors: readonly WireError[], { to }: OutgoingMessage, host: string): Refused {
  const recipients = to.map((email) => refusedRecipient(email, errors));
  // What may go another time is tried another time.
  const decisive = recipients.find((each) => each.isTemporary) ?? recipients[0];
  if (!decisive) return troubled(outOfTurn(host, undefined));
  const { reply, email, isTemporary } = decisive;
  const words = to.length === 1 ? messageForReply(reply, email) : `${host} takes it for none of its recipients.`;
  return { state: 'refused', reason: reasonOf(reply), isTemporary, recipients, reply, message: words };
}

/** What became of each recipient of a message that was taken. */
export function recipientsOf(
  { to }: OutgoingMessage,
  { accepted, rejectedErrors = [] }: { accepted: readonly string[]; rejectedErrors?: readonly WireError[] | undefined },
): RecipientOutcome[] {
  return to.map((email) =>
    accepted.includes(wireAddress(email)) ? { email, state: 'accepted' } : refusedRecipient(email, rejectedErrors),
  );
}

function refusedRecipient(email: string, errors: readonly WireError[]) {
  const error = errors.find(({ recipient }) => recipient === wireAddress(email));
  const reply = (error && replyIn(error)) ?? { code: null, status: null, text: '' };
  return { email, state: 'refused' as const, isTemporary: isTemporary(reply), reply };
}

/** An answer that fits nothing that was said. */
export function outOfTurn(host: string, said: string | undefined): ProviderError {
  const words = said ? replyOf(said).text : 'nothing';
  return new ProviderError('protocol', `${host} answered out of turn (${words}). The message was not handed over.`);
}

/** What a refusal is about, as far as it decides what happens next. */
function reasonOf(reply: ServerReply): Refused['reason'] {
  const { code, status, text } = reply;
  const detail = status?.slice(2);
  if (detail === '3.4' || detail === '2.3') return 'too_large';
  if (detail === '6.7') return 'no_smtputf8';
  // RFC 3207 has one code for both (section 4).
  if (code === 530) return /STARTTLS/i.test(text) ? 'tls' : 'auth';
  if (code === 534 || code === 535) return 'auth';
  return isTemporary(reply) ? 'busy' : 'refused';
}
