import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test, type TestContext } from 'node:test';
import { testFolder } from '../daemon/test-folder.ts';

const project = join(import.meta.dirname, '..');

type Wish = { words?: string[]; config?: string; folder?: string; env?: Record<string, string> };

/** Starts `headless.ts` on folders of its own and waits for its first line. */
async function start(
  t: TestContext,
  { words = ['--bridge-port', '0'], config, folder = testFolder(), env = {} }: Wish = {},
) {
  const files = { config: join(folder, 'config'), data: join(folder, 'data') };
  mkdirSync(files.config, { recursive: true });
  if (config !== undefined) writeFileSync(join(files.config, 'config.toml'), config);
  const child = spawn(process.execPath, ['headless.ts', ...words], {
    cwd: project,
    env: {
      ...process.env,
      SVC_CONFIG_DIR: files.config,
      SVC_DATA_DIR: files.data,
      SVC_SOCKET_PATH: join(folder, 's'),
      SVC_KEYCHAIN: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  t.after(() => child.kill('SIGKILL'));
  const exited = once(child, 'exit') as Promise<[number | null]>;
  let errors = '';
  child.stderr.on('data', (text) => (errors += String(text)));
  const said = await Promise.race([
    once(createInterface(child.stdout), 'line').then(([line]) => String(line)),
    exited.then(() => ''),
  ]);
  const portFile = join(files.config, 'bridge-port');
  const token = () => readFileSync(join(files.config, 'bridge-token'), 'utf8').trim();
  return {
    said,
    files,
    portFile,
    errors: () => errors,
    exited,
    token,
    port: () => Number(readFileSync(portFile, 'utf8')),
    ask: (path: string, method = 'GET') =>
      fetch(`http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/api/v1${path}`, {
        method,
        headers: { authorization: `Bearer ${token()}` },
      }),
    async stop(): Promise<{ code: number | null; ms: number }> {
      const began = performance.now();
      child.kill('SIGTERM');
      const [code] = await exited;
      return { code, ms: performance.now() - began };
    },
  };
}

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('ready means the port file is written: the port really bound, tokens for the owner alone, all gone or closed after a stop (checklist 1, 4, 12, 25)', async (t) => {
  const daemon = await start(t);
  assert.match(daemon.said, new RegExp(`http://127\\.0\\.0\\.1:${daemon.port()}`));
  assert.equal((await daemon.ask('/admin/status')).status, 200);
  const daemonToken = join(daemon.files.config, 'daemon-token');
  assert.deepEqual(
    [modeOf(join(daemon.files.config, 'bridge-token')), modeOf(daemonToken), modeOf(daemon.portFile)],
    [0o600, 0o600, 0o600],
  );
  assert.notEqual(readFileSync(daemonToken, 'utf8').trim(), daemon.token());
  assert.ok(!existsSync(join(daemon.files.data, 'bridge-port')));
  const { code, ms } = await daemon.stop();
  assert.equal(code, 0);
  assert.ok(ms < 2_000, `stopping took ${Math.round(ms)} ms`);
  assert.ok(!existsSync(daemon.portFile));
});

test('a stale port file is replaced, and the token outlives a restart (checklist 4)', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'bridge-port'), '1\n');
  const first = await start(t, { folder });
  const token = first.token();
  assert.notEqual(first.port(), 1);
  await first.stop();
  const again = await start(t, { folder });
  assert.equal(again.token(), token);
  assert.equal((await again.ask('/health')).status, 200);
});

test('with the bridge switched off the daemon runs, binds nothing and says why (checklist 3)', async (t) => {
  const daemon = await start(t, { config: '[bridge]\nenabled = false\n', words: [] });
  assert.match(daemon.said, /without its web interface.*switched off/);
  assert.ok(!existsSync(daemon.portFile));
  assert.equal((await daemon.stop()).code, 0);
});

test('with its port taken the daemon lives, says so, and does not name the stranger’s port (checklist 5)', async (t) => {
  const stranger = createServer().listen(0, '127.0.0.1');
  t.after(() => stranger.close());
  await once(stranger, 'listening');
  const { port } = stranger.address() as AddressInfo;
  const daemon = await start(t, { words: ['--bridge-port', String(port)] });
  assert.match(daemon.said, new RegExp(`without its web interface.*${port}`));
  assert.ok(!existsSync(daemon.portFile));
  assert.match(readFileSync(join(daemon.files.data, 'logs', 'daemon.log'), 'utf8'), /the bridge could not be started/);
  assert.equal((await daemon.stop()).code, 0);
});

test('shutdown over HTTP answers first, then the process ends well', async (t) => {
  const daemon = await start(t);
  const answer = await daemon.ask('/admin/shutdown', 'POST');
  assert.deepEqual([answer.status, await answer.json()], [200, { shutdown: 'scheduled' }]);
  assert.deepEqual(await daemon.exited, [0, null]);
  assert.ok(!existsSync(daemon.portFile));
});

test('release, source and demo have folders of their own (checklist 27, 28)', async (t) => {
  const roots = testFolder();
  const unset = {
    SVC_CONFIG_DIR: '',
    SVC_DATA_DIR: '',
    SVC_SOCKET_PATH: '',
    XDG_CONFIG_HOME: join(roots, 'c'),
    XDG_DATA_HOME: join(roots, 'd'),
    XDG_RUNTIME_DIR: join(roots, 'r'),
  };
  const source = await start(t, { env: unset });
  const demo = await start(t, { env: unset, words: ['--demo=500', '--bridge-port', '0'] });
  const named = await start(t, { env: { ...unset, SVC_INSTANCE: 'mine' } });
  for (const [daemon, instance] of [
    [source, 'posthorn-dev'],
    [demo, 'posthorn-demo'],
    [named, 'mine'],
  ] as const) {
    const port = Number(readFileSync(join(roots, 'c', instance, 'bridge-port'), 'utf8'));
    assert.match(daemon.said, new RegExp(`:${port}$`));
    assert.ok(existsSync(join(roots, 'd', instance, 'mail.db')));
  }
});

test('a configuration that is not TOML, a wrong argument and a folder that is no demo’s end with one sentence', async (t) => {
  const broken = await start(t, { config: '[general\n' });
  const wrong = await start(t, { words: ['--bridge-port', 'lots'] });
  const folder = testFolder();
  const own = await start(t, { folder });
  await own.stop();
  const notDemo = await start(t, { folder, words: ['--demo=500', '--bridge-port', '0'] });
  for (const [daemon, sentence] of [
    [broken, /line 1/],
    [wrong, /--bridge-port takes a whole number/],
    [notDemo, /not a demo's/],
  ] as const) {
    assert.deepEqual(await daemon.exited, [1, null]);
    assert.match(daemon.errors(), sentence);
    assert.doesNotMatch(daemon.errors(), /\n\s+at /);
  }
});

test('a token file that cannot be used ends the start with a sentence, and nothing was opened', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config', 'daemon-token'), { recursive: true });
  const daemon = await start(t, { folder });
  assert.deepEqual(await daemon.exited, [1, null]);
  assert.match(daemon.errors(), /daemon-token/);
  assert.doesNotMatch(daemon.errors(), /\n\s+at /);
  assert.ok(!existsSync(join(daemon.files.data, 'mail.db')));
});

test('the log holds no token and the terminal stays silent (checklist 21, 51)', async (t) => {
  const daemon = await start(t, {
    config: '[logging]\nlevel = "trace"\n',
    words: ['--demo=500', '--bridge-port', '0'],
  });
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port()}/api/v1/events?token=${daemon.token()}`);
  await once(socket, 'open');
  await daemon.ask('/mail/search?q=canary');
  socket.close();
  await daemon.stop();
  const log = readFileSync(join(daemon.files.data, 'logs', 'daemon.log'), 'utf8');
  assert.match(log, /the daemon is running/);
  assert.ok(!log.includes(daemon.token()));
  assert.doesNotMatch(log, /@[a-z-]+\.example/);
  assert.equal(daemon.errors(), '');
});
