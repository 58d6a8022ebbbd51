import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import './fake/register.ts';

const { app, held, newDesktop } = await import('./fake/electron.ts');
const { runDesktop } = await import('./desktop.ts');

const utility = join(import.meta.dirname, 'fake', 'utility-stand-in.ts');
let desktop: ReturnType<typeof newDesktop>;

beforeEach(() => {
  desktop = newDesktop();
  delete process.env['POSTHORN_STAND_IN'];
});
afterEach(async () => {
  app.quit();
  await desktop.hasQuit.promise;
});

async function start({ fares, patience }: { fares?: string; patience?: number } = {}) {
  if (fares) process.env['POSTHORN_STAND_IN'] = fares;
  await runDesktop({ utility, patience });
  const [window] = desktop.windows;
  const [child] = desktop.processes;
  assert.ok(child);
  return { window, child };
}

async function startWithWindow() {
  const { window, child } = await start();
  assert.ok(window);
  return { window, child };
}

test('the window shows the page that the daemon process serves, and holds it without rights', async () => {
  const { window } = await startWithWindow();
  assert.equal(window.url, 'http://127.0.0.1:4040/');
  assert.deepEqual(window.options.webPreferences, {
    contextIsolation: true,
    sandbox: true,
    nodeIntegration: false,
    webviewTag: false,
  });
  const granted = await new Promise((resolve) => window.webContents.permissionHandler({}, 'media', resolve));
  assert.equal(granted, false);
});

test('the window stays on its own address', async () => {
  const { window } = await startWithWindow();
  const isHeld = (name: string, url: string) => {
    const event = held({ url });
    window.webContents.emit(name, event);
    return event.isHeld;
  };
  assert.equal(isHeld('will-frame-navigate', 'http://127.0.0.1:4040/search'), false);
  assert.equal(isHeld('will-frame-navigate', 'about:srcdoc'), false);
  for (const url of ['http://127.0.0.1:4041/', 'https://news.example/', 'file:///etc/passwd', 'no address']) {
    assert.equal(isHeld('will-frame-navigate', url), true, url);
    assert.equal(isHeld('will-redirect', url), true, url);
  }
});

test('links leave for the system only where it is a browser or a mail program that opens them', async () => {
  const { window } = await startWithWindow();
  for (const url of ['https://news.example/', 'mailto:bo@example.org', 'file:///etc/passwd', 'smb://host/x', 'x']) {
    assert.deepEqual(window.webContents.openHandler({ url }), { action: 'deny' });
  }
  assert.deepEqual(desktop.openedOutside, ['https://news.example/', 'mailto:bo@example.org']);
});

test('the real daemon process serves the page, and frees its address when the app quits', async (t) => {
  const home = mkdtempSync(join(tmpdir(), 'posthorn-desktop-'));
  const places = { SVC_CONFIG_DIR: home, SVC_DATA_DIR: join(home, 'data'), SVC_SOCKET_PATH: join(home, 'socket') };
  const before = { ...process.env };
  Object.assign(process.env, places, { SVC_KEYCHAIN: 'off' });
  t.after(() => {
    process.env = before;
    rmSync(home, { recursive: true, force: true });
  });
  writeFileSync(join(home, 'config.toml'), '[bridge]\nport = 0\n');

  await runDesktop({ utility: join(import.meta.dirname, 'utility.ts') });
  const url = desktop.windows[0]?.url;
  assert.ok(url, desktop.errors.join());
  const health = async () => (await fetch(new URL('/api/v1/health', url))).status;
  assert.equal(await health(), 200);
  app.quit();
  await desktop.hasQuit.promise;
  await assert.rejects(health());
});

test('when the page is somewhere else, or there anew, the window shows the view it had', async () => {
  const { window, child } = await startWithWindow();
  window.webContents.url = 'http://127.0.0.1:4040/m/inbox?q=a#b';
  const hears = (news: object) => {
    const told = once(child, 'message');
    child.send({ kind: 'tell', news });
    return told;
  };
  await hears({ kind: 'ready', url: 'http://127.0.0.1:4050' });
  assert.equal(window.url, 'http://127.0.0.1:4050/m/inbox?q=a#b');
  const event = held({ url: 'http://127.0.0.1:4050/search' });
  window.webContents.emit('will-frame-navigate', event);
  assert.equal(event.isHeld, false);
  await hears({ kind: 'failed', reason: 'The bridge is switched off.' });
  assert.deepEqual(desktop.errors, ['Posthorn cannot show its page: The bridge is switched off.']);
});

test('a second start brings the window of the first forward', async () => {
  const { window } = await startWithWindow();
  window.isSmall = true;
  app.emit('second-instance');
  assert.deepEqual([window.isSmall, window.isInFront], [false, true]);
});

test('the second instance itself starts nothing and quits', async () => {
  desktop.isFirstInstance = false;
  await runDesktop({ utility });
  await desktop.hasQuit.promise;
  assert.deepEqual([desktop.windows, desktop.processes], [[], []]);
});

test('closing the window quits, after the daemon process has ended in its own order', async () => {
  const { child } = await startWithWindow();
  app.emit('window-all-closed');
  app.quit();
  await desktop.hasQuit.promise;
  assert.equal(child.exitCode, 0);
  assert.deepEqual(desktop.questions, []);
});

test('a daemon process that does not end when asked is made to', async () => {
  const { child } = await start({ fares: 'deaf', patience: 50 });
  app.quit();
  await desktop.hasQuit.promise;
  assert.equal(child.signalCode, 'SIGKILL');
  assert.deepEqual(desktop.questions, []);
});

test('a crash of the daemon process is said, and answered with a new start', async () => {
  const { child } = await startWithWindow();
  desktop.answer = 0;
  child.kill('SIGSEGV');
  await once(child, 'exit');
  await desktop.hasQuit.promise;
  assert.match(desktop.questions.join(), /^Posthorn has stopped: .*ended by itself \(code \d+\)\. What was stored/);
  assert.equal(desktop.isRelaunched, true);
});

test('a daemon process that was shut down through its API closes the app without a question', async () => {
  const { child } = await startWithWindow();
  child.send({ kind: 'close' });
  await desktop.hasQuit.promise;
  assert.deepEqual(desktop.questions, []);
});

test('a start that fails is explained in the words of the daemon', async () => {
  const { window, child } = await start({ fares: 'fails' });
  await desktop.hasQuit.promise;
  assert.deepEqual(desktop.errors, ['Posthorn could not start: Another Posthorn is already running.']);
  assert.deepEqual([window, child.exitCode], [undefined, 0]);
});

test('a daemon process that dies before it is ready is explained', async () => {
  const { window } = await start({ fares: 'crashes at start' });
  await desktop.hasQuit.promise;
  assert.match(desktop.errors.join(), /^Posthorn could not start: .*ended as it started \(code 9\)\.$/);
  assert.equal(window, undefined);
});
