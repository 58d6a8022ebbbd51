import type { ImapFlow } from 'imapflow';
import { reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import { ProviderError } from '../provider.ts';
import { troubleOf } from './trouble.ts';

export type ImapSettings = {
  host: string;
  port: number;
  username: string;
  password: string;
  /** Whether the server wants a sign-in at all; without one no password is sent. */
  authRequired: boolean;
  useTls: boolean;
  /** TLS from the first byte; by default at 993 and 465, STARTTLS at every other port. */
  implicitTls?: boolean;
  /** A certificate authority (PEM) to trust besides those Node trusts. */
  ca?: string | Buffer;
  /** How long the server may be silent while it owes an answer, in milliseconds. */
  silenceMs?: number;
  log: Log;
};

export type Connection = {
  client: ImapFlow;
  /** Why the last command failed. Some of imapflow's commands answer `false` and tell the reason to their log alone. */
  refusal(): unknown;
};

const connectLimitMs = 20_000;

/** Fetching a larger message would hold it in memory whole; it is reported instead. */
export const largestMessage = 256 * 1024 * 1024;

/**
 * A signed-in connection. It never falls back to plaintext and never sends a password over it. Throws a
 * `ProviderError`: `tls`, `auth`, `offline` or `busy`.
 */
export async function connect(settings: ImapSettings, signal: AbortSignal): Promise<Connection> {
  const { host, useTls, authRequired, log } = settings;
  if (authRequired && !useTls)
    throw new ProviderError(
      'tls',
      `Posthorn does not send a password to ${host} over an unencrypted connection. Turn on encryption for the account.`,
    );
  signal.throwIfAborted();
  // Loaded with the first connection, so that starting the daemon does not wait for it.
  const { ImapFlow } = await import('imapflow');
  const logger = failureLog(log);
  const client = new ImapFlow({ ...optionsOf(settings), logger });
  // A connection that breaks between two commands says so here; the next command finds it unusable and connects anew.
  client.on('error', (error) => log.debug({ reason: reasonOf(error) }, 'An IMAP connection broke'));
  const cut = () => client.close();
  signal.addEventListener('abort', cut, { once: true });
  try {
    await client.connect();
    return { client, refusal: () => logger.last };
  } catch (error) {
    client.close();
    signal.throwIfAborted();
    throw connectTrouble(error, settings);
  } finally {
    signal.removeEventListener('abort', cut);
  }
}

function optionsOf({ host, port, useTls, implicitTls, ca, authRequired, username, password, silenceMs }: ImapSettings) {
  const secure = useTls && (implicitTls ?? speaksTlsFirst(port));
  return {
    host,
    port,
    secure,
    ...(secure ? {} : { doSTARTTLS: useTls }),
    tls: { minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) },
    ...(authRequired ? { auth: { user: username, pass: password } } : {}),
    clientInfo: { name: 'Posthorn', version: false, vendor: false, 'support-url': false },
    qresync: true,
    disableAutoIdle: true,
    // Servers may end an IDLE after 30 minutes (RFC 2177).
    maxIdleTime: 24 * 60_000,
    connectionTimeout: connectLimitMs,
    greetingTimeout: connectLimitMs,
    socketTimeout: silenceMs ?? 60_000,
    maxLiteralSize: largestMessage,
    maxResponseSize: 2 * largestMessage,
  } as const;
}

/** The ports on which TLS begins with the first byte (RFC 8314, sections 3.2 and 3.3); elsewhere STARTTLS is asked for. */
export function speaksTlsFirst(port: number): boolean {
  return port === 993 || port === 465;
}

/** imapflow's log, kept from ours except for failed commands: the other levels carry commands and answers whole. */
function failureLog(log: Log) {
  const nothing = () => {};
  const logger = {
    last: undefined as unknown,
    debug: nothing,
    info: nothing,
    error: nothing,
    warn({ err }: { err?: Error & { responseStatus?: string } }) {
      if (!err) return;
      logger.last = err;
      log.trace({ reason: err.message, answer: err.responseStatus }, 'An IMAP command failed');
    },
    isLevelEnabled: (level: string) => level === 'warn',
  };
  return logger;
}

function connectTrouble(error: unknown, { host, authRequired }: ImapSettings): unknown {
  const trouble = troubleOf(error, host);
  if (!authRequired && trouble instanceof ProviderError && trouble.reason === 'auth')
    return new ProviderError('auth', `${host} wants a sign-in, but the account is set up without one.`, {
      cause: error,
    });
  return trouble;
}
