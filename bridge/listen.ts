import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Failure } from '../daemon/base/failure.ts';
import { systemReason } from '../daemon/base/system-reason.ts';
import { isLoopback } from './access/loopback.ts';

/**
 * The address to bind for `[bridge].bind`: a loopback address of this machine, or a name whose addresses are all loopback.
 * Throws `Failure` refused/bind_not_loopback for anything else, before anything is bound.
 */
export async function loopbackAddressOf(bind: string): Promise<string> {
  const name = bind.replace(/^\[(.*)\]$/, '$1');
  const found = name ? await lookup(name, { all: true }).catch(() => []) : [];
  const addresses = found.map(({ address }) => address);
  // IPv4 first, because clients try it first for "localhost".
  const first = addresses.find((address) => !address.includes(':')) ?? addresses[0];
  if (!first || !addresses.every(isLoopback)) {
    throw new Failure(
      'refused',
      'bind_not_loopback',
      `The bridge wasn’t started: [bridge].bind is "${bind}", which other computers could reach. ` +
        'Use 127.0.0.1, ::1 or localhost.',
    );
  }
  return first;
}

/** Binds and returns the port, a free one for 0. Throws `Failure` unavailable/port_taken, which is retryable. */
export async function listen(server: Server, { host, port }: { host: string; port: number }): Promise<number> {
  server.listen({ host, port, exclusive: true });
  try {
    await once(server, 'listening');
  } catch (error) {
    throw bindFailure(error, host, port);
  }
  return (server.address() as AddressInfo).port;
}

function bindFailure(error: unknown, host: string, port: number): Failure {
  const isTaken = error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
  const [code, sentence] = isTaken
    ? [
        'port_taken',
        `Port ${port} on ${host} is used by another program. Stop that program, or set another [bridge].port.`,
      ]
    : [
        'port_unavailable',
        `The bridge can’t listen on ${host}, port ${port}: ${systemReason(error)}. Check [bridge] in config.toml.`,
      ];
  return new Failure('unavailable', code, sentence, { retryable: true, cause: error, port });
}
