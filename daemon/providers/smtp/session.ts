import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { plaintextPasswordError, usesImplicitTls } from '../connection-errors.ts';
import { ProviderError } from '../provider.ts';
import { extensionsOf, type Extensions } from './extensions.ts';
import { smtpErrorOf } from './errors.ts';

export type SmtpSettings = {
  host: string;
  port: number;
  username: string;
  password: string;
  /** Whether the server wants a sign-in at all; without one no password is sent, whatever it offers. */
  authRequired: boolean;
  useTls: boolean;
  /** TLS from the first byte; by default at 465, STARTTLS at every other port. */
  implicitTls?: boolean;
  /** A certificate authority (PEM) to trust besides those Node trusts. */
  ca?: string | Buffer;
  /** Other times than the usual ones. */
  timeouts?: Partial<SmtpTimeouts>;
};

/** How long a server may take, in milliseconds. */
export type SmtpTimeouts = {
  /** To be connected to, encryption included. */
  connectMs: number;
  greetingMs: number;
  /** To say anything while it owes an answer. */
  responseMs: number;
  /** To say whether it takes the message that it has (RFC 5321, section 4.5.3.2.6, asks for ten minutes). */
  acceptanceMs: number;
  /** To answer QUIT, which nobody waits for. */
  quitMs: number;
};

export const defaultSmtpTimeouts: SmtpTimeouts = {
  connectMs: 30_000,
  greetingMs: 30_000,
  responseMs: 2 * 60_000,
  acceptanceMs: 5 * 60_000,
  quitMs: 2_000,
};

/** A connection that is signed in. */
export type SmtpSession = {
  host: string;
  connection: SMTPConnection;
  extensions: Extensions;
  timeouts: SmtpTimeouts;
  /** Signs off in good form. */
  quit(): void;
  /** Ends it at once, whatever is under way. */
  destroy(): void;
};

const passwordMethods = ['PLAIN', 'LOGIN', 'CRAM-MD5'];

/**
 * Connects and signs in. It never falls back to plaintext and never sends a password over it. Throws a `ProviderError`
 * (`tls`, `auth`, `offline`, `busy`, `refused`, `protocol`) or the signal's reason.
 */
export async function openSession(settings: SmtpSettings, signal: AbortSignal): Promise<SmtpSession> {
  const { host, useTls, authRequired, username, password } = settings;
  if (authRequired && !useTls) throw plaintextPasswordError(host);
  signal.throwIfAborted();
  // Loaded with the first connection, so that starting the daemon does not wait for it.
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
      checkSignIn(host, extensions);
      await runStep(connection, signal, (done) => connection.login({ user: username, pass: password }, done));
    }
    return { ...session, extensions };
  } catch (error) {
    session.destroy();
    signal.throwIfAborted();
    throw smtpErrorOf(error, host);
  }
}

/**
 * Gives what `act` calls back with. Rejects with its error, with the one that broke the connection, or with the signal's
 * reason, upon which the connection is cut.
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
  // The end comes before the error that caused it, where there is one.
  const onEnd = () => setImmediate(() => settled.reject(connectionLostError()));
  // It stays, for an error that nobody listens to would end the process.
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
    // What this computer is called is nobody's business (RFC 5321, section 4.1.3, allows an address instead).
    name: '[127.0.0.1]',
    connectionTimeout: timeouts.connectMs,
    greetingTimeout: timeouts.greetingMs,
    socketTimeout: timeouts.responseMs,
    socketCloseTimeout: 0,
  };
}

function checkSignIn(host: string, extensions: Extensions): void {
  const methods = extensions.get('AUTH');
  if (!methods)
    throw new ProviderError(
      'auth',
      `${host} offers no sign-in at this port. Check the port, or set auth_required to false.`,
      { kind: 'no_sign_in' },
    );
  if (!methods.some((method) => passwordMethods.includes(method)))
    throw new ProviderError('auth', `${host} offers no sign-in with a password (but ${methods.join(', ')}).`, {
      kind: 'no_password_sign_in',
      serverText: methods.join(', '),
    });
}

function quit(connection: SMTPConnection, { quitMs }: SmtpTimeouts): void {
  connection.quit();
  if (connection._socket) connection._socket.setTimeout(quitMs);
}
