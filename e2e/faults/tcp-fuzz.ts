import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import fc, { type Arbitrary } from 'fast-check';
import { systemClock, type Clock } from '../../daemon/base/clock.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { requestsByName } from '../../daemon/contract.ts';
import { startTcp } from '../../daemon/fronts/tcp.ts';
import { bytesInUse } from '../../daemon/test-memory.ts';
import { hostileBodies, hostileValue } from '../contract/hostile-values.ts';

const token = '5e0a7c1c-6f0e-4a55-9a4f-0d9f1d1f5a10';
const bridgeToken = '7a0c7d3e-6f0e-4a55-9a4f-0d9f1d1f5a10';

type TcpFuzzResult = {
  frames: number;
  refusals: number;
  /** A sentence for everything that was answered and is not a refusal, and for every request that was carried out. */
  faults: string[];
  /** Bytes in use after the first tenth of the frames, and at the end. */
  memory: { early: number; last: number };
};

/** A connection is closed after five refusals, so that further frames in it are not read. */
const framesPerConnection = 5;
const connectionsAtOnce = 8;

/** Refusals are answered at once; only the time limit of a client is real. */
const withoutDelays: Clock = {
  ...systemClock,
  wait: (ms, signal) => (ms > 5_000 ? systemClock.wait(ms, signal) : Promise.resolve()),
};

/** Sends random and malformed frames to the TCP transport, and never a valid Authenticate. */
export async function fuzzTcp({ frames, seed }: { frames: number; seed: number }): Promise<TcpFuzzResult> {
  const result: TcpFuzzResult = { frames: 0, refusals: 0, faults: [], memory: { early: 0, last: 0 } };
  const dispatch = async (request: string) => void result.faults.push(`The request ${request} was carried out.`);
  const tcp = await startTcp({ bind: '127.0.0.1', port: 0, token, dispatch, log: silentLog, clock: withoutDelays });
  try {
    while (result.frames < frames) {
      const sample = fc.sample(frame, { numRuns: framesPerConnection * connectionsAtOnce, seed: seed + result.frames });
      const groups = Array.from({ length: connectionsAtOnce }, (_, index) =>
        sample.slice(index * framesPerConnection, (index + 1) * framesPerConnection),
      );
      for (const answer of await Promise.all(groups.map((group) => sendFrames(tcp.port, group))))
        noteAnswer(answer, result);
      result.frames += sample.length;
      if (result.memory.early === 0 && result.frames >= frames / 10) result.memory.early = bytesInUse();
    }
    result.memory.last = bytesInUse();
    await checkOpens(tcp.port, result);
    return result;
  } finally {
    await tcp.close();
  }
}

function noteAnswer(answer: string, result: TcpFuzzResult): void {
  for (const line of answer.split('\n').slice(0, -1)) {
    const { reply, error } = JSON.parse(line) as { reply?: unknown; error?: { code?: string } };
    if (reply === undefined && error?.code === 'unauthenticated') result.refusals++;
    else result.faults.push(`This was answered: ${line.slice(0, 300)}`);
  }
}

/** All that a connection answers to these frames until it is closed. */
async function sendFrames(port: number, frames: readonly Buffer[]): Promise<string> {
  const socket = connect({ port, host: '127.0.0.1' });
  // Closed while the rest of the frames is being sent.
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  for (const each of frames) socket.write(each);
  socket.end();
  return text(socket).catch(() => '');
}

/** After all of it, the transport still serves a client with the token. */
async function checkOpens(port: number, { faults }: TcpFuzzResult): Promise<void> {
  const answer = await sendFrames(port, [Buffer.from(`${JSON.stringify(authenticate(token))}\n`)]);
  if (!answer.includes('"authenticated":true')) faults.push(`The token did not open it any more: ${answer}`);
}

function authenticate(secret: unknown): object {
  return { id: 1, request: 'Authenticate', input: { token: secret } };
}

const names = [...requestsByName().keys(), 'authenticate', 'Authenticate ', 'AUTHENTICATE', '__proto__', ''];
const wrongToken = fc.oneof(
  fc.constantFrom<unknown>(bridgeToken, token.toUpperCase(), token.slice(0, -1), `${token} `, `${token}\u0000`, [
    token,
  ]),
  hostileValue,
);
const id = fc.oneof(fc.integer(), fc.string({ maxLength: 20 }), hostileValue);
const request = fc.record({ id, request: fc.constantFrom(...names), input: hostileValue });
const attempt = fc
  .record({ id, secret: wrongToken })
  .map(({ id: own, secret }) => ({ ...authenticate(secret), id: own }));
const line = fc.oneof(
  request.map((value) => JSON.stringify(value)),
  attempt.map((value) => JSON.stringify(value)),
  attempt.map((value) => JSON.stringify([value])),
  hostileBodies,
  fc.constantFrom(
    'GET / HTTP/1.1\r\nHost: localhost\r\n\r',
    'POST /api/v1/admin/shutdown HTTP/1.1\r',
    '\u0016\u0003\u0001',
  ),
);
const frame: Arbitrary<Buffer> = fc.oneof(
  { weight: 8, arbitrary: line.map((value) => Buffer.from(`${value}\n`)) },
  { weight: 1, arbitrary: line.map((value) => Buffer.from(value.slice(0, value.length / 2))) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from([...bytes, 10])) },
);
