import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pathOfLink } from '../deep-link.ts';
import '../fake/register.ts';
import { mayLoad, mayNavigate, linkTarget } from './window-links.ts';

const { safeFileName } = await import('./window-downloads.ts');

const origin = 'http://127.0.0.1:4040';
const target = (url: string) => linkTarget(url, { origin, mailtoPath: pathOfLink });

test('only links that a browser opens are passed to the browser', () => {
  assert.deepEqual(target('https://news.example/a?b#c'), { to: 'outside', url: 'https://news.example/a?b#c' });
  assert.deepEqual(target('tel:+4930123'), { to: 'outside', url: 'tel:+4930123' });
  const never = [
    'file:///etc/passwd',
    'file://host/share',
    'smb://host/x',
    'javascript:alert(1)',
    'data:text/html,x',
    'ms-msdt:/id',
    'search-ms:query=x',
    'vscode://x',
    'posthorn-remedy:quit',
    'blob:http://127.0.0.1:4040/x',
    'https://',
    'x',
    '',
    `https://a.example/${'x'.repeat(40_000)}`,
  ];
  for (const url of never) assert.deepEqual(target(url), { to: 'nowhere' }, url.slice(0, 60));
});

test('a mail address opens the composer, and a link to the page stays in the window', () => {
  assert.deepEqual(target('mailto:bo@example.org?subject=Hi'), {
    to: 'page',
    path: '/compose?to=bo%40example.org&subject=Hi',
  });
  assert.deepEqual(target(`${origin}/drafts?x=1`), { to: 'page', path: '/drafts?x=1' });
  assert.equal(target('http://127.0.0.1:4041/').to, 'outside');
});

test('the window shows its page and the frames in it show mail, and neither navigates elsewhere', () => {
  const main = (url: string) => mayNavigate(url, { origin, isFrame: false });
  const frame = (url: string) => mayNavigate(url, { origin, isFrame: true });
  assert.deepEqual(
    [main(`${origin}/inbox`), main('http://127.0.0.1:4041/'), main('https://news.example/')],
    [true, false, false],
  );
  assert.deepEqual([frame('about:srcdoc'), main('about:srcdoc'), frame('https://news.example/')], [true, false, false]);
  // A file from a message may be shown in a frame, and never as the page.
  assert.deepEqual([frame(`blob:${origin}/1`), main(`blob:${origin}/1`)], [true, false]);
  // The frame of a PDF is navigated to the viewer by Chromium; the page and other extensions are not.
  const viewer = 'chrome-extension://mhjfbmdgcfjbbpaeojofohoefgiehjai/';
  assert.deepEqual(
    [frame(`${viewer}index.html`), main(`${viewer}index.html`), frame('chrome-extension://abcdefghijklmnop/')],
    [true, false, false],
  );
  assert.equal(mayNavigate('data:text/html,x', { origin: undefined, isFrame: false }), false);
  assert.equal(mayNavigate('file:///x', { origin: undefined, isFrame: false }), false);
});

test('only the bridge is loaded from, whatever the page says', () => {
  const may = (url: string, hasDevTools = false) => mayLoad(url, { origin, hasDevTools });
  for (const url of [
    `${origin}/assets/a.js`,
    'ws://127.0.0.1:4040/api/v1/events',
    'data:image/png;base64,x',
    `blob:${origin}/1`,
  ]) {
    assert.equal(may(url), true, url);
  }
  for (const url of [
    'https://news.example/pixel.gif',
    'http://127.0.0.1:4041/',
    'wss://127.0.0.1:4040/',
    'file:///etc/passwd',
    'http://localhost:4040/',
    'chrome://settings/',
    'devtools://x/',
  ]) {
    assert.equal(may(url), false, url);
  }
  assert.equal(may('devtools://devtools/x.html', true), true);
  assert.equal(mayLoad(`${origin}/`, { origin: undefined, hasDevTools: false }), false);
});

test('a saved file has a plain name', () => {
  const names: [string, string][] = [
    ['report.pdf', 'report.pdf'],
    ['../../.bashrc', 'bashrc'],
    ['C:\\Windows\\x.exe', 'x.exe'],
    ['invoice\u202efdp.exe', 'invoicefdp.exe'],
    ['a\u0000b\n.txt', 'ab.txt'],
    ['trailing. . .', 'trailing'],
    ['..', 'file'],
    ['', 'file'],
    ['a<b>|c?.txt', 'a_b__c_.txt'],
  ];
  for (const [original, name] of names) assert.equal(safeFileName(original), name);
  assert.ok(safeFileName(`${'x'.repeat(500)}.pdf`).endsWith('.pdf'));
});
