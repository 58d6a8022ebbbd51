import { lineTroubleOf } from '../../line-trouble.ts';
import { ProviderError } from '../../provider.ts';
import type { TroubleKind, TroubleReason } from '../../provider.ts';

/** The server takes no connection because it has others already. Only thrown instead of a connection. */
export class TooManyConnections extends ProviderError {
  constructor(host: string, said: string, cause: unknown) {
    super('busy', `${host} takes no further connection: ${said}`, { cause, kind: 'too_many_connections', said });
  }
}

/** What imapflow, Node's sockets and Node's TLS hang on their errors. */
type WireError = Error & {
  code?: string;
  /** The server's parting words (BYE); on errors of TLS, OpenSSL's. */
  reason?: string;
  authenticationFailed?: boolean;
  tlsFailed?: boolean;
  responseStatus?: string;
  responseText?: string;
  serverResponseCode?: string;
};

/**
 * What is thrown as a `ProviderError` in words, `where` being the server's name. Anything that is no trouble of the
 * network or the server, a bug above all, is given back as it came.
 */
export function troubleOf(thrown: unknown, where: string): unknown {
  if (thrown instanceof ProviderError || !(thrown instanceof Error)) return thrown;
  const error = thrown as WireError;
  const said: Say = (reason, message, kind) =>
    new ProviderError(reason, message, { cause: error, kind, said: wordsOf(error) });

  if (error.authenticationFailed) return signInTrouble(error, where, said);
  // A BYE explains the closed connection it leaves behind, so it comes before the codes of a closed connection.
  if (error.reason && /^(NoConnection|EConnectionClosed|ClosedAfterConnect)/.test(error.code ?? ''))
    return said('busy', `${where} ended the connection: ${error.reason}`);
  const line = lineTroubleOf(error, where, { code: error.code ?? '', isTls: error.tlsFailed });
  if (line) return line;
  if (error.code === 'ETHROTTLE') return said('busy', `${where} asks for fewer requests. Posthorn tries again later.`);
  if (error.responseStatus) return answerTrouble(error, where, said);
  if (
    /^(Parser|MAX_IMAP|LineToo|LiteralToo|ResponseToo|TooMany|Unexpected|Missing|Invalid|Response)/.test(
      error.code ?? '',
    )
  )
    return said('protocol', `${where} answered in a way Posthorn does not understand (${error.message}).`);
  return thrown;
}

/** As `troubleOf`, of what was thrown while a connection was being made. */
export function connectTroubleOf(thrown: unknown, where: string): unknown {
  const trouble = troubleOf(thrown, where);
  const parting = (thrown as WireError | undefined)?.reason ?? '';
  const isTurnedAway = trouble instanceof ProviderError && trouble.reason === 'busy' && isTooMany(parting);
  return isTurnedAway ? new TooManyConnections(where, parting, thrown) : trouble;
}

type Say = (reason: TroubleReason, message: string, kind?: TroubleKind) => ProviderError;

/** Its parting words or its answer, with the response code. */
function wordsOf({ reason, responseText, serverResponseCode }: WireError): string | undefined {
  if (responseText === undefined) return reason;
  return serverResponseCode ? `[${serverResponseCode}] ${responseText}` : responseText;
}

function signInTrouble(error: WireError, where: string, said: Say): ProviderError {
  const words = error.responseText ?? error.message;
  const code = error.serverResponseCode ?? '';
  if (code === 'LIMIT' || isTooMany(words)) return new TooManyConnections(where, words, error);
  if (busyCodes.has(code) || (!code && isPassing(words)))
    return said('busy', `${where} cannot sign anyone in right now: ${words}`);
  if (code === 'PRIVACYREQUIRED' || error.message.startsWith('Login is disabled'))
    return said(
      'tls',
      `${where} takes no password over this connection. Turn on encryption for the account.`,
      'wants_encryption',
    );
  return said('auth', `${where} did not accept the user name and password: ${words}`, 'sign_in');
}

/** Not every server has the code for it: Courier and Gmail say it in words. */
function isTooMany(words: string): boolean {
  return (
    /\btoo many (\w+ )?(connections|sessions)\b/i.test(words) ||
    /\b(maximum|max|limit)\b.*\bconnections?\b|\bconnections?\b.*\b(limit|exceeded)\b/i.test(words)
  );
}

/** A refusal without a code that speaks of the server's own state. An account that is locked is no passing matter. */
function isPassing(words: string): boolean {
  const isServers = /\btemporar|\btry (again )?later\b|\bunavailable\b|\bbusy\b|\bnot connected\b/i.test(words);
  return isServers && !/\block|\bblock|\bdisabled\b|\binvalid\b|password|credential|\bfailed log/i.test(words);
}

/** A command answered with NO or BAD (response codes of RFC 5530). */
function answerTrouble(error: WireError, where: string, said: Say): ProviderError {
  const words = error.responseText ?? error.message;
  if (busyCodes.has(error.serverResponseCode ?? '')) return said('busy', `${where} is busy: ${words}`);
  if (error.responseStatus === 'BAD') return said('protocol', `${where} did not understand a request: ${words}`);
  return said('refused', `${where} refused: ${words}`);
}

const busyCodes = new Set(['UNAVAILABLE', 'INUSE', 'LIMIT', 'THROTTLED']);
