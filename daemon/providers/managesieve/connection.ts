import { once } from 'node:events';
import { connect as connectSocket, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { plaintextPasswordError } from '../connection-errors.ts';
import { ProviderError } from '../provider.ts';
import { ScriptsUnsupported } from '../script-server.ts';
import { createByteReader } from './byte-reader.ts';
import { codedError, responseError, sieveErrorOf, signInError } from './errors.ts';
import { commandString } from './command.ts';
import { readResponse, type SieveResponse } from './response.ts';

export type ManageSieveSettings = {
  host: string;
  port: number;
  username: string;
  password: string;
  useTls: boolean;
  /** A certificate authority (PEM) to trust in addition to those of Node. */
  ca?: string | Buffer;
  /** Overrides for the default time limits. */
  timeouts?: Partial<SieveTimeouts>;
};

/** In milliseconds: for connecting, for one response, and for the whole connection. */
type SieveTimeouts = { connectMs: number; responseMs: number; sessionMs: number };

const defaultTimeouts: SieveTimeouts = { connectMs: 10_000, responseMs: 20_000, sessionMs: 60_000 };

/** A signed-in connection to a ManageSieve server. */
type ManageSieveConnection = {
  /** The capabilities by name in upper case. */
  capabilities: ReadonlyMap<string, string>;
  /** Sends a command and returns its response, whatever its status. Throws ProviderError or the signal's reason. */
  send: SendCommand;
  close(): void;
};

type SendCommand = (command: readonly (string | Buffer)[]) => Promise<SieveResponse>;

/**
 * Connects, encrypts and signs in (RFC 5804). It never sends a password over an unencrypted connection. Throws
 * `ScriptsUnsupported` where the port is closed or does not speak ManageSieve, a `ProviderError` (`tls`, `auth`, `offline`,
 * `busy`, `refused`, `protocol`), or the signal's reason.
 */
export async function openManageSieve(
  settings: ManageSieveSettings,
  callerSignal: AbortSignal,
): Promise<ManageSieveConnection> {
  const { host, port, useTls, timeouts } = settings;
  if (!useTls) throw plaintextPasswordError(host);
  callerSignal.throwIfAborted();
  const { connectMs, responseMs, sessionMs } = { ...defaultTimeouts, ...timeouts };
  const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(sessionMs)]);
  let socket: Socket = connectSocket({ host, port });
  socket.on('error', ignoreError);
  const orExplain = async <Result>(work: Promise<Result>): Promise<Result> => {
    try {
      return await work;
    } catch (thrown) {
      socket.destroy();
      callerSignal.throwIfAborted();
      throw sieveErrorOf(thrown, host);
    }
  };
  const open = async () => {
    await untilConnected(socket, settings, AbortSignal.any([signal, AbortSignal.timeout(connectMs)]));
    const plain = createDialog(socket, settings, { signal, responseMs });
    const offered = capabilitiesOf(await plain.greeting(), host);
    if (!offered.has('STARTTLS')) throw codedError('STARTTLS isn’t offered.', 'STARTTLS_MISSING');
    await requestTls(plain, host);
    socket = await encrypted(socket, settings, AbortSignal.any([signal, AbortSignal.timeout(connectMs)]));
    const dialog = createDialog(socket, settings, { signal, responseMs });
    // The capabilities from before the encryption may be those of an attacker, so the server announces them once more.
    await signIn(dialog, capabilitiesOf(await dialog.response(), host), settings);
    return { dialog, capabilities: capabilitiesOf(await dialog.send(['CAPABILITY']), host) };
  };
  const { dialog, capabilities } = await orExplain(open());
  return {
    capabilities,
    send: (command) => orExplain(dialog.send(command)),
    close: () => socket.destroy(),
  };
}

async function untilConnected(socket: Socket, { host, port }: ManageSieveSettings, signal: AbortSignal): Promise<void> {
  try {
    await once(socket, 'connect', { signal });
  } catch (thrown) {
    signal.throwIfAborted();
    if ((thrown as NodeJS.ErrnoException).code === 'ECONNREFUSED')
      throw new ScriptsUnsupported(notFoundMessage(host, port));
    throw thrown;
  }
}

function notFoundMessage(host: string, port: number): string {
  return (
    `There are no filters at ${host}, port ${port} (ManageSieve). If your provider offers them elsewhere, ` +
    'set sieve_host and sieve_port for this account in config.toml.'
  );
}

type Dialog = {
  greeting(): Promise<SieveResponse>;
  response(): Promise<SieveResponse>;
  send: SendCommand;
  /** Whether the server has sent something that was not read. */
  hasMore(): boolean;
};

function createDialog(
  socket: Socket,
  { host, port }: ManageSieveSettings,
  { signal, responseMs }: { signal: AbortSignal; responseMs: number },
): Dialog {
  const silence = new AbortController();
  const reader = createByteReader(socket, AbortSignal.any([signal, silence.signal]));
  const response = async () => {
    // The limit is for the whole response, so that a server cannot hold the connection with a byte now and then.
    const timer = setTimeout(() => silence.abort(codedError('There was no response.', 'ETIMEDOUT')), responseMs);
    try {
      return await readResponse(reader);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    response,
    async greeting() {
      try {
        return await response();
      } catch (thrown) {
        const isOther = thrown instanceof ProviderError && thrown.reason === 'protocol';
        throw isOther ? new ScriptsUnsupported(notFoundMessage(host, port)) : thrown;
      }
    },
    send(command) {
      const words = command.flatMap((word) => [Buffer.from(' '), Buffer.from(word)]);
      socket.write(Buffer.concat([...words.slice(1), Buffer.from('\r\n')]));
      return response();
    },
    hasMore: reader.hasMore,
  };
}

async function requestTls(dialog: Dialog, host: string): Promise<void> {
  const response = await dialog.send(['STARTTLS']);
  if (response.status !== 'OK') throw responseError(response, host);
  // What arrives before the encryption and is read after it could come from anyone (CVE-2011-0411).
  if (dialog.hasMore()) throw codedError('There was data before the encryption.', 'STARTTLS_INJECTION');
}

async function encrypted(socket: Socket, { host, ca }: ManageSieveSettings, signal: AbortSignal): Promise<Socket> {
  const serverName = isIP(host) === 0 ? { servername: host } : {};
  const secure = connectTls({ socket, host, ...serverName, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  secure.on('error', ignoreError);
  const closed = Promise.withResolvers<never>();
  const onClose = () => closed.reject(codedError('The connection was closed.', 'ECONNRESET'));
  secure.once('close', onClose);
  try {
    await Promise.race([once(secure, 'secureConnect', { signal }), closed.promise]);
    return secure;
  } catch (thrown) {
    secure.destroy();
    signal.throwIfAborted();
    throw Object.assign(thrown as Error, { isTls: true });
  } finally {
    secure.off('close', onClose);
  }
}

async function signIn(
  dialog: Dialog,
  offered: ReadonlyMap<string, string>,
  { host, username, password }: ManageSieveSettings,
): Promise<void> {
  const methods = (offered.get('SASL') ?? '').toUpperCase().split(/\s+/).filter(Boolean);
  if (!methods.includes('PLAIN')) {
    const serverText = methods.join(', ');
    const message = `${host} offers no sign-in with a password for filters${serverText && ` (but ${serverText})`}.`;
    throw new ProviderError('auth', message, { kind: 'no_password_sign_in', serverText });
  }
  const credentials = Buffer.from(`\0${username}\0${password}`, 'utf8').toString('base64');
  const response = await dialog.send(['AUTHENTICATE', '"PLAIN"', commandString(credentials)]);
  if (response.status !== 'OK') throw signInError(response, host);
}

function capabilitiesOf(response: SieveResponse, host: string): Map<string, string> {
  if (response.status !== 'OK') throw responseError(response, host);
  return new Map(response.lines.map(([name = '', value = '']) => [name.toUpperCase(), value]));
}

/** Errors reach the caller through the pending read; without a listener a late one would end the process. */
function ignoreError(): void {}
