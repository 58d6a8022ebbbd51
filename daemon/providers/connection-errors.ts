import { ProviderError } from './provider.ts';
import type { ConnectionErrorKind } from './provider.ts';

/**
 * Converts a socket or TLS error to a ProviderError with a sentence (`offline` or `tls`); `host` is the server's name.
 * Undefined for other errors. `code` is the original error code where a library replaced it; `isTls` means that the
 * encryption failed.
 */
export function connectionErrorOf(
  error: Error,
  host: string,
  { code, isTls = false }: { code: string; isTls?: boolean | undefined },
): ProviderError | undefined {
  const certificate = certificateErrors[code];
  if (certificate) return new ProviderError('tls', certificate.message(host), { cause: error, kind: certificate.kind });
  const offline = offlineErrors[code];
  if (offline) return new ProviderError('offline', offline.message(host), { cause: error, kind: offline.kind });
  if (isTls || /^(EPROTO|ERR_SSL|ERR_TLS|STARTTLS)/.test(code)) return tlsErrorOf(error, code, host);
  return undefined;
}

/** Why a password is not sent over an unencrypted connection. */
export function plaintextPasswordError(host: string): ProviderError {
  return new ProviderError(
    'tls',
    `Posthorn doesn’t send a password to ${host} over an unencrypted connection. Turn on encryption for the account.`,
    { kind: 'plaintext' },
  );
}

/** The ports with TLS from the first byte (RFC 8314, sections 3.2 and 3.3); other ports use STARTTLS. */
export function usesImplicitTls(port: number): boolean {
  return port === 993 || port === 465;
}

type ErrorTemplate = { kind: ConnectionErrorKind; message: (host: string) => string };

const connectionLost: ErrorTemplate = { kind: 'lost', message: (host) => `The connection to ${host} was lost.` };
const responseTimeout: ErrorTemplate = { kind: 'silent', message: (host) => `${host} didn’t answer in time.` };
const unreachable: ErrorTemplate = {
  kind: 'unreachable',
  message: (host) => `Can’t reach ${host}. Check the network connection.`,
};
const unknownHostMessage = (host: string) =>
  `No server named ${host} was found. Check the server name and the network connection.`;

const offlineErrors: Record<string, ErrorTemplate> = {
  ECONNREFUSED: {
    kind: 'closed_port',
    message: (host) => `${host} refuses connections. Check the server name and the port.`,
  },
  ENOTFOUND: { kind: 'no_such_name', message: unknownHostMessage },
  // No name server could be reached to resolve the name.
  EAI_AGAIN: { kind: 'unreachable', message: unknownHostMessage },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: responseTimeout,
  ETIMEOUT: responseTimeout,
  CONNECT_TIMEOUT: responseTimeout,
  GREETING_TIMEOUT: {
    kind: 'silent',
    message: (host) => `${host} accepted the connection but didn’t answer. Check the port and the encryption setting.`,
  },
  UPGRADE_TIMEOUT: responseTimeout,
  SOCKET_TIMEOUT: responseTimeout,
  ECONNRESET: connectionLost,
  ECONNABORTED: connectionLost,
  EPIPE: connectionLost,
  NoConnection: connectionLost,
  EConnectionClosed: connectionLost,
  StateLogout: connectionLost,
  ClosedAfterConnectText: connectionLost,
  ClosedAfterConnectTLS: connectionLost,
};

const untrustedIssuer: ErrorTemplate = {
  kind: 'untrusted',
  message: (host) =>
    `The certificate of ${host} wasn’t issued by anyone this computer trusts, so the server may not be who it says it is.`,
};

const certificateErrors: Record<string, ErrorTemplate> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    kind: 'self_signed',
    message: (host) =>
      `${host} uses a self-signed certificate, so its identity can’t be verified. If it is your own ` +
      `server, make this computer trust its certificate.`,
  },
  SELF_SIGNED_CERT_IN_CHAIN: untrustedIssuer,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT: untrustedIssuer,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrustedIssuer,
  CERT_UNTRUSTED: untrustedIssuer,
  CERT_HAS_EXPIRED: {
    kind: 'expired',
    message: (host) => `The certificate of ${host} has expired. Its owner has to renew it.`,
  },
  CERT_NOT_YET_VALID: {
    kind: 'not_yet_valid',
    message: (host) => `The certificate of ${host} isn’t valid yet. Check this computer’s date and time.`,
  },
  CERT_REVOKED: {
    kind: 'revoked',
    message: (host) => `The certificate of ${host} was revoked, so it isn’t safe to sign in there.`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    kind: 'other_name',
    message: (host) => `The certificate of ${host} belongs to another name. Check the server name.`,
  },
};

function tlsErrorOf(error: Error, code: string, host: string): ProviderError {
  const details = `${code} ${error.message}`;
  const errorWith = (kind: ConnectionErrorKind | undefined, message: string) =>
    new ProviderError('tls', message, { cause: error, kind });
  if (/unsupported.protocol|protocol.version|version.too.low|inappropriate.fallback/i.test(details))
    return errorWith(
      'old_tls',
      `${host} knows only versions of TLS that aren’t safe any more (below 1.2). Its operator has to update it.`,
    );
  if (/wrong version number|packet length too long/i.test(details))
    return errorWith('not_tls', `${host} doesn’t speak TLS at this port. Check the port.`);
  if (/PREAUTH/.test(details))
    return errorWith(
      'unsafe_upgrade',
      `${host} signed in without a password before encryption (PREAUTH). This can be an attack, so Posthorn disconnected.`,
    );
  if (/STARTTLS_INJECTION/.test(details))
    return errorWith(
      'unsafe_upgrade',
      `Someone inserted data before encryption started with ${host}. Posthorn disconnected.`,
    );
  if (/STARTTLS/.test(details))
    return errorWith(
      'no_starttls',
      `${host} offers no encryption (STARTTLS) at this port, and Posthorn doesn’t connect without encryption. Check the port.`,
    );
  // The message of an OpenSSL error contains the path of a source file; its `reason` is plain text.
  const { reason = code } = error as Error & { reason?: string };
  return errorWith(undefined, `Couldn’t make an encrypted connection to ${host} (${reason}).`);
}
