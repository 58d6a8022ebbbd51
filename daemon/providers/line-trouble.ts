import { ProviderError } from './provider.ts';
import type { LineTroubleKind } from './provider.ts';

/**
 * What a socket or TLS threw as a ProviderError in words (`offline` or `tls`), `where` being the server's name;
 * undefined where it was neither of them. `code` is the error's own, where a library did not put its own in its place;
 * `isTls` says that it was the encryption that failed.
 */
export function lineTroubleOf(
  error: Error,
  where: string,
  { code, isTls = false }: { code: string; isTls?: boolean | undefined },
): ProviderError | undefined {
  const certificate = certificateWords[code];
  if (certificate) return new ProviderError('tls', certificate.words(where), { cause: error, kind: certificate.kind });
  const offline = offlineWords[code];
  if (offline) return new ProviderError('offline', offline.words(where), { cause: error, kind: offline.kind });
  if (isTls || /^(EPROTO|ERR_SSL|ERR_TLS|STARTTLS)/.test(code)) return tlsTrouble(error, code, where);
  return undefined;
}

/** Why a password is not sent over a line that anyone can read. */
export function plaintextRefusal(host: string): ProviderError {
  return new ProviderError(
    'tls',
    `Posthorn does not send a password to ${host} over an unencrypted connection. Turn on encryption for the account.`,
    { kind: 'plaintext' },
  );
}

/** The ports on which TLS begins with the first byte (RFC 8314, sections 3.2 and 3.3); elsewhere STARTTLS is asked for. */
export function speaksTlsFirst(port: number): boolean {
  return port === 993 || port === 465;
}

type LineTrouble = { kind: LineTroubleKind; words: (where: string) => string };

const lost: LineTrouble = { kind: 'lost', words: (where) => `The connection to ${where} was lost.` };
const slow: LineTrouble = { kind: 'silent', words: (where) => `${where} did not answer in time.` };
const unreachable: LineTrouble = {
  kind: 'unreachable',
  words: (where) => `${where} cannot be reached from here. Check the network connection.`,
};
const unknownName = (where: string) =>
  `No server named ${where} was found. Check the server name and the network connection.`;

const offlineWords: Record<string, LineTrouble> = {
  ECONNREFUSED: {
    kind: 'closed_port',
    words: (where) => `${where} does not take connections. Check the server name and the port.`,
  },
  ENOTFOUND: { kind: 'no_such_name', words: unknownName },
  // Nobody could be asked whether there is such a name.
  EAI_AGAIN: { kind: 'unreachable', words: unknownName },
  EHOSTUNREACH: unreachable,
  ENETUNREACH: unreachable,
  ENETDOWN: unreachable,
  EADDRNOTAVAIL: unreachable,
  ETIMEDOUT: slow,
  ETIMEOUT: slow,
  CONNECT_TIMEOUT: slow,
  GREETING_TIMEOUT: {
    kind: 'silent',
    words: (where) => `${where} took the connection and said nothing. Check the port and the encryption setting.`,
  },
  UPGRADE_TIMEOUT: slow,
  SOCKET_TIMEOUT: slow,
  ECONNRESET: lost,
  ECONNABORTED: lost,
  EPIPE: lost,
  NoConnection: lost,
  EConnectionClosed: lost,
  StateLogout: lost,
  ClosedAfterConnectText: lost,
  ClosedAfterConnectTLS: lost,
};

const notTrusted: LineTrouble = {
  kind: 'untrusted',
  words: (where) =>
    `The certificate of ${where} was not issued by anyone this computer trusts, so the server may not be who it says it is.`,
};

const certificateWords: Record<string, LineTrouble> = {
  DEPTH_ZERO_SELF_SIGNED_CERT: {
    kind: 'self_signed',
    words: (where) =>
      `${where} signed its certificate itself, so nobody vouches that it is who it says it is. If it is your own ` +
      `server, have its certificate trusted on this computer.`,
  },
  SELF_SIGNED_CERT_IN_CHAIN: notTrusted,
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT: notTrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: notTrusted,
  CERT_UNTRUSTED: notTrusted,
  CERT_HAS_EXPIRED: {
    kind: 'expired',
    words: (where) => `The certificate of ${where} has expired. Its operator has to renew it.`,
  },
  CERT_NOT_YET_VALID: {
    kind: 'not_yet_valid',
    words: (where) => `The certificate of ${where} is not valid yet. Check this computer's date and time.`,
  },
  CERT_REVOKED: {
    kind: 'revoked',
    words: (where) => `The certificate of ${where} was revoked. Do not sign in there.`,
  },
  ERR_TLS_CERT_ALTNAME_INVALID: {
    kind: 'other_name',
    words: (where) => `The certificate shown by ${where} belongs to another name. Check the server name.`,
  },
};

function tlsTrouble(error: Error, code: string, where: string): ProviderError {
  const words = `${code} ${error.message}`;
  const said = (kind: LineTroubleKind | undefined, message: string) =>
    new ProviderError('tls', message, { cause: error, kind });
  if (/unsupported.protocol|protocol.version|version.too.low|inappropriate.fallback/i.test(words))
    return said(
      'old_tls',
      `${where} knows only versions of TLS that are not safe any more (below 1.2). Its operator has to update it.`,
    );
  if (/wrong version number|packet length too long/i.test(words))
    return said('not_tls', `${where} does not speak TLS at this port. Check the port.`);
  if (/PREAUTH/.test(words))
    return said(
      'unsafe_upgrade',
      `${where} signed in whoever connects before there was encryption (PREAUTH). Anyone could have answered that, so Posthorn does not go on.`,
    );
  if (/STARTTLS_INJECTION/.test(words))
    return said(
      'unsafe_upgrade',
      `Something was slipped in between ${where} and the beginning of encryption. Posthorn does not go on.`,
    );
  if (/STARTTLS/.test(words))
    return said(
      'no_starttls',
      `${where} offers no encryption (STARTTLS) at this port, and Posthorn does not go on without. Check the port.`,
    );
  return said(undefined, `No encrypted connection to ${where} could be made (${error.message}).`);
}
