import { connectionErrorOf } from '../../connection-errors.ts';
import { ProviderError } from '../../provider.ts';
import type { ProviderErrorKind, ProviderErrorReason } from '../../provider.ts';

/** The server refuses a connection because it has too many already. Only thrown instead of a connection. */
export class TooManyConnections extends ProviderError {
  constructor(host: string, serverText: string, cause: unknown) {
    super('busy', `${host} doesn’t accept another connection right now: ${serverText}`, {
      cause,
      kind: 'too_many_connections',
      serverText,
    });
  }
}

/** The properties of errors from imapflow, Node's sockets and Node's TLS. */
type WireError = Error & {
  code?: string;
  /** The server's BYE text; on TLS errors, OpenSSL's text. */
  reason?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseStatus?: string;
  responseText?: string;
  serverResponseCode?: string;
};

/**
 * Converts an error to a `ProviderError` with a sentence; `host` is the server's name. Errors that are not caused by the
 * network or the server, such as bugs, are returned unchanged.
 */
export function imapErrorOf(thrown: unknown, host: string): unknown {
  if (thrown instanceof ProviderError || !(thrown instanceof Error)) return thrown;
  const error = thrown as WireError;
  const errorWith: ErrorFactory = (reason, message, kind) =>
    new ProviderError(reason, message, { cause: error, kind, serverText: serverTextOf(error) });

  if (error.authenticationFailed) return signInErrorOf(error, host, errorWith);
  // A BYE explains the closed connection that follows, so it is checked before the codes of a closed connection.
  if (error.reason && /^(NoConnection|EConnectionClosed|ClosedAfterConnect)/.test(error.code ?? ''))
    return errorWith('busy', `${host} ended the connection: ${error.reason}`);
  const connectionError = connectionErrorOf(error, host, { code: error.code ?? '', isTls: error.tlsFailed });
  if (connectionError) return connectionError;
  if (error.code === 'ETHROTTLE')
    return errorWith('busy', `${host} asks for fewer requests. Posthorn tries again later.`);
  if (error.responseStatus) return responseErrorOf(error, host, errorWith);
  if (
    /^(Parser|MAX_IMAP|LineToo|LiteralToo|ResponseToo|TooMany|Unexpected|Missing|Invalid|Response)/.test(
      error.code ?? '',
    )
  )
    return errorWith(
      'protocol',
      `${host} answered in a way Posthorn doesn’t understand. Check the address and the port of the server.`,
    );
  return thrown;
}

/** Like `imapErrorOf`, for errors while a connection was being opened. */
export function imapConnectErrorOf(thrown: unknown, host: string): unknown {
  const providerError = imapErrorOf(thrown, host);
  const byeText = (thrown as WireError | undefined)?.reason ?? '';
  const isTurnedAway =
    providerError instanceof ProviderError && providerError.reason === 'busy' && saysTooManyConnections(byeText);
  return isTurnedAway ? new TooManyConnections(host, byeText, thrown) : providerError;
}

type ErrorFactory = (reason: ProviderErrorReason, message: string, kind?: ProviderErrorKind) => ProviderError;

/** Its BYE text or its response, with the response code. */
function serverTextOf({ reason, responseText, serverResponseCode }: WireError): string | undefined {
  if (responseText === undefined) return reason;
  return serverResponseCode ? `[${serverResponseCode}] ${responseText}` : responseText;
}

function signInErrorOf(error: WireError, host: string, errorWith: ErrorFactory): ProviderError {
  const words = error.responseText ?? error.message;
  const code = error.serverResponseCode ?? '';
  if (code === 'LIMIT' || saysTooManyConnections(words)) return new TooManyConnections(host, words, error);
  if (busyCodes.has(code) || (!code && isTransient(words)))
    return errorWith('busy', `${host} can’t sign anyone in right now: ${words}`);
  if (code === 'PRIVACYREQUIRED' || error.message.startsWith('Login is disabled'))
    return errorWith(
      'tls',
      `${host} doesn’t accept a password over this connection. Turn on encryption for the account.`,
      'wants_encryption',
    );
  return errorWith('auth', `${host} didn’t accept the username and password: ${words}`, 'sign_in');
}

/** Not every server has the code for it: Courier and Gmail only send a text. */
function saysTooManyConnections(words: string): boolean {
  return (
    /\btoo many (\w+ )?(connections|sessions)\b/i.test(words) ||
    /\b(maximum|max|limit)\b.*\bconnections?\b|\bconnections?\b.*\b(limit|exceeded)\b/i.test(words)
  );
}

/** A refusal without a code whose text concerns the server's own state. A locked account is not a temporary state. */
function isTransient(words: string): boolean {
  const isServers = /\btemporar|\btry (again )?later\b|\bunavailable\b|\bbusy\b|\bnot connected\b/i.test(words);
  return isServers && !/\block|\bblock|\bdisabled\b|\binvalid\b|password|credential|\bfailed log/i.test(words);
}

/** A command answered with NO or BAD (response codes of RFC 5530). */
function responseErrorOf(error: WireError, host: string, errorWith: ErrorFactory): ProviderError {
  const words = error.responseText ?? error.message;
  // Exchange, while the mailbox is moved or it takes no more requests of this user.
  if (/authenticated but not connected|server unavailable\. ?\d/i.test(words))
    return errorWith('busy', `${host} can’t open the mailbox right now: ${words}`);
  if (busyCodes.has(error.serverResponseCode ?? '')) return errorWith('busy', `${host} is busy: ${words}`);
  if (error.responseStatus === 'BAD') return errorWith('protocol', `${host} didn’t understand a request: ${words}`);
  return errorWith('refused', `${host} refused: ${words}`);
}

const busyCodes = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'THROTTLED']);
