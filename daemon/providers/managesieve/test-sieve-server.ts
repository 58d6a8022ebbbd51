import { createServer, type AddressInfo, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import type { TestContext } from 'node:test';
import type { Certificate } from '../../../testing/servers/certificate.ts';

type SieveServerOptions = {
  certificate: Certificate;
  greeting?: string;
  /** What is sent after the encryption has begun, and to CAPABILITY. */
  capabilities?: string;
  /** Sent in the same packet as the answer to STARTTLS. */
  injected?: string;
  /** The answers to commands by their first word; others get OK. */
  answers?: Readonly<Record<string, string>>;
};

const offered = '"IMPLEMENTATION" "Test"\r\n"SASL" "PLAIN"\r\n"SIEVE" "fileinto include"\r\n"VERSION" "1.0"\r\nOK\r\n';
const usualGreeting = `"STARTTLS"\r\n${offered}`;

/** A scripted ManageSieve server on 127.0.0.1. It records the lines that it receives, without literals. */
export async function startSieveServer(t: Pick<TestContext, 'after'>, options: SieveServerOptions) {
  const { certificate, greeting = usualGreeting, capabilities = offered, injected = '', answers = {} } = options;
  const received: string[] = [];
  const sockets = new Set<Socket>();
  const converse = (socket: Socket) =>
    onLines(socket, (line) => {
      received.push(line);
      const word = line.split(' ')[0] ?? '';
      socket.write(answers[word] ?? (word === 'CAPABILITY' ? capabilities : 'OK\r\n'));
    });
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.write(greeting);
    socket.once('data', (chunk) => {
      received.push(chunk.toString().trim());
      socket.write(`${answers['STARTTLS'] ?? 'OK\r\n'}${injected}`);
      const secure = new TLSSocket(socket, { isServer: true, cert: certificate.cert, key: certificate.key });
      secure.on('error', () => {});
      secure.once('secure', () => secure.write(capabilities));
      converse(secure);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(async () => {
    for (const socket of sockets) socket.destroy();
    await new Promise((resolve) => server.close(resolve));
  });
  return { port: (server.address() as AddressInfo).port, received };
}

function onLines(socket: Socket, onLine: (line: string) => void): void {
  let text = '';
  socket.on('data', (chunk: Buffer) => {
    text += chunk.toString('latin1');
    for (let taken = takeCommand(text); taken; taken = takeCommand(text)) {
      text = taken.rest;
      onLine(taken.line);
    }
  });
}

/** The first complete command, without the content of its literals. */
function takeCommand(text: string): { line: string; rest: string } | undefined {
  let line = '';
  for (let start = 0; start <= text.length;) {
    const end = text.indexOf('\r\n', start);
    if (end < 0) return undefined;
    const part = text.slice(start, end);
    line += part;
    const [, bytes] = /\{(\d+)\+\}$/.exec(part) ?? [];
    if (bytes === undefined) return { line, rest: text.slice(end + 2) };
    start = end + 2 + Number(bytes);
  }
  return undefined;
}
