import { once } from 'node:events';
import { connect, type NetConnectOpts } from 'node:net';
import { createInterface } from 'node:readline';

/** A line that a front has answered. */
type ReplyLine = { id: unknown; reply?: unknown; error?: { code: string; kind: string; error: string } };

/** A raw connection to a front, and the parsed lines that it receives. */
export async function dialFront(t: { after(close: () => void): void }, address: NetConnectOpts) {
  const socket = connect({ ...address, allowHalfOpen: true });
  socket.on('error', () => undefined);
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  const lines = createInterface({ input: socket })[Symbol.asyncIterator]();
  return {
    socket,
    send: (...texts: (string | Buffer)[]) => texts.forEach((text) => socket.write(text)),
    next: async () => JSON.parse(String((await lines.next()).value)) as ReplyLine,
    ended: async () => (await lines.next()).done === true,
  };
}
