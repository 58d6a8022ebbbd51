import { createServer } from 'node:net';
import { Failure } from '../../daemon/base/failure.ts';

/** Ports that no known program uses by default, next to the usual one of Posthorn. */
const candidates = Array.from({ length: 100 }, (_, index) => 42_830 + index);

/** The first of these ports that no program on this computer listens at. Throws Failure `port_taken`. */
export async function findFreePort(ports: readonly number[] = candidates): Promise<number> {
  for (const port of ports) if (await isFree(port)) return port;
  throw new Failure('unavailable', 'port_taken', 'No free port was found. Restart the computer and try again.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => server.close(() => resolve(true)));
  });
}
