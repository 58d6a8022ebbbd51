import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { projectSourcePaths, readSource } from '../sources.ts';
import { bearer, openTestBridge, type TestBridge } from './test-bridge.ts';

const project = join(import.meta.dirname, '../..');
/** Where the addresses of the command line are dialled. */
const dialler = 'daemon/fronts/commands/address.ts';

test('the bridge never dials tcp or cmd (checklist 183)', async (t) => {
  const other = createServer();
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  let connections = 0;
  other.on('connection', (socket) => {
    connections++;
    socket.destroy();
  });
  const names = ['SVC_DAEMON_ADDR', 'SVC_DAEMON_TOKEN'];
  t.after(() => names.forEach((name) => delete process.env[name]));
  let bridge: TestBridge | undefined;
  for (const address of [
    `tcp://127.0.0.1:${(other.address() as AddressInfo).port}`,
    `cmd://${process.execPath} -e process.exit(9)`,
  ]) {
    process.env['SVC_DAEMON_ADDR'] = address;
    process.env['SVC_DAEMON_TOKEN'] = 'secret';
    bridge ??= await openTestBridge(t, { messages: 3 });
    const { status } = await bridge.send({ method: 'GET', path: '/admin/status', headers: bearer });
    assert.equal(status, 200);
  }
  assert.equal(connections, 0);

  const sources = projectSourcePaths(project)
    .map((path) => ({ path, code: readFileSync(join(project, path), 'utf8') }))
    .filter(({ code }) => /address\.ts|SVC_DAEMON_ADDR/.test(code))
    .map(({ path, code }) => readSource(path, code));
  const users = sources.filter(({ imports }) => imports.some(({ from }) => from === dialler)).map(({ path }) => path);
  assert.ok(users.length > 0);
  assert.deepEqual(
    users.filter((path) => !path.startsWith('daemon/fronts/commands/')),
    [],
  );
  const readers = sources.filter(({ texts }) => texts.some((text) => text.includes('SVC_DAEMON_ADDR')));
  assert.deepEqual(
    readers.map(({ path }) => path).filter((path) => /^(bridge|headless|electron|web)\//.test(path)),
    [],
  );
});
