import type SMTPConnection from 'nodemailer/lib/smtp-connection';
import { plaintextRefusal, speaksTlsFirst } from '../line-trouble.ts';
import { ProviderError } from '../provider.ts';
import { extensionsOf, type Extensions } from './extensions.ts';
import { troubleOf } from './trouble.ts';

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
  times?: Partial<SmtpTimes>;
};

/** How long a server may take, in milliseconds. */
export type SmtpTimes = {
  /** To be connected to, encryption included. */
  connection: number;
  greeting: number;
  /** To say anything while it owes an answer. */
  silence: number;
  /** To say whether it takes the message that it has (RFC 5321, section 4.5.3.2.6, asks for ten minutes). */
  verdict: number;
  /** To answer QUIT, which nobody waits for. */
  goodbye: number;
};

export const usualTimes: SmtpTimes = {
  connection: 30_000,
  greeting: 30_000,
  silence: 2 * 60_000,
  verdict: 5 * 60_000,
  goodbye: 2_000,
};

/** A connection that is signed in. */
export type Session = {
  host: string;
  connection: SMTPConnection;
  extensions: Extensions;
  times: SmtpTimes;
  /** Signs off in good form. */
  quit(): void;
  /** Ends it at once, whatever is under way. */
  cut(): void;
};

const passwordMethods = ['PLAIN', 'LOGIN', 'CRAM-MD5'];

/**
 * Connects and signs in. It never falls back to plaintext and never sends a password over it. Throws a `ProviderError`
 * (`tls`, `auth`, `offline`, `busy`, `refused`, `protocol`) or the signal's reason.
 */
export async function openSession(settings: SmtpSettings, signal: AbortSignal): Promise<Session> {
  const { host, useTls, authRequired, username, password } = settings;
  if (authRequired && !useTls) throw plaintextRefusal(host);
  signal.throwIfAborted();
  // Loaded with the first connection, so that starting the daemon does not wait for it.
  const { default: Connection } = await import('nodemailer/lib/smtp-connection');
  const times = { ...usualTimes, ...settings.times };
  const connection = new Connection(optionsOf(settings, times));
  const session = { host, connection, times, quit: () => quit(connection, times), cut: () => connection.close() };
  try {
    await step(connection, signal, (done) => connection.connect(done));
    const extensions = extensionsOf(connection.lastServerResponse || '');
    if (authRequired) {
      checkSignIn(host, extensions);
      await step(connection, signal, (done) => connection.login({ user: username, pass: password }, done));
    }
    return { ...session, extensions };
  } catch (error) {
    session.cut();
    signal.throwIfAborted();
    throw troubleOf(error, host);
  }
}

/**
 * Gives what `act` calls back with. Rejects with its error, with the one that broke the connection, or with the signal's
 * reason, upon which the connection is cut.
 */
export function step<Answer>(
  connection: SMTPConnection,
  signal: AbortSignal,
  act: (done: (error?: Error | null, answer?: Answer) => void) => void,
): Promise<Answer | undefined> {
  const settled = Promise.withResolvers<Answer | undefined>();
  const leave = () => {
    settled.reject(signal.reason as Error);
    connection.close();
  };
  // The end comes before the error that caused it, where there is one.
  const end = () => setImmediate(() => settled.reject(lostConnection()));
  // It stays, for an error that nobody listens to would end the process.
  connection.on('error', settled.reject);
  connection.once('end', end);
  signal.addEventListener('abort', leave, { once: true });
  if (signal.aborted) leave();
  else act((error, answer) => (error ? settled.reject(error) : settled.resolve(answer)));
  return settled.promise.finally(() => {
    connection.off('end', end);
    signal.removeEventListener('abort', leave);
  });
}

function lostConnection(): Error {
  return Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' });
}

function optionsOf({ host, port, useTls, implicitTls, ca }: SmtpSettings, times: SmtpTimes): SMTPConnection.Options {
  const secure = useTls && (implicitTls ?? speaksTlsFirst(port));
  return {
    host,
    port,
    secure,
    ...(secure ? {} : useTls ? { requireTLS: true } : { ignoreTLS: true }),
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    // What this computer is called is nobody's business (RFC 5321, section 4.1.3, allows an address instead).
    name: '[127.0.0.1]',
    connectionTimeout: times.connection,
    greetingTimeout: times.greeting,
    socketTimeout: times.silence,
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
      said: methods.join(', '),
    });
}

function quit(connection: SMTPConnection, { goodbye }: SmtpTimes): void {
  connection.quit();
  if (connection._socket) connection._socket.setTimeout(goodbye);
}
