import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, join } from 'node:path';
import { after, before, suite, test, type TestContext } from 'node:test';
import type * as Keytar from 'keytar';
import { _electron, type ElectronApplication, type Page } from 'playwright';
import { waitLimitMs, until } from '../../daemon/test-until.ts';
import { silentLog } from '../../daemon/base/log.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { createSoundPlayer } from '../../headless/notifications/sound-player.ts';
import { launchProcess, missingForBus, python, startSessionBus } from '../../testing/servers/session-bus.ts';

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

/** The part of electron-updater that is used. */
type AppUpdater = {
  forceDevUpdateConfig: boolean;
  autoDownload: boolean;
  autoInstallOnAppQuit: boolean;
  setFeedURL(options: { provider: 'generic'; url: string }): void;
  checkForUpdates(): Promise<{ isUpdateAvailable: boolean; updateInfo: { version: string } } | null>;
  downloadUpdate(): Promise<string[]>;
};

const noElectron = program ? undefined : 'Electron itself is not here: npx install-electron fetches it';

/** The app from source in this Electron, with folders of its own. */
function launchApp(executablePath: string, environment: Record<string, string> = {}): Promise<ElectronApplication> {
  const { env, args } = makeTestFolders();
  const words = ['.', ...args];
  return _electron.launch({
    executablePath,
    args: words,
    cwd: project,
    env: { ...env, ...environment },
    timeout: waitLimitMs,
  });
}

/** A server of updates with the version 99.0.0 for each system. */
async function updateFeed(t: Pick<TestContext, 'after'>): Promise<{ url: string; requested: string[] }> {
  const content = Buffer.from('a newer version');
  const sha512 = createHash('sha512').update(content).digest('base64');
  const file = 'Posthorn-99.0.0.exe';
  const entry = `  - url: ${file}\n    sha512: ${sha512}\n    size: ${content.length}\n`;
  const feed = `version: 99.0.0\nfiles:\n${entry}path: ${file}\nsha512: ${sha512}\nreleaseDate: '2026-11-26T00:00:00.000Z'\n`;
  const requested: string[] = [];
  const server = createServer((request, reply) => {
    const { pathname } = new URL(request.url ?? '', 'http://localhost');
    requested.push(pathname);
    if (/^\/latest[\w-]*\.yml$/.test(pathname)) reply.end(feed);
    else if (pathname === `/${file}`) reply.end(content);
    else reply.writeHead(404).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, requested };
}

/** A PDF with one empty page. */
const smallPdf = `%PDF-1.4
1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj
2 0 obj<</Type/Pages/Kids[3 0 R]/Count 1>>endobj
3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 72 72]>>endobj
trailer<</Root 1 0 R>>
%%EOF`;

suite('the app in Electron', { skip: noElectron ?? false }, () => {
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
    page.setDefaultTimeout(waitLimitMs);
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

  test('a PDF is shown by the viewer of Chromium, in a frame of the page', async () => {
    await page.evaluate(`(() => {
        const frame = document.createElement('iframe');
        frame.src = URL.createObjectURL(new Blob([${JSON.stringify(smallPdf)}], { type: 'application/pdf' }));
        document.body.append(frame);
      })()`);
    const viewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';
    await until('the frame of the PDF is the viewer', async () =>
      app.evaluate(
        ({ BrowserWindow }, start) =>
          BrowserWindow.getAllWindows().some(({ webContents }) =>
            webContents.mainFrame.framesInSubtree.some(({ url }) => url.startsWith(start)),
          ),
        viewer,
      ),
    );
  });

  test('a file of the page is downloaded to where the user says', async () => {
    const target = join(testFolder(), 'saved.txt');
    const saved = app.evaluate(
      ({ session }, path) =>
        new Promise<string>((resolve) => {
          session.defaultSession.once('will-download', (_event, item) => {
            item.setSavePath(path);
            item.once('done', (_done, state) => resolve(state));
          });
        }),
      target,
    );
    await page.evaluate(`(() => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob(['content']));
        link.download = 'saved.txt';
        link.click();
      })()`);
    assert.equal(await saved, 'completed');
    assert.equal(readFileSync(target, 'utf8'), 'content');
  });

  test('the page can be printed, and a notification is accepted', async () => {
    const bytes = await app.evaluate(async ({ BrowserWindow }) => {
      const [window] = BrowserWindow.getAllWindows();
      return (await window?.webContents.printToPDF({}))?.length ?? 0;
    });
    assert.ok(bytes > 1_000);
    const outcome = await app.evaluate(
      ({ Notification }) =>
        new Promise<string>((resolve) => {
          if (!Notification.isSupported()) return resolve('unsupported');
          const shown = new Notification({ title: 'Posthorn', body: 'A test', silent: true });
          shown.once('show', () => resolve('shown'));
          shown.once('failed', (_event, reason) => resolve(reason));
          shown.show();
          setTimeout(() => resolve('no answer'), 5_000);
        }),
    );
    // A runner may not show it; the app must not fail over it.
    assert.match(outcome, /^(shown|unsupported|no answer)$/);
  });

  test('the window is in the taskbar where no panel shows the tray icon', async (t) => {
    if (process.platform !== 'linux') return t.skip('Linux only');
    const bus = process.env['DBUS_SESSION_BUS_ADDRESS'];
    if (!bus) return t.skip('there is no session bus');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    const isMinimized = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isMinimized());
    // Xvfb has no window manager, so only that the window is not gone is sure.
    assert.equal(typeof (await isMinimized()), 'boolean');
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.show());
  });

  test('a password is stored in the keychain of the system and read again, by the module that Electron loads', async (t) => {
    if (!process.env['CI']) return t.skip('the keychain of the user who runs the tests is not touched; CI=1 allows it');
    const answers = await app.evaluate(
      async (_electron, manifest) => {
        const { createRequire } = process.getBuiltinModule('node:module');
        const keytar = createRequire(manifest)('keytar') as typeof Keytar;
        const entry = ['posthorn-test', 'round trip'] as const;
        await keytar.setPassword(...entry, 'pässword');
        const stored = await keytar.getPassword(...entry);
        return [stored, await keytar.deletePassword(...entry), await keytar.getPassword(...entry)];
      },
      join(project, 'package.json'),
    );
    assert.deepEqual(answers, ['pässword', true, null]);
  });

  test('a newer version in a feed is found by the updater that Electron loads, and on Windows downloaded', async (t) => {
    const feed = await updateFeed(t);
    const isWindows = process.platform === 'win32';
    const found = await app.evaluate(
      async (_electron, { manifest, url, downloads }) => {
        const { createRequire } = process.getBuiltinModule('node:module');
        const { autoUpdater } = createRequire(manifest)('electron-updater') as { autoUpdater: AppUpdater };
        autoUpdater.forceDevUpdateConfig = true;
        autoUpdater.autoDownload = false;
        autoUpdater.autoInstallOnAppQuit = false;
        autoUpdater.setFeedURL({ provider: 'generic', url });
        const check = await autoUpdater.checkForUpdates();
        const files = downloads ? await autoUpdater.downloadUpdate() : [];
        return { version: check?.updateInfo.version, isNewer: check?.isUpdateAvailable, files: files.length };
      },
      { manifest: join(project, 'package.json'), url: feed.url, downloads: isWindows },
    );
    assert.deepEqual(found, { version: '99.0.0', isNewer: true, files: isWindows ? 1 : 0 });
    assert.ok(feed.requested.some((path) => path.startsWith('/latest')));
    assert.equal(feed.requested.includes('/Posthorn-99.0.0.exe'), isWindows);
  });

  test('it says how long it takes until its window shows a list, with the last list and without it', async (t) => {
    // A folder that `npm run bench -- app-start` has prepared, with its subfolders config and data.
    const profile = process.env['POSTHORN_MEASURED_PROFILE'];
    if (profile === undefined) return t.skip('no profile is named in POSTHORN_MEASURED_PROFILE');
    const { env: outer, args } = makeTestFolders();
    const data = join(profile, 'data');
    const measuredEnv = { ...outer, SVC_CONFIG_DIR: join(profile, 'config'), SVC_DATA_DIR: data };
    const lastView = join(data, 'desktop', 'last-view.json');
    rmSync(lastView, { force: true });
    mkdirSync(join(data, 'desktop'), { recursive: true });
    writeFileSync(join(data, 'desktop', 'window.json'), JSON.stringify({ path: '/all' }));
    for (const start of ['without the last list', 'with the last list']) {
      const began = performance.now();
      const started = await _electron.launch({
        executablePath: program,
        args: ['.', ...args],
        cwd: project,
        env: measuredEnv,
        timeout: waitLimitMs,
      });
      const window = await started.firstWindow({ timeout: waitLimitMs });
      await window.locator('[data-thread]').first().waitFor({ timeout: waitLimitMs });
      t.diagnostic(`${start}: ${Math.round(performance.now() - began)} ms`);
      await until('the list is kept', () => existsSync(lastView));
      await started.close();
    }
  });

  test('Windows keeps the path of a program with a space in quotes, and knows it again', async (t) => {
    if (process.platform !== 'win32') return t.skip('Windows only');
    // As `electron/login-item.test.ts` says that the app passes it.
    const item = { path: '"C:\\a folder\\Posthorn.exe"', args: ['--hidden'] };
    const set = (openAtLogin: boolean) =>
      app.evaluate((electron, settings) => electron.app.setLoginItemSettings(settings), { ...item, openAtLogin });
    const isSet = () => app.evaluate((electron, known) => electron.app.getLoginItemSettings(known).openAtLogin, item);
    const key = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
    const entries = () => spawnSync('reg.exe', ['query', key], { encoding: 'utf8' }).stdout;
    await set(true);
    t.after(() => set(false));
    assert.match(entries(), /"C:\\a folder\\Posthorn\.exe" --hidden/);
    assert.equal(await isSet(), true);
    await set(false);
    assert.doesNotMatch(entries(), /a folder/);
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
});

suite('the tray icon in Electron', { skip: missingForBus('Tray icons') ?? noElectron ?? false }, () => {
  test('a panel gets it, the window hides with it, and is back when the panel goes', async (t) => {
    const bus = await startSessionBus();
    const session = { DBUS_SESSION_BUS_ADDRESS: bus.address };
    const panel = launchProcess([python, join(project, 'testing', 'servers', 'tray-host.py')], session);
    t.after(async () => {
      await panel.kill();
      await bus.stop();
    });
    const lines: string[] = [];
    panel.lines.on('line', (line) => void lines.push(line));
    await until('the panel is ready', () => lines.includes('ready'));
    panel.child.stdin?.write('own\n');
    const app = await launchApp(program ?? '', session);
    t.after(() => app.close());
    await app.firstWindow({ timeout: waitLimitMs });
    await until('the icon is in the panel', () => lines.includes('item'));
    const isVisible = () => app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.isVisible());
    await until('the window is shown', async () => (await isVisible()) === true);
    await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[0]?.close());
    await until('the window is hidden', async () => (await isVisible()) === false);
    panel.child.stdin?.write('leave\n');
    await until('the window is back without the panel', () =>
      app.evaluate(({ BrowserWindow }) => {
        const [window] = BrowserWindow.getAllWindows();
        return window?.isVisible() === true || window?.isMinimized() === true;
      }),
    );
  });
});

const noSystemSound = process.platform === 'linux' ? 'Linux: e2e/peers/desktop-notifications.test.ts' : false;

test('a sound is given to the program of the system that plays it', { skip: noSystemSound }, async (t) => {
  const started = Promise.withResolvers<void>();
  const player = createSoundPlayer({
    folder: join(project, 'resources', 'chimes'),
    log: silentLog,
    platform: process.platform,
    spawn: ((...words: Parameters<typeof spawn>) => {
      const child = spawn(...words);
      child.once('spawn', started.resolve);
      child.once('error', started.reject);
      return child;
    }) as typeof spawn,
  });
  t.after(player.close);
  player.play('bell', 0.1);
  // A runner has no loudspeaker, so what comes of it is not known.
  await started.promise;
});

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

  test('its command line runs without a window, and says that Posthorn is not running', () => {
    const { env, args: words } = makeTestFolders();
    const screen = process.platform === 'linux' ? ['--ozone-platform=headless'] : [];
    const { status, stderr } = spawnSync(packedProgram ?? '', [...screen, ...words, '--cli', '--', 'status'], {
      env: { ...env, SVC_INSTANCE: 'posthorn-none' },
      encoding: 'utf8',
      timeout: waitLimitMs,
    });
    assert.equal(status, 3, stderr);
  });

  test('Windows starts it at sign-in from a path with a space', (t) => {
    if (process.platform !== 'win32') return t.skip('Windows only');
    // The value that the app writes is run as the registry would run it.
    const folder = join(testFolder(), 'a folder');
    cpSync(dirname(packedProgram ?? ''), folder, { recursive: true });
    const program = join(folder, 'Posthorn.exe');
    const { env } = makeTestFolders();
    const words = ['/d', '/s', '/c', `""${program}" --cli -- status"`];
    const { status } = spawnSync('cmd.exe', words, { env, windowsVerbatimArguments: true, timeout: waitLimitMs });
    assert.equal(status, 3);
  });
});
