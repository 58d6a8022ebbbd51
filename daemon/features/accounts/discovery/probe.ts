import { once } from 'node:events';
import { connect, isIP, type Socket } from 'node:net';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { speaksTlsFirst } from '../../../providers/line-trouble.ts';
import { beginsWell, offersUpgrade, upgrade, type MailProtocol } from './probe-dialogue.ts';

export type Door = {
  protocol: MailProtocol;
  host: string;
  port: number;
  /** TLS from the first byte; by default at 993 and 465, as wherever Posthorn connects. */
  isTlsFirst?: boolean;
};

/**
 * What answers at a door. `secure`: a mail server whose certificate fits. `untrusted`: one whose certificate does not, with
 * Node's code for why, and the names that are in it. `plain`: one without encryption. `nothing`: none of them.
 */
export type Answer =
  { is: 'secure' } | { is: 'untrusted'; code: string; names: string[] } | { is: 'plain' } | { is: 'nothing' };

/**
 * Knocks at a mail server's door and says what answers. Nobody signs in, and nothing of the person is told. Ends with its
 * signal, or after a while, at which it answers `nothing`; never throws for what the network does.
 */
export type Probe = (door: Door, signal: AbortSignal) => Promise<Answer>;

export type ProbeParts = {
  /** Where a server is really connected to; for tests. */
  place?: (host: string, port: number) => { host: string; port: number };
  /** A certificate authority (PEM) to trust besides those Node trusts. */
  ca?: string | Buffer;
  /** Milliseconds that one door is given. */
  within?: number;
};

export function openProbe({ place = (host, port) => ({ host, port }), ca, within = 5_000 }: ProbeParts = {}): Probe {
  return async (door, stop) => {
    const signal = AbortSignal.any([stop, AbortSignal.timeout(within)]);
    if (signal.aborted) return { is: 'nothing' };
    const socket = connect(place(door.host, door.port));
    const cut = () => socket.destroy();
    signal.addEventListener('abort', cut, { once: true });
    socket.on('error', () => {});
    try {
      await once(socket, 'connect', { signal });
      return await answerAt(door, socket, ca);
    } catch (failed) {
      return untrustedBy(failed) ?? { is: 'nothing' };
    } finally {
      signal.removeEventListener('abort', cut);
      cut();
    }
  };
}

async function answerAt(door: Door, socket: Socket, ca: ProbeParts['ca']): Promise<Answer> {
  const { protocol, port, host } = door;
  if (door.isTlsFirst ?? speaksTlsFirst(port)) {
    const secure = await encrypted(socket, host, ca);
    return (await beginsWell(secure, protocol)) ? { is: 'secure' } : { is: 'nothing' };
  }
  if (!(await beginsWell(socket, protocol))) return { is: 'nothing' };
  if (!(await offersUpgrade(socket, protocol)) || !(await upgrade(socket, protocol))) return { is: 'plain' };
  await encrypted(socket, host, ca);
  return { is: 'secure' };
}

async function encrypted(socket: Socket, host: string, ca: ProbeParts['ca']): Promise<TLSSocket> {
  const name = isIP(host) === 0 ? { servername: host } : {};
  const secure = connectTls({ socket, host, ...name, minVersion: 'TLSv1.2', ...(ca ? { ca } : {}) });
  secure.on('error', () => {});
  const closed = Promise.withResolvers<never>();
  const lose = () => closed.reject(new Error('The connection was closed.'));
  socket.once('close', lose);
  try {
    await Promise.race([once(secure, 'secureConnect'), closed.promise]);
    return secure;
  } finally {
    socket.off('close', lose);
  }
}

type CertificateError = Error & { code?: string; cert?: { subjectaltname?: string } };

function untrustedBy(failed: unknown): Answer | undefined {
  const { code = '', cert } = failed as CertificateError;
  if (!/CERT|SIGNATURE|ISSUER|CHAIN/.test(code)) return undefined;
  const names = (cert?.subjectaltname ?? '').matchAll(/DNS:([a-z0-9*._-]+)/gi);
  return { is: 'untrusted', code, names: [...names].map(([, name = '']) => name.toLowerCase()) };
}
