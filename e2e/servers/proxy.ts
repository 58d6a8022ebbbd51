import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A network between a client and a server, both on 127.0.0.1, that can be slow, stand still and break. */
export type Proxy = {
  port: number;
  /** How many bytes of the server were handed on so far. */
  readonly received: number;
  /** Breaks every connection. New ones can be made at once. */
  cut(): void;
  /** Breaks every connection once the server has said this many bytes more, be that in the middle of a message. */
  cutAfter(bytes: number): void;
  /** Breaks every connection once the client has said this many bytes more; the server still hears them. */
  cutAfterSaid(bytes: number): void;
  /** Connections stay open, and nothing passes in either direction until `goOn`. */
  standStill(): void;
  goOn(): void;
  stop(): Promise<void>;
};

/** Every piece of what the server says takes `delayMs`, and as long as its bytes take at `bytesPerSecond`. */
export type Pace = { delayMs: number; bytesPerSecond: number };

export async function startProxy(serverPort: number, pace?: Pace): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let received = 0;
  let [allowance, saidAllowance] = [Infinity, Infinity];
  let standing: PromiseWithResolvers<void> | undefined;

  const cut = () => {
    [allowance, saidAllowance] = [Infinity, Infinity];
    for (const socket of sockets) socket.destroy();
  };

  async function* upstream(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await standing?.promise;
      const isLast = chunk.length >= saidAllowance;
      const passed = isLast ? chunk.subarray(0, saidAllowance) : chunk;
      saidAllowance -= passed.length;
      yield passed;
      if (isLast) cut();
    }
  }

  async function* downstream(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (pace) await wait(pace.delayMs + (1000 * chunk.length) / pace.bytesPerSecond);
      await standing?.promise;
      const isLast = chunk.length >= allowance;
      const passed = isLast ? chunk.subarray(0, allowance) : chunk;
      allowance -= passed.length;
      received += passed.length;
      yield passed;
      if (isLast) cut();
    }
  }

  const server = createServer((near) => {
    const far = connect(serverPort, '127.0.0.1');
    const drop = () => {
      near.destroy();
      far.destroy();
    };
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
    }
    // However one half of a connection breaks, the other breaks with it.
    pipeline(near, upstream, far).catch(drop);
    pipeline(far, downstream, near).catch(drop);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const goOn = () => {
    standing?.resolve();
    standing = undefined;
  };
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return received;
    },
    cut,
    cutAfter: (bytes) => void (allowance = bytes),
    cutAfterSaid: (bytes) => void (saidAllowance = bytes),
    standStill: () => void (standing ??= Promise.withResolvers<void>()),
    goOn,
    async stop() {
      goOn();
      const closed = once(server, 'close');
      server.close();
      cut();
      await closed;
    },
  };
}
