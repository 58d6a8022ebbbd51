import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { setTimeout as wait } from 'node:timers/promises';

/** A proxy between a client and a server, both on 127.0.0.1, that can be slow, stall and break. */
export type Proxy = {
  port: number;
  /** How many bytes of the server were forwarded so far. */
  readonly received: number;
  /** Breaks every connection. New ones can be opened at once. */
  breakConnections(): void;
  /** Breaks every connection once the server has sent this many more bytes, even in the middle of a message. */
  breakAfterReceived(bytes: number): void;
  /** Breaks every connection once the client has sent this many more bytes; the server still receives them. */
  breakAfterSent(bytes: number): void;
  /** Connections stay open, and nothing passes in either direction until `goOn`. */
  pause(): void;
  resume(): void;
  stop(): Promise<void>;
};

/** Every chunk from the server takes `delayMs`, and as long as its bytes take at `bytesPerSecond`. */
export type NetworkSpeed = { delayMs: number; bytesPerSecond: number };

export async function startProxy(serverPort: number, speed?: NetworkSpeed): Promise<Proxy> {
  const sockets = new Set<Socket>();
  let received = 0;
  let [receiveAllowance, sendAllowance] = [Infinity, Infinity];
  let paused: PromiseWithResolvers<void> | undefined;

  const breakConnections = () => {
    [receiveAllowance, sendAllowance] = [Infinity, Infinity];
    for (const socket of sockets) socket.destroy();
  };

  async function* upstream(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      await paused?.promise;
      const isLast = chunk.length >= sendAllowance;
      const passed = isLast ? chunk.subarray(0, sendAllowance) : chunk;
      sendAllowance -= passed.length;
      yield passed;
      if (isLast) breakConnections();
    }
  }

  async function* downstream(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    for await (const chunk of chunks) {
      if (speed) await wait(speed.delayMs + (1000 * chunk.length) / speed.bytesPerSecond);
      await paused?.promise;
      const isLast = chunk.length >= receiveAllowance;
      const passed = isLast ? chunk.subarray(0, receiveAllowance) : chunk;
      receiveAllowance -= passed.length;
      received += passed.length;
      yield passed;
      if (isLast) breakConnections();
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
    // If one half of a connection breaks, the other breaks with it.
    pipeline(near, upstream, far).catch(drop);
    pipeline(far, downstream, near).catch(drop);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  const resume = () => {
    paused?.resolve();
    paused = undefined;
  };
  return {
    port: (server.address() as AddressInfo).port,
    get received() {
      return received;
    },
    breakConnections,
    breakAfterReceived: (bytes) => void (receiveAllowance = bytes),
    breakAfterSent: (bytes) => void (sendAllowance = bytes),
    pause: () => void (paused ??= Promise.withResolvers<void>()),
    resume,
    async stop() {
      resume();
      const closed = once(server, 'close');
      server.close();
      breakConnections();
      await closed;
    },
  };
}
