import type { ImapFlow } from 'imapflow';
import { reasonOf } from '../../../base/failure.ts';
import type { Log } from '../../../base/log.ts';
import type { AccessTokens } from '../../access-token.ts';
import { accessRefusalOf, withFreshToken } from '../../access-token-sign-in.ts';
import { plaintextPasswordError, usesImplicitTls } from '../../connection-errors.ts';
import { ProviderError } from '../../provider.ts';
import type { ChosenRoles } from '../folders/folder-list-state.ts';
import { trackActivity } from './activity.ts';
import type { ConnectionActivity } from './activity.ts';
import type { HostBudget } from './host-budget.ts';
import type { ConnectionTimeouts } from './timeouts.ts';
import { nameFoldersAsListed } from '../folders/mailbox-name.ts';
import { imapConnectErrorOf } from './errors.ts';

export type ImapSettings = {
  host: string;
  port: number;
  username: string;
  /** Empty where the account has `accessTokens` or needs no sign-in. */
  password: string;
  /** Signs in with access tokens (SASL XOAUTH2 or OAUTHBEARER, RFC 7628) instead of the password. */
  accessTokens?: AccessTokens;
  /** Whether the server requires a sign-in; otherwise no password is sent. */
  authRequired: boolean;
  useTls: boolean;
  /** TLS from the first byte; by default at 993 and 465, STARTTLS at every other port. */
  implicitTls?: boolean;
  /** A certificate authority (PEM) to trust in addition to those of Node. */
  ca?: string | Buffer;
  /** Overrides for the default timeouts. */
  timeouts?: Partial<ConnectionTimeouts>;
  /** Shared with the other accounts of the host; without it the account has its own budget. */
  budget?: HostBudget;
  /** The folders that the user chose for roles, by path. */
  roles?: ChosenRoles;
  log: Log;
};

export type Connection = {
  client: ImapFlow;
  /** Why the last command failed. Some imapflow commands return `false` and give the reason only in their log. */
  lastCommandError(): unknown;
  /** Why the connection broke, if it did: pending commands only learn that it did. */
  connectionError(): unknown;
  activity: ConnectionActivity;
};

/** How long the server may be silent, and when an IDLE is renewed, in milliseconds. */
type SocketTimeouts = { socketTimeout: number; maxIdleTime?: number };

const connectTimeoutMs = 20_000;

/** No larger range is requested at once (`messages/sparse-message.ts`); a server that sends more is disconnected. */
const maxLiteralBytes = 64 * 1024 * 1024;

/**
 * A signed-in connection. It never falls back to plaintext and never sends a password or an access token over it. An access
 * token that the server refuses is refreshed once. Throws a `ProviderError`: `tls`, `auth`, `offline` or `busy`, and what
 * `AccessTokens.get` throws.
 */
export async function connect(
  settings: ImapSettings,
  socketTimeouts: SocketTimeouts,
  signal: AbortSignal,
): Promise<Connection> {
  const { host, useTls, authRequired, accessTokens } = settings;
  if (authRequired && !useTls) throw plaintextPasswordError(host);
  signal.throwIfAborted();
  if (!accessTokens) return connectWith(settings, undefined, { socketTimeouts, signal });
  return withFreshToken(accessTokens, signal, (token) => connectWith(settings, token, { socketTimeouts, signal }));
}

async function connectWith(
  settings: ImapSettings,
  accessToken: string | undefined,
  { socketTimeouts, signal }: { socketTimeouts: SocketTimeouts; signal: AbortSignal },
): Promise<Connection> {
  const { log } = settings;
  // Loaded with the first connection, so that the daemon's start does not wait for it.
  const { ImapFlow } = await import('imapflow');
  const logger = failureLog(log);
  const client = new ImapFlow({ ...optionsOf(settings, accessToken), ...socketTimeouts, logger });
  let socketError: unknown;
  client.on('error', (error) => {
    socketError ??= error;
    log.debug({ reason: reasonOf(error) }, 'An IMAP connection broke');
  });
  const close = () => client.close();
  signal.addEventListener('abort', close, { once: true });
  try {
    await client.connect();
    nameFoldersAsListed(client);
    const activity = trackActivity(client);
    return { client, activity, lastCommandError: () => logger.last, connectionError: () => socketError };
  } catch (error) {
    client.close();
    signal.throwIfAborted();
    throw explainConnectError(error, settings);
  } finally {
    signal.removeEventListener('abort', close);
  }
}

function optionsOf(
  { host, port, useTls, implicitTls, ca, authRequired, username, password }: ImapSettings,
  accessToken: string | undefined,
) {
  const credentials = accessToken === undefined ? { pass: password } : { accessToken };
  const secure = useTls && (implicitTls ?? usesImplicitTls(port));
  return {
    host,
    port,
    secure,
    ...(secure ? {} : { doSTARTTLS: useTls }),
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    ...(authRequired ? { auth: { user: username, ...credentials } } : {}),
    clientInfo: { name: 'Posthorn', version: false, vendor: false, 'support-url': false },
    qresync: true,
    disableAutoIdle: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    maxLiteralSize: maxLiteralBytes,
    maxResponseSize: 2 * maxLiteralBytes,
  } as const;
}

/** imapflow's log. Only failed commands go to the daemon's log: the other levels contain whole commands and responses. */
function failureLog(log: Log) {
  const ignore = () => {};
  const logger = {
    last: undefined as unknown,
    debug: ignore,
    info: ignore,
    error: ignore,
    warn({ err }: { err?: Error & { responseStatus?: string } }) {
      if (!err) return;
      logger.last = err;
      log.trace({ reason: err.message, answer: err.responseStatus }, 'An IMAP command failed');
    },
    isLevelEnabled: (level: string) => level === 'warn',
  };
  return logger;
}

function explainConnectError(error: unknown, { host, authRequired, accessTokens }: ImapSettings): unknown {
  const providerError = imapConnectErrorOf(error, host);
  if (accessTokens) return accessRefusalOf(providerError, host);
  if (!authRequired && providerError instanceof ProviderError && providerError.reason === 'auth')
    return new ProviderError('auth', `${host} asks for a sign-in, but the account is set up without one.`, {
      cause: error,
      kind: 'wants_sign_in',
    });
  return providerError;
}
