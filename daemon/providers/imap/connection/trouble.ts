import { ProviderError } from '../../provider.ts';
import type { TroubleReason } from '../../provider.ts';

/** The server takes no connection because it has others already. Only thrown instead of a connection. */
export class TooManyConnections extends ProviderError {
  constructor(host: string, said: string, cause: unknown) {
    super('busy', `${host} takes no further connection: ${said}`, { cause });
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
  const said = (reason: TroubleReason, message: string) => new ProviderError(reason, message, { cause: error });

  if (error.authenticationFailed) return signInTrouble(error, where, said);
  const certificate = certificateWords[error.code ?? ''];
  if (certificate) return said('tls', certificate(where));
  // A BYE explains the closed connection it leaves behind, so it comes before the codes of a closed connection.
  if (error.reason && /^(NoConnection|EConnectionClosed|ClosedAfterConnect)/.test(error.code ?? ''))
    return said('busy', `${where} ended the connection: ${error.reason}`);
  const offline = offlineWords[error.code ?? ''];
  if (offline) return said('offline', offline(where));
  if (error.tlsFailed || /^(EPROTO|ERR_SSL|ERR_TLS|STARTTLS)/.test(error.code ?? ''))
    return said('tls', tlsWords(error, where));
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

type Say = (reason: TroubleReason, message: string) => ProviderError;

function signInTrouble(error: WireError, where: string, said: Say): ProviderError {
  const words = error.responseText ?? error.message;
  const code = error.serverResponseCode ?? '';
  if (code === 'LIMIT' || isTooMany(words)) return new TooManyConnections(where, words, error);
  if (busyCodes.has(code) || (!code && isPassing(words)))
    return said('busy', `${where} cannot sign anyone in right now: ${words}`);
  if (code === 'PRIVACYREQUIRED' || error.message.startsWith('Login is disabled'))
    return said('tls', `${where} takes no password over this connection. Turn on encryption for the account.`);
  return said('auth', `${where} did not accept the user name and password: ${words}`);
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

const lost = (where: string) => `The connection to ${where} was lost.`;
const slow = (where: string) => `${where} did not answer in time.`;
const unreachable = (where: string) => `${where} cannot be reached from here. Check the network connection.`;
const unknownName = (where: string) =>
  `No server named ${where} was found. Check the server name and the network connection.`;

const offlineWords: Record<string, (where: string) => string> = {
  ECONNREFUSED: (where) => `${where} does not take connections. Check the server name and the port.`,
  ENOTFOUND: unknownName,
  EAI_AGAIN: unknownName,
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: slow,
  ETIMEOUT: slow,
  CONNECT_TIMEOUT: slow,
  GREETING_TIMEOUT: (where) =>
    `${where} took the connection and said nothing. Check the port and the encryption setting.`,
  UPGRADE_TIMEOUT: slow,
  ECONNRESET: lost,
  ECONNABORTED: lost,
  EPIPE: lost,
  NoConnection: lost,
  EConnectionClosed: lost,
  StateLogout: lost,
  ClosedAfterConnectText: lost,
  ClosedAfterConnectTLS: lost,
};

const notTrusted = (where: string) =>
  `The certificate of ${where} was not issued by anyone this computer trusts, so the server may not be who it says it is.`;

const certificateWords: Record<string, (where: string) => string> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: (where) =>
    `${where} signed its certificate itself, so nobody vouches that it is who it says it is. If it is your own ` +
    `server, have its certificate trusted on this computer.`,
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  CERT_UNTRUSTED: notTrusted,
  CERT_HAS_EXPIRED: (where) => `The certificate of ${where} has expired. Its operator has to renew it.`,
  CERT_NOT_YET_VALID: (where) => `The certificate of ${where} is not valid yet. Check this computer's date and time.`,
  CERT_REVOKED: (where) => `The certificate of ${where} was revoked. Do not sign in there.`,
  ERR_TLS_CERT_ALTNAME_INVALID: (where) =>
    `The certificate shown by ${where} belongs to another name. Check the server name.`,
};

function tlsWords(error: WireError, where: string): string {
  const words = `${error.code ?? ''} ${error.message}`;
  if (/unsupported.protocol|protocol.version|version.too.low|inappropriate.fallback/i.test(words))
    return `${where} knows only versions of TLS that are not safe any more (below 1.2). Its operator has to update it.`;
  if (/wrong version number|packet length too long/i.test(words))
    return `${where} does not speak TLS at this port. Check the port.`;
  if (/PREAUTH/.test(words))
    return `${where} signed in whoever connects before there was encryption (PREAUTH). Anyone could have answered that, so Posthorn does not go on.`;
  if (/STARTTLS_INJECTION/.test(words))
    return `Something was slipped in between ${where} and the beginning of encryption. Posthorn does not go on.`;
  if (/STARTTLS/.test(words))
    return `${where} offers no encryption (STARTTLS) at this port, and Posthorn does not go on without. Check the port.`;
  return `No encrypted connection to ${where} could be made (${error.message}).`;
}
