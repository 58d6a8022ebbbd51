import { connect as connectSocket, createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A scripted IMAP server: the script is called with every line received. */
export async function scriptedServer(
  onLine: (line: string, answer: (line: string) => void) => void,
  greeting = '* OK ready',
): Promise<Server> {
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const answer = (line: string) => socket.write(`${line}\r\n`);
    answer(greeting);
    let text = '';
    socket.on('data', (chunk) => {
      const lines = (text + chunk.toString()).split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) onLine(line, answer);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

/** A network between client and server that can fail. */
export async function startBreakableProxy(context: TestContext, to: number, host = '127.0.0.1') {
  const sockets = new Set<Socket>();
  let allowance = Infinity;
  let [isUnresponsive, isDown] = [false, false];
  const server = createServer((near) => {
    if (isDown) return near.destroy();
    const far = connectSocket(to, '127.0.0.1');
    for (const [socket, peer] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket);
      socket.on('error', () => {});
      socket.on('close', () => peer.destroy());
    }
    near.on('data', (chunk) => isUnresponsive || far.write(chunk));
    far.on('data', (chunk) => {
      const allowed = chunk.subarray(0, allowance);
      allowance -= allowed.length;
      if (!isUnresponsive) near.write(allowed);
      if (allowance > 0) return;
      [allowance, isDown] = [Infinity, true];
      near.destroySoon();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  context.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return {
    port: (server.address() as AddressInfo).port,
    /** Breaks every connection and refuses new ones until `restore`. */
    cut() {
      isDown = true;
      for (const socket of sockets) socket.destroy();
    },
    /** Cuts the connection after this many more bytes and refuses new ones until `restore`. */
    cutAfter: (bytes: number) => (allowance = bytes),
    restore: () => (isDown = false),
    stopResponding: () => (isUnresponsive = true),
    resumeResponding: () => (isUnresponsive = false),
  };
}
