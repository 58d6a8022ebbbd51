import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { startTestProcess } from './test-process.ts';

test('with a taken port the daemon runs, reports it, and does not write the port of the other program (checklist 5)', async (t) => {
  const otherServer = createServer().listen(0, '127.0.0.1');
  t.after(() => otherServer.close());
  await once(otherServer, 'listening');
  const { port } = otherServer.address() as AddressInfo;
  const daemon = await startTestProcess(t, { args: ['--bridge-port', String(port)] });
  assert.match(daemon.linesWritten, new RegExp(`without its web interface.*${port}`));
  assert.ok(!existsSync(daemon.portFile));
  assert.match(daemon.log(), /the bridge could not be started/);
  assert.equal((await daemon.stop()).code, 0);
});

test('a bind that other machines could reach and a token file that is a folder disable only the bridge, and are reported (checklist 6)', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config', 'daemon-token'), { recursive: true });
  const daemon = await startTestProcess(t, { folder, config: '[bridge]\nbind = "0.0.0.0"\n' });
  const why = /\[bridge\]\.bind \(config\.toml, line 2\) isn’t an address of this machine alone/;
  assert.match(daemon.linesWritten, why);
  assert.match(daemon.log(), why);
  assert.match(daemon.log(), /daemon-token cannot be used.*the daemon runs on without it/);
  const { out, code } = await daemon.posthorn('status');
  assert.equal(code, 0);
  assert.match(out, why);
  assert.match(out, /^config\.toml, line 2: bridge\.bind /m);
  assert.ok(!existsSync(daemon.portFile));
  assert.equal((await daemon.stop()).code, 0);
  const after = await daemon.posthorn('status');
  assert.deepEqual([after.code, after.out], [3, '']);
  assert.match(after.err, /^Posthorn isn’t running\./);
});

test('a wrong argument and a folder that is not a demo’s end with one sentence', async (t) => {
  const wrong = await startTestProcess(t, { args: ['--bridge-port', 'lots'] });
  const folder = testFolder();
  const own = await startTestProcess(t, { folder });
  await own.stop();
  const notDemo = await startTestProcess(t, { folder, args: ['--demo=500', '--bridge-port', '0'] });
  for (const [daemon, sentence] of [
    [wrong, /--bridge-port must be a whole number/],
    [notDemo, /isn’t a demo's/],
  ] as const) {
    assert.deepEqual(await daemon.exited, [1, null]);
    assert.match(daemon.errors(), sentence);
    assert.doesNotMatch(daemon.errors(), /\n\s+at /);
  }
});
