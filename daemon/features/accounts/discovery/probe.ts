import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { usesImplicitTls } from '../../../providers/connection-errors.ts';
import { hasMailGreeting, offersStartTls, requestStartTls, type MailProtocol } from './mail-greeting.ts';

export type MailEndpoint = {
  protocol: MailProtocol;
  host: string;
  port: number;
  /** TLS from the first byte; by default at ports 993 and 465, as everywhere in Posthorn. */
  isTlsFirst?: boolean;
};

/**
 * The result of probing an endpoint. `secure`: a mail server with a valid certificate. `untrusted`: a mail server whose
 * certificate is not valid, with Node's error code and the names in the certificate. `plain`: a mail server without
 * encryption. `nothing`: none of these.
 */
export type ProbeResult =
  { is: 'secure' } | { is: 'untrusted'; code: string; names: string[] } | { is: 'plain' } | { is: 'nothing' };

/**
 * Connects to a mail server and reports the result. It does not sign in and sends no data about the user. When the signal
 * aborts or the timeout passes, the result is `nothing`; network failures are never thrown.
 */
export type Probe = (endpoint: MailEndpoint, signal: AbortSignal) => Promise<ProbeResult>;

export type ProbeOptions = {
  /** Redirects connections to another endpoint; for tests. */
  connectTo?: (host: string, port: number) => { host: string; port: number };
  /** A certificate authority (PEM) to trust besides those Node trusts. */
  ca?: string | Buffer;
  /** Timeout for one endpoint in milliseconds. */
  timeoutMs?: number;
};

export function createProbe({
  connectTo = (host, port) => ({ host, port }),
  ca,
  timeoutMs = 5_000,
}: ProbeOptions = {}): Probe {
  return async (endpoint, callerSignal) => {
    const signal = AbortSignal.any([callerSignal, AbortSignal.timeout(timeoutMs)]);
    if (signal.aborted) return { is: 'nothing' };
    const socket = connect(connectTo(endpoint.host, endpoint.port));
    const destroySocket = () => socket.destroy();
    signal.addEventListener('abort', destroySocket, { once: true });
    socket.on('error', () => {});
    try {
      await once(socket, 'connect', { signal });
      return await probeEndpoint(endpoint, socket, ca);
    } catch (failed) {
      return untrustedResult(failed) ?? { is: 'nothing' };
    } finally {
      signal.removeEventListener('abort', destroySocket);
      destroySocket();
    }
  };
}

async function probeEndpoint(endpoint: MailEndpoint, socket: Socket, ca: ProbeOptions['ca']): Promise<ProbeResult> {
  const { protocol, port, host } = endpoint;
  if (endpoint.isTlsFirst ?? usesImplicitTls(port)) {
    const secure = await secureSocket(socket, host, ca);
    return (await hasMailGreeting(secure, protocol)) ? { is: 'secure' } : { is: 'nothing' };
  }
  if (!(await hasMailGreeting(socket, protocol))) return { is: 'nothing' };
  if (!(await offersStartTls(socket, protocol)) || !(await requestStartTls(socket, protocol))) return { is: 'plain' };
  await secureSocket(socket, host, ca);
  return { is: 'secure' };
}

async function secureSocket(socket: Socket, host: string, ca: ProbeOptions['ca']): Promise<TLSSocket> {
  const serverName = isIP(host) === 0 ? { servername: host } : {};
  const secure = connectTls({ socket, host, ...serverName, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  secure.on('error', () => {});
  const closed = Promise.withResolvers<never>();
  const onClose = () => closed.reject(new Error('The connection was closed.'));
  socket.once('close', onClose);
  try {
    await Promise.race([once(secure, 'secureConnect'), closed.promise]);
    return secure;
  } finally {
    socket.off('close', onClose);
  }
}

type CertificateError = Error & { code?: string; cert?: { subjectaltname?: string } };

function untrustedResult(failed: unknown): ProbeResult | undefined {
  const { code = '', cert } = failed as CertificateError;
  if (!/CERT|SIGNATURE|ISSUER|CHAIN/.test(code)) return undefined;
  const names = (cert?.subjectaltname ?? '').matchAll(/DNS:([a-z0-9*._-]+)/gi);
  return { is: 'untrusted', code, names: [...names].map(([, name = '']) => name.toLowerCase()) };
}
