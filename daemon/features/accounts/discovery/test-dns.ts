import { createSocket, type RemoteInfo } from 'node:dgram';
import { once } from 'node:events';
import type { TestContext } from 'node:test';

/** The records of a name. A name that is not in the zone does not exist; a name in the zone may have no record of a type. */
export type Records = {
  /** Priority and host; an empty host is the null MX. */
  mx?: [priority: number, host: string][];
  a?: string[];
  srv?: [priority: number, weight: number, port: number, host: string][];
  /** Sends no answer, or SERVFAIL. */
  fails?: 'silent' | 'servfail';
};

type TestDns = { server: string; asked: string[] };

const types = { a: 1, mx: 15, srv: 33 } as const;
const codes = { fine: 0, servfail: 2, noSuchName: 3 } as const;

/** A DNS server on loopback (RFC 1035, over UDP) that serves this zone; its names are in lower case. */
export async function testDns(t: Pick<TestContext, 'after'>, zone: Record<string, Records>): Promise<TestDns> {
  const asked: string[] = [];
  const socket = createSocket('udp4');
  socket.on('message', (message: Buffer, from: RemoteInfo) => {
    const { name, type, question } = questionOf(message);
    asked.push(`${name} ${type}`);
    const records = zone[name];
    if (records?.fails === 'silent') return;
    const answers = answersOf(records ?? {}, type);
    const code = records === undefined ? codes.noSuchName : records.fails ? codes.servfail : codes.fine;
    const count = code === codes.fine ? answers.length : 0;
    const reply = [header(message, code, count), question, ...answers.slice(0, count)];
    socket.send(Buffer.concat(reply), from.port, from.address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  t.after(() => socket.close());
  return { server: `127.0.0.1:${socket.address().port}`, asked };
}

function questionOf(message: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString('latin1', at + 1, at + 1 + length));
    at += length + 1;
  }
  const type = message.readUInt16BE(at + 1);
  return { name: labels.join('.').toLowerCase(), type, question: message.subarray(12, at + 5) };
}

function header(asked: Buffer, code: number, answers: number): Buffer {
  const bytes = Buffer.alloc(12);
  asked.copy(bytes, 0, 0, 2);
  // A response of a recursive server.
  bytes.writeUInt16BE(0x8180 | code, 2);
  bytes.writeUInt16BE(1, 4);
  bytes.writeUInt16BE(answers, 6);
  return bytes;
}

function answersOf({ mx = [], a = [], srv = [] }: Records, type: number): Buffer[] {
  if (type === types.mx) return mx.map(([priority, host]) => answer(type, [numbers(priority), nameBytes(host)]));
  if (type === types.srv)
    return srv.map(([priority, weight, port, host]) =>
      answer(type, [numbers(priority, weight, port), nameBytes(host)]),
    );
  if (type === types.a) return a.map((address) => answer(type, [Buffer.from(address.split('.').map(Number))]));
  return [];
}

/** The name is a compression pointer to the question's name. */
function answer(type: number, data: Buffer[]): Buffer {
  const length = data.reduce((sum, piece) => sum + piece.length, 0);
  return Buffer.concat([numbers(0xc00c, type, 1, 0, 60, length), ...data]);
}

function numbers(...all: number[]): Buffer {
  const bytes = Buffer.alloc(all.length * 2);
  all.forEach((number, index) => bytes.writeUInt16BE(number, index * 2));
  return bytes;
}

function nameBytes(name: string): Buffer {
  const labels = name.split('.').filter((label) => label !== '');
  return Buffer.concat([
    ...labels.flatMap((label) => [Buffer.from([label.length]), Buffer.from(label)]),
    Buffer.from([0]),
  ]);
}
