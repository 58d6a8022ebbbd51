import assert from 'node:assert/strict';
import { afterEach, beforeEach, suite, test } from 'node:test';
import type { DesktopBridge } from '../../daemon/contract/desktop.ts';
import { openTestShell, page } from '../shell/test-shell.ts';

const { ipcMain, ipcRenderer, exposedGlobals } = await import('../fake/electron.ts');

suite('requests of the page to the app', () => {
  let opened: ReturnType<typeof openTestShell>;
  beforeEach(() => (opened = openTestShell()));
  afterEach(() => opened.close());

  const ask = (name: string, words: unknown[] = [], frame?: unknown) =>
    ipcMain.invokeFrom(opened.window().webContents, 'posthorn:ask', [name, ...words], frame);

  test('only the page gets its token', async () => {
    assert.equal(await ask('token'), 'token-1');
    const { webContents } = opened.window();
    const refused = /Only Posthorn’s own page/;
    await assert.rejects(
      ask('token', [], { url: `${page.url}/`, parent: webContents.mainFrame }),
      refused,
      'a frame of it',
    );
    await assert.rejects(ask('token', [], null), refused, 'a frame that is gone');
    webContents.url = 'https://news.example/';
    await assert.rejects(ask('token'), refused, 'another page in the window');
    webContents.url = 'http://127.0.0.1:4041/';
    await assert.rejects(ask('token'), refused, 'another program on this computer');
  });

  test('a card in place of the page gets nothing', async () => {
    opened.shell.setProcessState({ state: 'shut_down' });
    await assert.rejects(ask('token'), /Only Posthorn’s own page/);
  });

  test('another window gets nothing', async () => {
    const { BrowserWindow } = await import('../fake/electron.ts');
    const other = new BrowserWindow();
    await other.loadURL(`${page.url}/`);
    await assert.rejects(ipcMain.invokeFrom(other.webContents, 'posthorn:ask', ['token']), /Only Posthorn’s own page/);
  });

  test('an unknown request is refused', async () => {
    for (const name of ['toString', '__proto__', 'constructor', 'exec', '']) {
      await assert.rejects(ask(name), /doesn’t know this request/, name);
    }
    await assert.rejects(ask('setStartsAtLogin', ['yes']), /true or false/);
    assert.deepEqual(opened.calls, []);
  });

  test('the start at sign-in is offered once, by the page or by the window', async () => {
    assert.deepEqual([await ask('loginOffered'), await ask('loginOffered')], [false, true]);
    await ask('setStartsAtLogin', [true]);
    assert.deepEqual(opened.calls, [['login', true]]);
    opened.window().close();
    assert.deepEqual(opened.desktop.messageBoxes, [], 'the window does not ask again');
  });

  test('mail links open in the app if the user says so', async () => {
    assert.equal(await ask('isMailProgram'), false);
    await assert.rejects(ask('becomeMailProgram'), /from its source folder/);
    assert.deepEqual(opened.desktop.protocols, []);
    opened.desktop.isPackaged = true;
    assert.equal(await ask('becomeMailProgram'), true);
    assert.deepEqual(opened.desktop.protocols, ['mailto']);
  });

  test('on Windows the app is the mail program if Windows says so, and only its settings change that', async (t) => {
    const { platform } = process;
    t.after(() => Object.defineProperty(process, 'platform', { value: platform }));
    Object.defineProperty(process, 'platform', { value: 'win32' });
    opened.close();
    opened = openTestShell();
    const { desktop } = opened;
    desktop.isPackaged = true;
    desktop.protocols.push('mailto');
    assert.equal(await ask('isMailProgram'), false, 'no program is chosen');
    desktop.mailProgram = 'C:\\Program Files\\Other\\other.exe';
    assert.equal(await ask('becomeMailProgram'), false);
    assert.deepEqual(desktop.openedExternally, ['ms-settings:defaultapps?registeredAppUser=Posthorn']);
    desktop.mailProgram = process.execPath.toUpperCase();
    assert.equal(await ask('isMailProgram'), true);
  });

  test("the page's API calls the app, and passes on the paths that were requested before it listened", async () => {
    // The preload runs in a document; this one is a card.
    Object.assign(globalThis, { location: { protocol: 'data:' } });
    await import('../preload.ts');
    const bridge = exposedGlobals['posthorn'] as DesktopBridge;
    ipcRenderer.answer = (channel, name) => (channel === 'posthorn:ask' && name === 'token' ? 'token-1' : undefined);
    assert.equal(await bridge.token(), 'token-1');
    assert.equal(bridge.platform, process.platform);
    const paths: string[] = [];
    ipcRenderer.emit('posthorn:open', {}, '/inbox/m/1');
    const end = bridge.onOpen((path) => paths.push(path));
    ipcRenderer.emit('posthorn:open', {}, '/drafts');
    end();
    ipcRenderer.emit('posthorn:open', {}, '/outbox');
    assert.deepEqual(paths, ['/inbox/m/1', '/drafts']);
    const verbs = Object.values(bridge).filter((value) => typeof value === 'function');
    assert.equal(verbs.length, 20, 'no more access to the computer than this');
  });
});
