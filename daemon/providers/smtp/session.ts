import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import type { AccessTokens } from '../access-token.ts';
import { accessRefusalOf, withFreshToken } from '../access-token-sign-in.ts';
import { plaintextPasswordError, usesImplicitTls } from '../connection-errors.ts';
import { ProviderError } from '../provider.ts';
import { extensionsOf, type Extensions } from './extensions.ts';
import { smtpErrorOf } from './errors.ts';
import { signInWithXoauth2 } from './xoauth2.ts';

export type SmtpSettings = {
  host: string;
  port: number;
  username: string;
  /** Empty where the account has `accessTokens` or needs no sign-in. */
  password: string;
  /** Signs in with access tokens (SASL XOAUTH2) instead of the password. */
  accessTokens?: AccessTokens;
  /** Whether the server requires a sign-in; otherwise no password is sent, whatever the server offers. */
  authRequired: boolean;
  useTls: boolean;
  /** TLS from the first byte; by default at 465, STARTTLS at every other port. */
  implicitTls?: boolean;
  /** A certificate authority (PEM) to trust in addition to those of Node. */
  ca?: string | Buffer;
  /** Whether the server stores a copy of sent messages in Sent itself; by default for the hosts that are known to do so. */
  savesSentCopy?: boolean;
  /** Overrides for the default timeouts. */
  timeouts?: Partial<SmtpTimeouts>;
};

/** The time limits for a server, in milliseconds. */
export type SmtpTimeouts = {
  /** For connecting, including encryption. */
  connectMs: number;
  greetingMs: number;
  /** For any response that is pending. */
  responseMs: number;
  /** For accepting a complete message (RFC 5321, section 4.5.3.2.6, asks for ten minutes). */
  acceptanceMs: number;
  /** For the reply to QUIT, which no caller waits for. */
  quitMs: number;
};

const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 30_000,
  greetingMs: 30_000,
  responseMs: 2 * 60_000,
  acceptanceMs: 5 * 60_000,
  quitMs: 2_000,
};

/** A signed-in connection. */
export type SmtpSession = {
  host: string;
  connection: SMTPConnection;
  extensions: Extensions;
  timeouts: SmtpTimeouts;
  /** Ends the session with QUIT. */
  quit(): void;
  /** Closes the connection immediately, whatever is in progress. */
  destroy(): void;
};

const passwordMethods = ['PLAIN', 'LOGIN', 'CRAM-MD5'];

/**
 * Connects and signs in. It never falls back to plaintext and never sends a password or an access token over it. An access
 * token that the server refuses is refreshed once. Throws a `ProviderError` (`tls`, `auth`, `offline`, `busy`, `refused`,
 * `protocol`), what `AccessTokens.get` throws, or the signal's reason.
 */
export async function openSession(settings: SmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
  const { host, useTls, authRequired, accessTokens } = settings;
  if (authRequired && !useTls) throw plaintextPasswordError(host);
  signal.throwIfAborted();
  if (!accessTokens) return openSessionWith(settings, undefined, signal);
  return withFreshToken(accessTokens, signal, (token) => openSessionWith(settings, token, signal));
}

async function openSessionWith(
  settings: SmtpSettings,
  accessToken: string | undefined,
  signal: AbortSignal,
): Promise<SmtpSession> {
  const { host, authRequired } = settings;
  // Loaded with the first connection, so that the daemon's start does not wait for it.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const timeouts = { ...defaultSmtpTimeouts, ...settings.timeouts };
  const connection = new Connection(optionsOf(settings, timeouts));
  const session = {
    host,
    connection,
    timeouts,
    quit: () => quit(connection, timeouts),
    destroy: () => connection.close(),
  };
  try {
    await runStep(connection, signal, (done) => connection.connect(done));
    const extensions = extensionsOf(connection.lastServerResponse || '');
    if (authRequired) {
      checkSignIn(host, extensions, accessToken === undefined ? passwordMethods : ['XOAUTH2']);
      const credentials = credentialsOf(settings, accessToken);
      await runStep(connection, signal, (done) => connection.login(credentials, done));
    }
    return { ...session, extensions };
  } catch (error) {
    session.destroy();
    signal.throwIfAborted();
    const providerError = smtpErrorOf(error, host);
    throw accessToken === undefined ? providerError : accessRefusalOf(providerError, host);
  }
}

/**
 * Resolves to the callback value of `action`. Rejects with its error, with the error that broke the connection, or with the
 * signal's reason, which also cuts the connection.
 */
export function runStep<Answer>(
  connection: SMTPConnection,
  signal: AbortSignal,
  action: (done: (error?: Error | null, answer?: Answer) => void) => void,
): Promise<Answer | undefined> {
  const settled = Promise.withResolvers<Answer | undefined>();
  const onAbort = () => {
    settled.reject(signal.reason as Error);
    connection.close();
  };
  // The `end` event comes before the error that caused it, if there is one.
  const onEnd = () => setImmediate(() => settled.reject(connectionLostError()));
  // The listener stays, because an unhandled error event would end the process.
  connection.on('error', settled.reject);
  connection.once('end', onEnd);
  signal.addEventListener('abort', onAbort, { once: true });
  if (signal.aborted) onAbort();
  else action((error, answer) => (error ? settled.reject(error) : settled.resolve(answer)));
  return settled.promise.finally(() => {
    connection.off('end', onEnd);
    signal.removeEventListener('abort', onAbort);
  });
}

function connectionLostError(): Error {
  return Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' });
}

function optionsOf(
  { host, port, useTls, implicitTls, ca }: SmtpSettings,
  timeouts: SmtpTimeouts,
): SMTPConnection.Options {
  const secure = useTls && (implicitTls ?? usesImplicitTls(port));
  return {
    host,
    port,
    secure,
    ...(secure ? {} : useTls ? { requireTLS: true } : { ignoreTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    // The computer's name is not disclosed (RFC 5321, section 4.1.3, allows an address instead).
    name: '[127.0.0.1]',
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.responseMs,
    socketCloseTimeout: 0,
    customAuth: { XOAUTH2: signInWithXoauth2 },
  };
}

function credentialsOf(
  { username, password }: SmtpSettings,
  accessToken: string | undefined,
): SMTPConnection.AuthenticationType {
  if (accessToken === undefined) return { user: username, pass: password };
  // nodemailer keeps to the method only if `oauth2` is set; the handler of the options carries it out.
  const oauth2 = {} as NonNullable<SMTPConnection.AuthenticationType['oauth2']>;
  return { user: username, pass: accessToken, method: 'XOAUTH2', oauth2 };
}

function checkSignIn(host: string, extensions: Extensions, accepted: readonly string[]): void {
  const methods = extensions.get('AUTH');
  if (!methods)
    throw new ProviderError(
      'auth',
      `${host} offers no sign-in at this port. Check the port, or set auth_required to false.`,
      { kind: 'no_sign_in' },
    );
  if (!methods.some((method) => accepted.includes(method)))
    throw new ProviderError('auth', `${host} offers no sign-in with a password (but ${methods.join(', ')}).`, {
      kind: 'no_password_sign_in',
      serverText: methods.join(', '),
    });
}

function quit(connection: SMTPConnection, { quitMs }: SmtpTimeouts): void {
  connection.quit();
  if (connection._socket) connection._socket.setTimeout(quitMs);
}
