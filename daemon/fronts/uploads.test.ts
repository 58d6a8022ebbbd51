import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { test, type TestContext } from 'node:test';
import { Failure } from '../base/failure.ts';
import { silentLog } from '../base/log.ts';
import type { Caller, Dispatch } from '../handler-types.ts';
import { until } from '../test-until.ts';
import { testFolder } from '../test-folder.ts';
import { connectTo } from './client.ts';
import { startSocket } from './socket.ts';

const skip = process.platform === 'win32' && 'named pipes have no files';

type Seen = { bytes: Buffer | undefined; failed: unknown; caller: Caller };

/** A socket whose handler reads what is uploaded. */
async function open(t: TestContext, handle?: Dispatch) {
  const seen: Seen[] = [];
  const dispatch: Dispatch = async (_request, input, caller) => {
    const { content } = input as { content: AsyncIterable<Uint8Array> };
    const entry: Seen = { bytes: undefined, failed: undefined, caller };
    seen.push(entry);
    try {
      entry.bytes = await buffer(content);
    } catch (failed) {
      entry.failed = failed;
      throw failed;
    }
    return { size: entry.bytes.length };
  };
  const path = join(testFolder(), 'run', 's');
  const socket = await startSocket({ path, dispatch: handle ?? dispatch, log: silentLog });
  t.after(() => socket.close());
  const client = await connectTo(path, { timeoutMs: 60_000 });
  assert.ok(client);
  t.after(client.close);
  return { path, client, seen };
}

async function* pieces(...sizes: number[]) {
  for (const [at, size] of sizes.entries()) {
    await turn();
    yield Buffer.alloc(size, at);
  }
}

test('an upload of any size arrives byte for byte, and requests go on beside it', { skip }, async (t) => {
  const { client, seen } = await open(t);
  const sizes = [0, 1, 300_000, 5_000_000, 3];
  const asked = client.ask('compose.upload', {}, { content: pieces(...sizes) });
  assert.deepEqual(await asked, { size: sizes.reduce((sum, size) => sum + size, 0) });
  assert.deepEqual(seen[0]?.bytes, Buffer.concat(sizes.map((size, at) => Buffer.alloc(size, at))));
  const both = ['a', 'b'].map((text) => client.ask('compose.upload', {}, { content: pieces(text === 'a' ? 10 : 20) }));
  assert.deepEqual(await Promise.all(both), [{ size: 10 }, { size: 20 }]);
});

test('a file that cannot be read to its end is not stored', { skip }, async (t) => {
  const { client, seen } = await open(t);
  async function* broken() {
    yield Buffer.from('half');
    throw new Error('The disk is gone.');
  }
  await assert.rejects(client.ask('compose.upload', {}, { content: broken() }), { code: 'unreadable_file' });
  await until('the handler ends', () => seen[0]?.failed !== undefined);
  assert.ok(seen[0]?.failed instanceof Failure);
  assert.equal(seen[0].failed.code, 'upload_incomplete');
});

test('an upload whose client goes away fails', { skip }, async (t) => {
  const { path, seen } = await open(t);
  const socket = createConnection(path);
  await once(socket, 'connect');
  socket.write('{"id":1,"request":"x","input":{},"upload":true}\n{"id":1,"chunk":"aGFsZg=="}\n');
  await until('the handler reads', () => seen.length === 1);
  socket.destroy();
  await until('the handler ends', () => seen[0]?.failed !== undefined);
});

test('a handler that refuses an upload is answered at once, and the rest is ignored', { skip }, async (t) => {
  const { client } = await open(t, async (request) => {
    if (request === 'admin.ping') return { pong: true };
    throw new Failure('invalid', 'file_too_large', 'It is too large.');
  });
  const content = pieces(...Array.from({ length: 30 }, () => 400_000));
  await assert.rejects(client.ask('compose.upload', {}, { content }), { code: 'file_too_large' });
  assert.deepEqual(await client.ask('admin.ping', {}), { pong: true });
});

test('nothing more is read from a client while a handler does not read its upload', { skip }, async (t) => {
  const start = Promise.withResolvers<void>();
  const { path } = await open(t, async (_request, input) => {
    await start.promise;
    return { size: (await buffer((input as { content: AsyncIterable<Uint8Array> }).content)).length };
  });
  const socket = createConnection(path);
  await once(socket, 'connect');
  t.after(() => socket.destroy());
  const chunk = Buffer.alloc(200_000).toString('base64');
  socket.write('{"id":1,"request":"x","input":{},"upload":true}\n');
  let sent = 0;
  // A writer that is never told to wait would not end.
  while (sent < 200 && (socket.write(`{"id":1,"chunk":"${chunk}"}\n`) || (await drainedSoon(socket)))) sent++;
  assert.ok(sent < 200, `${sent} chunks were taken without a reader`);
  socket.write('{"id":1,"end":true}\n');
  start.resolve();
  const [line] = (await once(createInterface({ input: socket }), 'line')) as [string];
  assert.deepEqual(JSON.parse(line), { id: 1, reply: { size: (sent + 1) * 200_000 } });
});

/** Whether a socket drains while everything that is ready runs. */
async function drainedSoon(socket: ReturnType<typeof createConnection>): Promise<boolean> {
  let drained = false;
  socket.once('drain', () => (drained = true));
  for (let turns = 0; turns < 200 && !drained; turns++) await turn();
  return drained;
}

test(
  'a request lowers its rights to those of an agent or a tool, and then has no rows without an address',
  { skip },
  async (t) => {
    const seen: { name: string; caller: Caller }[] = [];
    const path = join(testFolder(), 'run', 's');
    const dispatch: Dispatch = async (name, _input, caller) => {
      seen.push({ name, caller });
      return {};
    };
    const socket = await startSocket({ path, dispatch, log: silentLog });
    t.after(() => socket.close());
    const agent = await connectTo(path, { timeoutMs: 0, as: { origin: 'agent' } });
    const tool = await connectTo(path, { timeoutMs: 0, as: { origin: 'mcp' } });
    assert.ok(agent && tool);
    t.after(agent.close);
    t.after(tool.close);
    await agent.ask('jobs.list', {});
    await tool.ask('jobs.list', {});
    assert.deepEqual(
      seen.map(({ caller }) => caller.origin),
      ['agent', 'mcp'],
    );
    await assert.rejects(agent.ask('import.start', { path: '/' }), { code: 'unknown_request' });
    assert.equal(seen.length, 2);
  },
);
