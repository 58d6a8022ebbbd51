import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, suite, test } from 'node:test';
import { silentLog } from '../../daemon/base/log.ts';
import type { LastView } from '../../daemon/contract/desktop.ts';
import { lastViewFile } from '../last-view-file.ts';
import { openTestShell, page } from '../shell/test-shell.ts';
import { lastViewUrl } from './last-view-html.ts';
import { openLastView } from './last-view.ts';
import { statusCardOf } from './status-card.ts';

const { ipcMain } = await import('../fake/electron.ts');

const root = mkdtempSync(join(tmpdir(), 'posthorn-last-view-'));
after(() => rmSync(root, { recursive: true, force: true }));

const view: LastView = {
  path: '/inbox/m/9f2dd19d-7a74-5b35-9949-703611dabe61',
  attributes: { lang: 'en', 'data-theme': 'dark', 'data-density': 'compact' },
  styles: ['/assets/index-1.css'],
  notice: 'Posthorn démarre <b>.',
  html: '<div class="frame"><main><ul><h2>Today</h2><li data-thread="1">Proofs &amp; prints</li></ul></main></div>',
};

suite('the last list, which is shown during a start', () => {
  let folder = '';
  let now = new Date('2026-03-10T12:00:00Z');
  const open = (version = '0.1.0') => openLastView({ folder, version, now: () => now, log: silentLog });
  beforeEach(() => {
    folder = mkdtempSync(join(root, 'state-'));
    now = new Date('2026-03-10T12:00:00Z');
  });

  test('it is kept in a file of its owner, for the same list of the same version, and for two weeks', () => {
    const store = open();
    assert.equal(store.viewFor('/inbox'), undefined);
    store.store(view);
    if (process.platform !== 'win32') assert.equal(statSync(lastViewFile(folder)).mode & 0o777, 0o600);
    assert.equal(open().viewFor('/inbox')?.html, view.html);
    assert.equal(open().viewFor('/all'), undefined, 'another list');
    assert.equal(open('0.2.0').viewFor('/inbox'), undefined, 'another version');
    now = new Date('2026-03-24T12:00:01Z');
    assert.equal(open().viewFor('/inbox'), undefined, 'too old');
    now = new Date('2026-03-10T11:00:00Z');
    assert.equal(open().viewFor('/inbox'), undefined, 'a clock that went back');
  });

  test('what runs, loads or leads somewhere is no list, nor is one that is too large', () => {
    const store = open();
    const wrong: unknown[] = [
      undefined,
      'list',
      { ...view, html: '' },
      { ...view, html: `<ul>${'x'.repeat(500_000)}</ul>` },
      { ...view, html: '<script>1</script>' },
      { ...view, html: '<a href="posthorn-remedy:quit">' },
      { ...view, html: '<META http-equiv=refresh>' },
      { ...view, styles: ['/assets/../secret.css'] },
      { ...view, styles: ['https://example.org/a.css'] },
      { ...view, attributes: { onload: 'run()' } },
      { ...view, path: 'inbox' },
    ];
    for (const each of wrong) assert.throws(() => store.store(each), /can’t be kept/);
    assert.equal(existsSync(lastViewFile(folder)), false);
  });

  test('a demo leaves no list, and a damaged file is no list', () => {
    const store = open();
    store.setDemo(true);
    store.store(view);
    assert.equal(existsSync(lastViewFile(folder)), false);
    writeFileSync(lastViewFile(folder), '{"path":');
    assert.equal(store.viewFor('/inbox'), undefined);
  });

  test('its document runs nothing and loads nothing, and shows no “Today” of another day', () => {
    const assets = join(folder, 'assets');
    mkdirSync(assets);
    const fonts =
      'src: url(./figtree-latin-wght-normal-a1.woff2) format("woff2"), url("./serif-b2.woff2")format("woff2")';
    writeFileSync(join(assets, 'index-1.css'), `@font-face { ${fonts} } .frame { color: red }`);
    writeFileSync(join(assets, 'figtree-latin-wght-normal-a1.woff2'), 'font');
    const stored = { ...view, storedAt: now.toISOString() };
    const textOf = (url: string | undefined) => Buffer.from(url?.split('base64,')[1] ?? '', 'base64').toString();
    const html = textOf(lastViewUrl(stored, { pageFolder: folder, now }));
    assert.match(html, /<html lang="en" data-theme="dark" data-density="compact">/);
    assert.match(html, /default-src 'none'; style-src 'unsafe-inline'; font-src data:"/);
    assert.match(html, /url\(data:font\/woff2;base64,Zm9udA==\) format\("woff2"\), local\(""\)/);
    assert.match(html, /<div inert><div class="frame">.*Proofs &amp; prints/);
    assert.match(html, /role="status">Posthorn démarre &lt;b&gt;\.</);
    assert.doesNotMatch(html, /visibility: hidden/);
    const nextDay = textOf(lastViewUrl(stored, { pageFolder: folder, now: new Date('2026-03-12T12:00:00Z') }));
    assert.match(nextDay, /main time, main ul h2, main \[data-moment\] \{ visibility: hidden; \}/);
    assert.equal(lastViewUrl({ ...stored, styles: ['/assets/gone-2.css'] }, { pageFolder: folder, now }), undefined);
  });

  test('it is shown while the app starts, and never in place of a failure', () => {
    const lastView = () => 'data:text/html,list';
    const status = (process: object, more: object = {}) =>
      statusCardOf({ process, page: undefined, status: undefined, ...more } as never, lastView)?.lastView;
    assert.equal(status({ state: 'starting' }), lastView());
    assert.equal(status({ state: 'running' }), lastView());
    for (const state of ['given_up', 'shut_down', 'failed', 'restarting', 'elsewhere', 'finishing'])
      assert.equal(status({ state, reason: '', code: '' }), undefined, state);
    assert.equal(
      status({ state: 'running' }, { page: { reason: 'The port is taken.', remedy: 'other_port' } }),
      undefined,
    );
    assert.equal(status({ state: 'running' }, { repairing: { done: 1, total: 2 } }), undefined);
  });

  test('the page keeps and removes it, and gets it back once to cover the time until it is rendered', async (t) => {
    const opened = openTestShell();
    t.after(opened.close);
    const ask = (name: string, ...words: unknown[]) =>
      ipcMain.invokeFrom(opened.window().webContents, 'posthorn:ask', [name, ...words]);
    assert.equal(await ask('coverView'), null);
    await ask('storeLastView', view);
    const file = lastViewFile(opened.stateFolder);
    assert.match(readFileSync(file, 'utf8'), /Proofs/);
    await assert.rejects(ask('storeLastView', { ...view, html: '<script>' }), /can’t be kept/);
    await ask('forgetLastView');
    assert.equal(existsSync(file), false);
    await ask('forgetLastView');
    opened.shell.setPage({ ...page, isDemo: true });
    await ask('storeLastView', view);
    assert.equal(existsSync(file), false);
  });
});
