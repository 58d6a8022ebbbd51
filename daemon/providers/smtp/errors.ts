import { connectionErrorOf } from '../connection-errors.ts';
import { ProviderError } from '../provider.ts';
import type { ProviderErrorKind, ProviderErrorReason } from '../provider.ts';
import type { ServerReply } from '../sender.ts';
import { isTemporary, parseReply } from './reply.ts';

/** The properties of nodemailer's errors: `code` is nodemailer's own, and a system error has its code in `originalCode`. */
export type NodemailerError = Error & {
  code?: string;
  originalCode?: string;
  timeoutType?: string;
  /** The server's reply that caused the error. */
  response?: string;
  /** The command that it answered. */
  command?: string;
  /** For recipients, one each. */
  rejectedErrors?: NodemailerError[];
  recipient?: string;
};

/** The server's reply that caused an error. */
export function replyIn({ response }: NodemailerError): ServerReply | undefined {
  return response ? parseReply(response) : undefined;
}

/**
 * Converts an error to a `ProviderError` with a sentence; `host` is the server's name. Errors that are not caused by the
 * network or the server, such as bugs, are returned unchanged.
 */
export function smtpErrorOf(thrown: unknown, host: string): unknown {
  if (thrown instanceof ProviderError || !(thrown instanceof Error)) return thrown;
  const error = thrown as NodemailerError;
  const reply = replyIn(error);
  const errorWith = (reason: ProviderErrorReason, message: string, kind?: ProviderErrorKind) =>
    new ProviderError(reason, message, { cause: error, kind, serverText: reply && serverTextOf(reply) });

  if (error.code === 'EAUTH') return errorWith(...signInErrorOf(reply, host));
  // nodemailer requires TLS from a server without EHLO, and reports that only in the text of its error.
  const isTls = error.code === 'ETLS' || /\bSTARTTLS\b/.test(error.message);
  const connectionError = connectionErrorOf(error, host, { code: systemCodeOf(error), isTls });
  if (connectionError) return connectionError;
  if (reply) return errorWith(...replyErrorOf(reply, host));
  if (error.code === 'EPROTOCOL')
    return errorWith(
      'protocol',
      `${host} answered in a way Posthorn doesn’t understand. Check the address and the port of the server.`,
    );
  if (error.code === 'EENVELOPE' || error.code === 'EMESSAGE') return errorWith('refused', `${error.message}.`);
  return thrown;
}

function systemCodeOf({ code, originalCode, timeoutType, response }: NodemailerError): string {
  if (originalCode || timeoutType) return originalCode ?? timeoutType ?? '';
  if (code === 'EDNS') return 'ENOTFOUND';
  return (code === 'ECONNECTION' || code === 'ESOCKET') && !response ? 'ECONNRESET' : '';
}

type ErrorDetails = [reason: ProviderErrorReason, message: string, kind?: ProviderErrorKind];

function serverTextOf({ code, status, text }: ServerReply): string {
  return [code, status, text].filter((part) => part !== null && part !== '').join(' ');
}

function signInErrorOf(reply: ServerReply | undefined, host: string): ErrorDetails {
  if (!reply)
    return ['auth', `${host} ended the sign-in without an answer. Check the username and the password.`, 'sign_in'];
  const { code, status } = reply;
  if (isTemporary(reply)) return ['busy', `${host} can’t sign anyone in right now: ${reply.text}`];
  // 538 and 5.7.11: the sign-in requires encryption (RFC 4954, section 6).
  if (code === 538 || status === '5.7.11')
    return [
      'tls',
      `${host} doesn’t accept a password over this connection. Turn on encryption for the account.`,
      'wants_encryption',
    ];
  return ['auth', `${host} didn’t accept the username and password: ${reply.text}`, 'sign_in'];
}

function replyErrorOf(reply: ServerReply, host: string): ErrorDetails {
  if (reply.code === null || reply.code < 400)
    return ['protocol', `${host} answered in a way Posthorn doesn’t understand: ${reply.text}`];
  if (saysTooManyConnections(reply))
    return ['busy', `${host} doesn’t accept another connection right now: ${reply.text}`, 'too_many_connections'];
  if (isTemporary(reply)) return ['busy', `${host} is busy: ${reply.text}`];
  return ['refused', `${host} refused: ${reply.text}`];
}

/** 421 is also sent by servers that shut down (RFC 5321, section 3.8); 4.7.0 by Postfix, which counts connections. */
function saysTooManyConnections({ code, text }: ServerReply): boolean {
  return code === 421 && /\btoo many\b.*\b(connections|sessions)\b|\bconnections? limit\b/i.test(text);
}
