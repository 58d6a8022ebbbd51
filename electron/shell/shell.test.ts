import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, suite, test } from 'node:test';
import type { RepairOffer } from '../daemon-process/utility-protocol.ts';
import { menuItem, openTestShell, page, synced } from './test-shell.ts';

const { cancelableEvent, ipcMain } = await import('../fake/electron.ts');

suite('the shell of the app', () => {
  let opened: ReturnType<typeof openTestShell> | undefined;
  const open: typeof openTestShell = (...given) => (opened = openTestShell(...given));
  afterEach(() => {
    opened?.close();
    opened = undefined;
  });
  /** Resolves after pending work that was started without a promise. */
  const settled = () => new Promise((resolve) => setImmediate(resolve));

  test('during the start the window shows a card without an error, and then the page', () => {
    const { shell, window, card } = open({}, { isRunning: false });
    assert.match(card(), /Opening your mail/);
    shell.setProcessState({ state: 'running' });
    assert.match(card(), /Opening your mail/);
    shell.setPage(page);
    assert.equal(window().url, 'http://127.0.0.1:4040/');
    assert.equal(window().isShown, true);
  });

  test('an app that starts hidden creates no window before it is opened', () => {
    const { shell, desktop, window } = open({ isHidden: true });
    assert.deepEqual(desktop.windows, []);
    shell.open('/drafts');
    assert.equal(window().url, 'http://127.0.0.1:4040/drafts');
  });

  test('the page has no rights except its bridge', () => {
    const { window } = open();
    const { webPreferences } = window().options;
    const { preload, additionalArguments, ...rights } = webPreferences ?? {};
    assert.deepEqual(rights, {
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      webviewTag: false,
      webSecurity: true,
      plugins: true,
    });
    assert.match(String(preload), /preload\.cjs$/);
    assert.deepEqual(additionalArguments, ['--posthorn-version=0.1.0']);
  });

  test('the page gets only the permission of its copy buttons, and a frame in it gets none', async () => {
    const { window } = open();
    const { webContents } = window();
    const { session } = webContents;
    const asks = (permission: string, details: object) =>
      new Promise((resolve) =>
        (session.permissionHandler as (...words: unknown[]) => void)(webContents, permission, resolve, details),
      );
    const own = { isMainFrame: true, requestingUrl: `${page.url}/inbox` };
    assert.equal(await asks('clipboard-sanitized-write', own), true);
    assert.equal(await asks('clipboard-sanitized-write', { ...own, isMainFrame: false }), false);
    assert.equal(await asks('clipboard-sanitized-write', { ...own, requestingUrl: 'https://news.example/' }), false);
    for (const permission of ['media', 'notifications', 'geolocation', 'clipboard-read', 'openExternal']) {
      assert.equal(await asks(permission, own), false, permission);
    }
  });

  test('requests to other hosts than the bridge are blocked', () => {
    const { window } = open();
    const { session } = window().webContents;
    const isStopped = (url: string, webContentsId?: number) => {
      let isCancelled: boolean | undefined;
      session.requestHandler?.({ url, webContentsId } as { url: string }, ({ cancel }) => (isCancelled = cancel));
      return isCancelled;
    };
    assert.equal(isStopped(`${page.url}/api/v1/health`, 1), false);
    assert.equal(isStopped('https://tracker.example/pixel.gif', 1), true);
    assert.equal(
      isStopped('https://redirector.gvt1.com/edgedl/chrome/dict/en-us-10-1.bdic'),
      process.platform !== 'darwin',
    );
  });

  test('links in mail open in the browser, addresses open the composer, and all others do nothing', async () => {
    const { window, desktop } = open();
    const { webContents } = window();
    for (const url of ['https://news.example/', 'file:///etc/passwd', 'smb://host/x', 'mailto:bo@example.org', 'x']) {
      assert.deepEqual(webContents.openHandler({ url }), { action: 'deny' });
    }
    assert.deepEqual(desktop.openedExternally, ['https://news.example/']);
    assert.deepEqual(webContents.sent, [['posthorn:open', '/compose?to=bo%40example.org']]);
  });

  test('the page of a provider, on which the user signs in, opens in the browser of the system, unchanged', () => {
    const { window, desktop } = open();
    const url =
      'https://login.microsoftonline.com/common/oauth2/v2.0/authorize?client_id=a&redirect_uri=http%3A%2F%2Flocalhost%3A4711&state=s_-~&scope=openid%20email';
    assert.deepEqual(window().webContents.openHandler({ url }), { action: 'deny' });
    assert.deepEqual(desktop.openedExternally, [url]);
    assert.equal(desktop.windows.length, 1);
  });

  test('the window stays at its page', () => {
    const { window } = open();
    const isHeld = (name: string, url: string, isMainFrame = true) => {
      const event = Object.assign(cancelableEvent({ url }), { isMainFrame });
      window().webContents.emit(name, event);
      return event.defaultPrevented;
    };
    assert.equal(isHeld('will-frame-navigate', `${page.url}/search`), false);
    assert.equal(isHeld('will-frame-navigate', 'about:srcdoc', false), false);
    for (const url of ['http://127.0.0.1:4041/', 'https://news.example/', 'file:///etc/passwd', 'no address']) {
      assert.equal(isHeld('will-frame-navigate', url), true, url);
      assert.equal(isHeld('will-frame-navigate', url, false), true, url);
      assert.equal(isHeld('will-redirect', url), true, url);
    }
    assert.equal(isHeld('will-attach-webview', ''), true);
  });

  test('a path is passed to the open page, so that unsaved text stays', () => {
    const { shell, window } = open();
    shell.open('/inbox/m/1');
    assert.deepEqual(window().webContents.sent, [['posthorn:open', '/inbox/m/1']]);
    assert.equal(window().url, 'http://127.0.0.1:4040/');
    for (const path of ['//news.example/', 'https://news.example/', '/\\news.example', '//[', 'inbox'])
      shell.open(path);
    assert.equal(window().webContents.sent.length, 1);
  });

  test('a path requested before there is a page is the first view of the page', () => {
    const { shell, window } = open({}, { isRunning: false });
    shell.open('/compose?to=a%40example.org');
    shell.setProcessState({ state: 'running' });
    shell.setPage(page);
    assert.equal(window().url, 'http://127.0.0.1:4040/compose?to=a%40example.org');
  });

  test('a page that moved shows its last view, a page that came back unchanged is not reloaded, and a demo starts at its first view', () => {
    const { shell, window, app } = open();
    const go = (url: string) => {
      window().webContents.url = url;
      window().webContents.emit('did-navigate-in-page', {}, url, true);
    };
    go(`${page.url}/search?q=a#b`);
    shell.setProcessState({ state: 'restarting', reason: 'It crashed.', attempt: 1 });
    shell.setProcessState({ state: 'running' });
    shell.setPage(page);
    assert.equal(window().webContents.listenerCount('did-finish-load'), 1);
    assert.equal(window().url, `${page.url}/search?q=a#b`);
    app.token = 'token-2';
    shell.setPage({ url: 'http://127.0.0.1:4050', isDemo: false });
    assert.equal(window().url, 'http://127.0.0.1:4050/search?q=a#b');
    shell.setPage({ url: 'http://127.0.0.1:4051', isDemo: true });
    assert.equal(window().url, 'http://127.0.0.1:4051/');
  });

  test('the window opens with its last place, size, zoom and view', () => {
    const first = open();
    first.window().bounds = { x: 100, y: 80, width: 900, height: 700 };
    first.window().webContents.url = `${page.url}/drafts`;
    first.window().webContents.emit('did-navigate-in-page', {}, `${page.url}/drafts`, true);
    menuItem(first.desktop.applicationMenu, 'Larger').click();
    first.window().isLarge = true;
    first.window().close();
    const second = openTestShell({ stateFolder: first.stateFolder });
    const { x, y, width, height } = second.window().options;
    assert.deepEqual([x, y, width, height], [100, 80, 900, 700]);
    assert.equal(second.window().url, `${page.url}/drafts`);
    assert.deepEqual([second.window().webContents.zoomLevel, second.window().isLarge], [0.5, true]);
    second.close();
  });

  test('closing the window keeps the app in the tray, and says so once', async () => {
    const { window, desktop, calls: asked, shell } = open();
    desktop.messageBoxResponse = 0;
    window().close();
    await settled();
    assert.deepEqual([window().isShown, window().isGone], [false, false]);
    assert.match(desktop.messageBoxes.join(), /Start Posthorn when you sign in.*Mail still arrives/s);
    assert.deepEqual(asked, [['login', true]]);
    shell.open();
    assert.equal(window().isShown, true);
    window().close();
    await settled();
    assert.deepEqual([desktop.messageBoxes.length, desktop.notifications.length], [1, 0]);
  });

  test('a user who was already asked about the start at sign-in only learns that the app goes on', async () => {
    const {
      window,
      desktop,
      calls: asked,
    } = open({
      login: { get: () => true, set: () => assert.fail('there was a question') },
    });
    window().close();
    await settled();
    assert.deepEqual(desktop.messageBoxes, []);
    assert.match(String(desktop.notifications[0]?.body), /Mail still arrives/);
    assert.deepEqual(asked, []);
  });

  test('the items of the tray work', async () => {
    const { tray, calls: asked, window, desktop, app } = open();
    menuItem(tray().menu, 'Sync now').click();
    menuItem(tray().menu, 'For 1 hour').click();
    menuItem(tray().menu, 'New message').click();
    menuItem(tray().menu, 'Quit Posthorn').click();
    await settled();
    assert.deepEqual(asked[0], ['sync', null]);
    const [name, { until }] = asked[1] as [string, { until: string }];
    assert.equal(name, 'pause');
    assert.match(until, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
    assert.equal(asked[2], 'quit');
    assert.deepEqual(window().webContents.sent, [['posthorn:open', '/compose']]);
    app.refusal = 'No network. Connect this computer first.';
    menuItem(tray().menu, 'Sync now').click();
    await settled();
    assert.deepEqual(desktop.messageBoxes, ['Mail wasn’t synced: No network. Connect this computer first.']);
  });

  test('unread mail is in the tooltip, on the icon of the app, and marks the tray icon', () => {
    const { shell, tray, desktop } = open();
    shell.setStatus({ ...synced, unread: 4 });
    assert.match(tray().tip, /^Posthorn, 4 unread conversations\nUp to date$/);
    if (process.platform === 'linux') assert.equal(desktop.badge, 4);
    shell.setProcessState({ state: 'given_up', reason: 'It crashed three times.' });
    assert.equal(desktop.badge, 0);
    assert.match(tray().tip, /^Posthorn\nIt crashed three times$/);
  });

  test('the menu of the tray is set only if it changes', () => {
    const { shell, tray } = open();
    const before = tray().menu;
    shell.setStatus({ ...synced });
    assert.equal(tray().menu, before);
    shell.setStatus({ ...synced, state: 'syncing', percent: 3 });
    assert.notEqual(tray().menu, before);
  });

  const onMac = process.platform === 'darwin' && 'macOS has a dock';
  test('without a tray icon a closed window stays in the taskbar, and closing it there quits', { skip: onMac }, () => {
    const {
      window,
      desktop,
      calls: asked,
    } = open({ login: { get: () => true, set: () => undefined } }, { hasTray: false });
    window().close();
    assert.deepEqual([window().isGone, window().isSmall, asked], [false, true, []]);
    assert.match(String(desktop.notifications[0]?.body), /in the taskbar\. To quit Posthorn, close it there/);
    window().close();
    assert.deepEqual(asked, ['quit']);
  });

  test('an app that starts hidden is in the taskbar if no panel shows its icon', { skip: onMac }, async () => {
    const { desktop, window, clock, setTrayHost } = open({ isHidden: true }, { hasTray: false });
    clock.advance(19_000);
    await settled();
    assert.deepEqual(desktop.windows, []);
    clock.advance(1_000);
    await settled();
    assert.deepEqual([window().isShown, window().isSmall], [true, true]);
    setTrayHost(true);
    assert.equal(desktop.trays.length, 1);
  });

  test(
    'a panel that goes away leaves no hidden window behind, and one that comes back gets the icon',
    { skip: onMac },
    async () => {
      const { desktop, window, clock, setTrayHost, tray } = open();
      window().close();
      assert.deepEqual([window().isShown, window().isSmall], [false, false]);
      setTrayHost(false);
      clock.advance(20_000);
      await settled();
      assert.deepEqual([desktop.trays[0]?.isGone, window().isSmall], [true, true]);
      setTrayHost(true);
      assert.match(tray().tip, /^Posthorn/);
      assert.equal(desktop.trays.length, 2);
    },
  );

  const offer: RepairOffer = {
    problem: 'The mail database on this computer is damaged.',
    choices: [
      { id: 'salvage', description: 'Keeps what can be read.' },
      { id: 'restore', description: 'Brings back your mail.' },
      { id: 'start_over', description: 'Fetches all mail again.' },
      { id: 'settings', description: 'config.toml is damaged.' },
    ],
    backups: [
      {
        name: 'posthorn-2026-03-09T03-00-00Z',
        made_at: '2026-03-09T03:00:00.000Z',
        bytes: 312_400_000,
        messages: 104_180,
      },
      { name: 'posthorn-2026-03-08T03-00-00Z', made_at: '2026-03-08T03:00:00.000Z', bytes: 4_200, messages: 1 },
    ],
  };

  test('mail that cannot be opened: the window says so in a sentence, and its buttons repair it', async () => {
    const { shell, card, window, calls: asked, desktop, app } = open();
    shell.setPage({ reason: 'The bridge is turned off.', remedy: 'enable_bridge', repair: offer });
    assert.match(card(), /can’t open your mail.*is damaged\..*312 MB.*4\.2 kB/s);
    const links = [...card().matchAll(/href="(posthorn-remedy:[^"]+)"/g)].map(([, url = '']) => url);
    assert.deepEqual(links, [
      'posthorn-remedy:repair/salvage',
      'posthorn-remedy:repair/restore/posthorn-2026-03-09T03-00-00Z',
      'posthorn-remedy:repair/start_over',
      'posthorn-remedy:repair/settings',
      'posthorn-remedy:repair/restore/posthorn-2026-03-09T03-00-00Z',
      'posthorn-remedy:repair/restore/posthorn-2026-03-08T03-00-00Z',
      ...['enable_bridge', 'folder', 'log', 'copy', 'quit'].map((remedy) => `posthorn-remedy:${remedy}`),
    ]);
    const click = async (url: string) => {
      window().webContents.emit('will-frame-navigate', Object.assign(cancelableEvent({ url }), { isMainFrame: true }));
      await settled();
    };
    for (const url of links.slice(0, 4)) await click(url);
    for (const url of ['restore/..%2F..', 'restore/a/b?c', 'format', '']) await click(`posthorn-remedy:repair/${url}`);
    assert.deepEqual(asked, [
      ['repair', { id: 'salvage' }],
      ['repair', { id: 'restore', backup: 'posthorn-2026-03-09T03-00-00Z' }],
      ['repair', { id: 'settings' }],
    ]);
    assert.match(
      desktop.messageBoxes.join(),
      /Start over from your servers\?.*You lose what is kept only on this computer/s,
    );
    desktop.messageBoxResponse = 0;
    app.refusal = 'The disk is full.';
    await click('posthorn-remedy:repair/start_over');
    assert.deepEqual(asked.at(-1), ['repair', { id: 'start_over' }]);
    assert.equal(desktop.messageBoxes.at(-1), 'The repair failed: The disk is full.');
  });

  test('an opened message is imported if the user agrees, and shown', async (t) => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-opened-'));
    t.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, 'Lunch.eml');
    writeFileSync(file, 'Subject: Lunch\r\nMessage-ID: <a+b@mail.example>\r\n\r\nMessage-ID: <no@mail.example>\r\n');
    const { shell, desktop, window, calls: asked, app } = open();
    shell.openFiles([file]);
    await settled();
    assert.match(desktop.messageBoxes.join(), /^Import “Lunch\.eml” into Posthorn\?/);
    assert.deepEqual(asked, [], 'the user has declined');
    desktop.messageBoxResponse = 0;
    shell.openFiles([file]);
    await settled();
    assert.deepEqual(asked, [['import_files', { paths: [file] }]]);
    assert.deepEqual(window().webContents.sent, [['posthorn:open', '/search?q=rfc822msgid%3Aa%2Bb%40mail.example']]);
    app.refusal = 'The file is not mail.';
    shell.openFiles([file, join(folder, 'x.mbox')]);
    await settled();
    assert.equal(desktop.messageBoxes.at(-1), 'The file wasn’t imported: The file is not mail.');
    const asksBefore = desktop.messageBoxes.length;
    app.refusal = '';
    // macOS gives each file of a selection on its own.
    for (const name of ['a.eml', 'b.eml', 'a.eml']) shell.openFiles([join(folder, name)]);
    await settled();
    assert.equal(desktop.messageBoxes.length, asksBefore + 1);
    assert.deepEqual(asked.at(-1), ['import_files', { paths: [join(folder, 'a.eml'), join(folder, 'b.eml')] }]);
  });

  test('files that are sent to the app are in a new message, and one that cannot be attached is named', async () => {
    const { shell, desktop, window, app } = open();
    shell.attachFiles(['/pictures/a.png']);
    await settled();
    assert.deepEqual(window().webContents.sent, [['posthorn:open', '/compose/drafts%2F1']]);
    app.refusal = '“a” is a folder.';
    shell.attachFiles(['/pictures']);
    await settled();
    assert.equal(desktop.messageBoxes.at(-1), 'The files weren’t attached: “a” is a folder.');
  });

  test('the user is asked once about new versions, when there is an account, and the answer is stored', async () => {
    const { shell, desktop, window, calls: asked, app } = open();
    shell.setUpdatePolicy({ check: 'ask', download: true });
    await settled();
    assert.match(
      desktop.messageBoxes.join(),
      /Check for new versions.*asks updates\.example whether there is a newer/s,
    );
    assert.deepEqual(asked, [['check_updates', { check: 'never' }]]);
    window().focus();
    shell.setStatus(synced);
    await settled();
    assert.equal(desktop.messageBoxes.length, 1);
    app.policy = { check: 'never', download: true };
  });

  test('no question about new versions comes before the first account, or where the app is not updated', async () => {
    const first = open({}, { isRunning: false });
    first.shell.setUpdatePolicy({ check: 'ask', download: true });
    first.shell.setProcessState({ state: 'running' });
    first.shell.setPage(page);
    first.shell.setStatus({
      state: 'empty',
      unread: 0,
      approvals: 0,
      agents_paused: null,
      passwords: null,
      paused_until: null,
    });
    await settled();
    assert.deepEqual(first.desktop.messageBoxes, []);
    first.shell.setStatus(synced);
    await settled();
    assert.equal(first.desktop.messageBoxes.length, 1);
  });

  test('a version that is available is in the menus, and is downloaded or opens its page', async () => {
    const { announceUpdate, desktop, calls: asked, tray } = open();
    announceUpdate({ state: 'available', version: '2.0.0', page: null });
    menuItem(desktop.applicationMenu, 'Get version 2.0.0…').click();
    await settled();
    assert.deepEqual(asked, ['download']);
    announceUpdate({ state: 'available', version: '2.0.0', page: 'https://updates.example/' });
    menuItem(tray().menu, 'Get version 2.0.0…').click();
    await settled();
    assert.deepEqual([asked.length, desktop.openedExternally], [1, ['https://updates.example/']]);
  });

  test('after an update the user learns once that there is something new', async () => {
    const first = open();
    assert.deepEqual(first.desktop.notifications, [], 'the first version is not new');
    const file = join(first.stateFolder, 'window.json');
    const stored = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...stored, lastVersion: '0.0.9' }));
    const ask = (shell: ReturnType<typeof openTestShell>) =>
      ipcMain.invokeFrom(shell.window().webContents, 'posthorn:ask', ['takeUpdateNote']);
    const hidden = openTestShell({ stateFolder: first.stateFolder, isHidden: true });
    assert.match(String(hidden.desktop.notifications[0]?.title), /was updated to version 0\.1\.0/);
    hidden.desktop.notifications[0]?.emit('click');
    assert.match(hidden.window().url, /\/inbox#whats-new$/);
    assert.equal(await ask(hidden), false, 'the notification has said it');
    writeFileSync(file, JSON.stringify({ ...stored, lastVersion: '0.0.9' }));
    const second = openTestShell({ stateFolder: first.stateFolder });
    assert.deepEqual(second.desktop.notifications, [], 'the page says it');
    assert.deepEqual([await ask(second), await ask(second)], [true, false]);
    const third = openTestShell({ stateFolder: first.stateFolder });
    assert.deepEqual([third.desktop.notifications, await ask(third)], [[], false]);
    for (const shell of [third, second, hidden]) shell.close();
  });

  test('a message has a window of its own, with the rights of the page, its own last place, and a close that closes it', async () => {
    const { desktop, shell, window } = open();
    menuItem(desktop.applicationMenu, 'New message in a window').click();
    const [main, composer] = desktop.windows;
    assert.ok(main && composer);
    assert.equal(composer.url, `${page.url}/compose`);
    assert.deepEqual(composer.options.webPreferences, main.options.webPreferences);
    assert.deepEqual(composer.webContents.openHandler({ url: 'https://news.example/' }), { action: 'deny' });
    assert.equal(await ipcMain.invokeFrom(composer.webContents, 'posthorn:ask', ['token']), 'token-1');
    composer.bounds = { x: 10, y: 20, width: 700, height: 600 };
    composer.isInFront = true;
    main.isInFront = false;
    menuItem(desktop.applicationMenu, 'Close window').click();
    assert.deepEqual([composer.isGone, main.isShown], [true, true]);
    await assert.rejects(ipcMain.invokeFrom(composer.webContents, 'posthorn:ask', ['token']), /own page/);

    window().webContents.url = `${page.url}/inbox/m/1`;
    menuItem(desktop.applicationMenu, 'Open in a new window').click();
    menuItem(desktop.applicationMenu, 'New message in a window').click();
    const [, , reader, next] = desktop.windows;
    assert.equal(reader?.url, `${page.url}/inbox/m/1`);
    const { x, y, width, height } = next?.options ?? {};
    assert.deepEqual([x, y, width, height], [10, 20, 700, 600]);
    // A display that is gone, and a window that filled it.
    assert.ok(next);
    next.bounds = { x: 5000, y: 20, width: 700, height: 600 };
    next.isLarge = true;
    next.close();
    menuItem(desktop.applicationMenu, 'New message in a window').click();
    const moved = desktop.windows.at(-1);
    assert.deepEqual([moved?.options.x, moved?.options.width, moved?.isLarge], [undefined, 700, true]);
    moved?.close();
    shell.setPage({ url: 'http://127.0.0.1:4050', isDemo: false });
    assert.equal(reader?.url, 'http://127.0.0.1:4050/inbox/m/1');
  });

  test('a page that does not respond can be reloaded, and a click on Wait does nothing', async () => {
    const { window, desktop } = open();
    const before = window().webContents.loads;
    window().emit('unresponsive');
    await settled();
    assert.match(desktop.messageBoxes.join(), /isn’t responding/);
    assert.equal(window().webContents.loads, before + 1);
    desktop.messageBoxResponse = 0;
    window().emit('unresponsive');
    await settled();
    assert.equal(window().webContents.loads, before + 1);
  });

  const troubles: [
    name: string,
    act: (shell: ReturnType<typeof openTestShell>['shell']) => void,
    words: RegExp,
    remedies: string[],
  ][] = [
    [
      'the bridge is turned off',
      (shell) => shell.setPage({ reason: 'The bridge is turned off.', remedy: 'enable_bridge' }),
      /turned off in your settings.*still synced and sent/s,
      ['enable_bridge', 'copy', 'quit'],
    ],
    [
      'its port is taken',
      (shell) => shell.setPage({ reason: 'Port 42829 is taken.', remedy: 'other_port' }),
      /Another program is using Posthorn’s port.*Port 42829 is taken/s,
      ['other_port', 'log', 'copy', 'quit'],
    ],
    [
      'there is no page for another reason',
      (shell) => shell.setPage({ reason: 'The page was never built.', remedy: 'none' }),
      /The page was never built/,
      ['log', 'copy', 'quit'],
    ],
    [
      'it crashed too often',
      (shell) => shell.setProcessState({ state: 'given_up', reason: 'It ended with code 9.' }),
      /has stopped.*ended with code 9/s,
      ['restart', 'log', 'copy', 'quit'],
    ],
    ['it was shut down', (shell) => shell.setProcessState({ state: 'shut_down' }), /was stopped/, ['restart', 'quit']],
    [
      'it cannot start',
      (shell) =>
        shell.setProcessState({ state: 'failed', reason: 'The mail is of a newer Posthorn.', code: 'newer_database' }),
      /couldn’t start.*of a newer Posthorn/s,
      ['restart', 'folder', 'log', 'copy', 'quit'],
    ],
    [
      'the disk is full',
      (shell) => shell.setProcessState({ state: 'failed', reason: 'The disk is full.', code: 'disk_full' }),
      /couldn’t start.*The disk is full/s,
      ['free_space', 'restart', 'folder', 'log', 'copy', 'quit'],
    ],
    [
      'a repair runs',
      (shell) => {
        shell.setProcessState({ state: 'failed', reason: 'It is damaged.', code: 'internal', repair: offer });
        shell.setRepairing({ done: 31, total: 100 });
      },
      /Repairing your mail.*<progress[^>]* value="30">/s,
      [],
    ],
    [
      'another one runs',
      (shell) => shell.setProcessState({ state: 'elsewhere', reason: 'It runs already.', hasPage: true }),
      /Another Posthorn, started outside this app/,
      ['use_other', 'restart', 'log', 'copy', 'quit'],
    ],
    [
      'it waits for a message that is being sent',
      (shell) => shell.setProcessState({ state: 'finishing', reason: 'A message is being sent.' }),
      /One moment.*A message is being sent/s,
      [],
    ],
  ];
  for (const [name, act, words, remedies] of troubles) {
    test(`the window says why it shows no mail, and offers a remedy: ${name}`, () => {
      const { shell, card } = open();
      act(shell);
      assert.match(card(), words);
      const offered = [...card().matchAll(/href="posthorn-remedy:(\w+)"/g)].map(([, remedy]) => remedy);
      assert.deepEqual(offered, remedies);
      assert.doesNotMatch(card(), /<script|src=|https?:\/\/(?!www\.w3)/);
    });
  }

  test('a remedy works only from the card', async () => {
    const { shell, window, calls: asked, desktop } = open();
    const click = (url: string, isMainFrame = true) => {
      const event = Object.assign(cancelableEvent({ url }), { isMainFrame });
      window().webContents.emit('will-frame-navigate', event);
      return event.defaultPrevented;
    };
    assert.equal(click('posthorn-remedy:quit'), true);
    assert.deepEqual(asked, [], 'a link in mail is not a remedy');
    shell.setPage({ reason: 'Port 42829 is taken.', remedy: 'other_port' });
    for (const remedy of ['other_port', 'copy', 'log', 'format_disk'])
      assert.equal(click(`posthorn-remedy:${remedy}`), true);
    click('posthorn-remedy:quit', false);
    await settled();
    assert.deepEqual(asked, [['other_port', null]]);
    assert.deepEqual(desktop.copied, ['Port 42829 is taken.']);
    assert.match(desktop.shownInFolder.join(), /logs$/);
  });

  test('error details are shown as text, whatever their source', () => {
    const { shell, card } = open();
    shell.setProcessState({ state: 'given_up', reason: '<img src=x onerror=alert(1)>" & so on' });
    assert.match(card(), /&lt;img src=x onerror=alert\(1\)&gt;&quot; &amp; so on/);
    assert.doesNotMatch(card(), /<img/);
  });

  test("a page that cannot be loaded is explained, and loaded again on the user's request", async () => {
    const { shell, desktop, window, card } = open({}, { isRunning: false });
    desktop.loadFailure = 'ERR_CONNECTION_REFUSED';
    shell.setProcessState({ state: 'running' });
    shell.setPage(page);
    await settled();
    assert.match(card(), /Your mail couldn’t be shown.*didn’t answer/s);
    assert.doesNotMatch(card(), /ERR_/, 'a code is only copied');
    desktop.loadFailure = undefined;
    const again = Object.assign(cancelableEvent({ url: 'posthorn-remedy:reload' }), { isMainFrame: true });
    window().webContents.emit('will-frame-navigate', again);
    assert.equal(window().url, `${page.url}/`);
  });

  test('a crashed page is reloaded, but only a few times', async () => {
    const { window, card } = open();
    const end = () => window().webContents.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 });
    for (let count = 0; count < 3; count++) end();
    assert.equal(window().url, `${page.url}/`);
    end();
    assert.match(card(), /The page quit unexpectedly\./);
  });

  test('the menu is disabled if it needs the page, and its items work', async () => {
    const { desktop, window, shell, calls: asked } = open();
    const menu = () => desktop.applicationMenu;
    menuItem(menu(), 'Drafts').click();
    menuItem(menu(), 'Print…').click();
    menuItem(menu(), 'Quit').click();
    assert.deepEqual(window().webContents.sent, [['posthorn:open', '/drafts']]);
    assert.deepEqual(window().webContents.done, ['print']);
    assert.deepEqual(asked, ['quit']);
    shell.setProcessState({ state: 'shut_down' });
    assert.equal(menuItem(menu(), 'New message').enabled, false);
    assert.equal(menuItem(menu(), 'Report a problem…').enabled, false);
  });

  test('the check for updates reports its result, and an update that is ready is offered', async () => {
    const { desktop, app, announceUpdate, calls: asked, tray } = open();
    app.update = { state: 'off', reason: 'It was started from source.' };
    menuItem(desktop.applicationMenu, 'Check for updates…').click();
    await settled();
    assert.deepEqual(desktop.messageBoxes, ['Automatic updates aren’t available: It was started from source.']);
    announceUpdate({ state: 'ready', version: '2.0.0' });
    menuItem(desktop.applicationMenu, 'Restart to update to 2.0.0').click();
    menuItem(tray().menu, 'Restart to update to 2.0.0').click();
    await settled();
    assert.deepEqual(asked, ['install', 'install']);
  });
});
