import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { testFolder } from '../../daemon/test-folder.ts';

const project = join(import.meta.dirname, '..', '..');
const electronFolder = process.env['ELECTRON_OVERRIDE_DIST_PATH'] ?? join(project, 'node_modules', 'electron', 'dist');
const program = ['electron', 'electron.exe', 'Electron.app/Contents/MacOS/Electron']
  .map((name) => join(electronFolder, name))
  .find((path) => existsSync(path));
/** The executable of the packed app, with its fuses. */
const packedProgram = process.env['POSTHORN_PACKED_APP'];

// A container has neither a user for Chromium's sandbox nor a graphics card.
const switches = process.platform === 'linux' ? ['--no-sandbox', '--disable-gpu'] : [];

/** The folders of a separate Posthorn, and the environment that names them. */
function makeTestFolders() {
  const folder = testFolder();
  const config = join(folder, 'config');
  mkdirSync(config, { recursive: true });
  writeFileSync(join(config, 'config.toml'), '[bridge]\nport = 0\n');
  const { NODE_OPTIONS: _options, NODE_TEST_CONTEXT: _context, ...outer } = process.env;
  const env = {
    ...outer,
    HOME: folder,
    XDG_CONFIG_HOME: join(folder, 'xdg'),
    SVC_CONFIG_DIR: config,
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_SOCKET_PATH: process.platform === 'win32' ? `\\\\.\\pipe\\posthorn-test-${process.pid}` : join(folder, 's'),
    SVC_KEYCHAIN: 'off',
  } as Record<string, string>;
  const args = [...switches, `--user-data-dir=${join(folder, 'user')}`];
  return { env, args, portFile: join(config, 'bridge-port') };
}

async function healthAt(portFile: string): Promise<{ service: string }> {
  const port = readFileSync(portFile, 'utf8').trim();
  const answer = await fetch(`http://127.0.0.1:${port}/api/v1/health`);
  return (await answer.json()) as { service: string };
}

suite(
  'the app in Electron',
  { skip: program ? false : 'Electron itself is not here: npx install-electron fetches it' },
  () => {
    const { env, args: words, portFile } = makeTestFolders();
    let app: ElectronApplication;
    let page: Page;
    before(async () => {
      app = await _electron.launch({
        executablePath: program,
        args: ['.', ...words],
        cwd: project,
        env,
        timeout: waitLimitMs,
      });
      page = await app.firstWindow({ timeout: waitLimitMs });
      await page.waitForURL(/^http:\/\/127\.0\.0\.1:\d+\//, { timeout: waitLimitMs });
    });
    after(() => app?.close());

    test('the window shows the page that the daemon serves', async () => {
      await page.getByRole('heading').first().waitFor({ timeout: waitLimitMs });
      assert.match(await page.title(), /Posthorn/);
      assert.equal((await healthAt(portFile)).service, 'posthorn');
    });

    test('the page has the API of the app, and no API of Node', async () => {
      const reach = await page.evaluate(() => {
        const world = globalThis as unknown as Record<string, unknown>;
        return ['require', 'process', 'module', 'Buffer', 'electron', 'posthorn'].map((name) => typeof world[name]);
      });
      assert.deepEqual(reach, [...Array.from({ length: 5 }, () => 'undefined'), 'object']);
    });

    test('the page cannot navigate elsewhere or open a second window', async () => {
      const before = page.url();
      await page.evaluate(`location.href = 'data:text/html,elsewhere'; window.open('about:blank'); undefined`);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => resolve()))');
      assert.equal(page.url(), before);
      assert.equal(app.windows().length, 1);
    });

    test('a second start ends by itself and does not affect the first', async () => {
      const second = spawn(program ?? '', ['.', ...words], { cwd: project, env, stdio: 'ignore' });
      const [code] = await once(second, 'exit', { signal: AbortSignal.timeout(waitLimitMs) });
      assert.equal(code, 0);
      assert.equal(app.windows().length, 1);
      assert.equal((await healthAt(portFile)).service, 'posthorn');
    });

    test('quitting ends the daemon cleanly: its address is free and its port file is gone', async () => {
      const { origin } = new URL(page.url());
      const closed = app.waitForEvent('close', { timeout: waitLimitMs });
      await app.evaluate((electron) => electron.app.quit());
      await closed;
      assert.equal(existsSync(portFile), false);
      await assert.rejects(fetch(origin));
    });
  },
);

suite('the packed app', { skip: packedProgram ? false : 'no packed app is named in POSTHORN_PACKED_APP' }, () => {
  test('it starts its daemon and workers from its archive, and serves the page', async (t) => {
    const { env, args: words, portFile } = makeTestFolders();
    const child = spawn(packedProgram ?? '', words, { env, stdio: 'inherit' });
    t.after(() => child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await until('a port file is written', () => {
      assert.equal(child.exitCode, null, 'the app ended as it started');
      return existsSync(portFile);
    });
    assert.equal((await healthAt(portFile)).service, 'posthorn');
    const page = await fetch(`http://127.0.0.1:${readFileSync(portFile, 'utf8').trim()}/`);
    assert.match(await page.text(), /<script type="module"/);
    assert.match(readFileSync(join(env['SVC_DATA_DIR'] ?? '', 'logs', 'daemon.log'), 'utf8'), /./);
    child.kill('SIGTERM');
    await ended;
  });
});
