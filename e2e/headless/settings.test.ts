import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { startTestProcess } from './test-process.ts';

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

test('a running daemon follows [bridge] and [logging] of its file (checklist 1, 3)', async (t) => {
  const [first, second] = [await freePort(), await freePort()];
  const daemon = await startTestProcess(t, { args: [], config: `[bridge]\nport = ${first}\n` });
  assert.equal(daemon.linesWritten, `Posthorn is at http://127.0.0.1:${first}`);
  assert.equal(daemon.port(), first);

  daemon.configure(`[bridge]\nport = ${second}\n[logging]\nlevel = "debug"\n`);
  assert.equal(await daemon.line(), `Posthorn is at http://127.0.0.1:${second}`);
  assert.equal(daemon.port(), second);
  assert.equal((await daemon.ask('/admin/status')).status, 200);
  assert.match((await daemon.posthorn('status')).out, new RegExp(`^Its page is at http://127.0.0.1:${second}$`, 'm'));
  await until('answers are logged', () => /"msg":"Answered"/.test(daemon.log()));

  daemon.configure('[bridge]\nenabled = false\n');
  assert.match(await daemon.line(), /without its web interface.*turned off/);
  assert.ok(!existsSync(daemon.portFile));
  assert.match((await daemon.posthorn('status')).out, /^It has no page\. The bridge is turned off/m);
  assert.equal((await daemon.stop()).code, 0);
});

test('with the bridge disabled the daemon runs, binds no port and says why (checklist 3)', async (t) => {
  const daemon = await startTestProcess(t, { config: '[bridge]\nenabled = false\n', args: [] });
  assert.match(daemon.linesWritten, /without its web interface.*turned off/);
  assert.ok(!existsSync(daemon.portFile));
  assert.equal((await daemon.stop()).code, 0);
});

test('shutdown over HTTP answers first, then the process exits with 0', async (t) => {
  const daemon = await startTestProcess(t);
  const answer = await daemon.ask('/admin/shutdown', 'POST');
  assert.deepEqual([answer.status, await answer.json()], [200, { shutdown: 'scheduled' }]);
  assert.deepEqual(await daemon.exited, [0, null]);
  assert.ok(!existsSync(daemon.portFile));
});
