import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from './safe-html.ts';

const hrefOf = (href: string) => /href="([^"]*)"/.exec(safeHtml(`<a href="${href}">x</a>`).html)?.[1];
const mismatchOf = (text: string, href: string) =>
  /data-link-mismatch="([^"]*)"/.exec(safeHtml(`<a href="${href}">${text}</a>`).html)?.[1];

test('a link keeps its real target, shows it in its title, and opens in a new window without a referrer', () => {
  assert.equal(
    safeHtml(
      '<a href="https://x.example/a?b=c&amp;d=e" title="Your bank" target=_top rel=opener ping="//y.example"><b title="z">go</b></a>',
    ).html,
    '<a href="https://x.example/a?b=c&amp;d=e" title="https://x.example/a?b=c&amp;d=e" target="_blank" rel="noopener noreferrer nofollow"><b>go</b></a>',
  );
});

test('only web, mail and telephone links can be followed, in any spelling of the scheme', () => {
  assert.equal(hrefOf('MAILTO:a@x.example?subject=b'), 'mailto:a@x.example?subject=b');
  assert.equal(hrefOf('tel:+4930'), 'tel:+4930');
  assert.equal(hrefOf(' ht\ntps:\\\\x.example\\a'), 'https://x.example/a');
  const bad = [
    'javascript:a',
    ' JaVa\tScript:a',
    '&#106;avascript&colon;a',
    '\u0001javascript:a',
    'vbscript:a',
    'data:text/html,a',
    'blob:https://x.example/a',
    'file:///a',
    'view-source:https://x.example',
    '/a',
    'a.html',
    'https://',
    'about:blank',
  ];
  assert.deepEqual(
    bad.map(hrefOf),
    bad.map(() => undefined),
  );
});

test('a fragment link leads to a position within the message', () => {
  assert.equal(safeHtml('<a href="#a">b</a><p id="a">').html, '<a href="#a" target="_self">b</a><p id="a">');
});

test('non-ASCII letters in a host are shown in their ASCII form', () => {
  assert.equal(hrefOf('https://аррӏе.com/'), 'https://xn--80ak6aa92e.com/');
  assert.equal(mismatchOf('apple.com', 'https://аррӏе.com/'), 'xn--80ak6aa92e.com');
});

test('a link whose text is the address of another host is marked with the real host', () => {
  assert.equal(mismatchOf('https://www.bank.example/login', 'http://evil.example.net/x'), 'evil.example.net');
  assert.equal(mismatchOf('ht<b>tps://bank.com</b>', 'https://evil.net'), 'evil.net');
  assert.equal(mismatchOf(' www.bank.example ', 'https://bank.example.evil.net/'), 'bank.example.evil.net');
  assert.equal(mismatchOf('paypal.com', 'http://203.0.113.9/'), '203.0.113.9');
  assert.equal(mismatchOf('https://bank.com@evil.net/', 'https://evil.net/'), undefined);
  assert.equal(mismatchOf('bank.co.uk', 'https://evil.co.uk/'), 'evil.co.uk');
});

test('a link within the same domain, or with text that only resembles an address, is not marked', () => {
  const fine = [
    ['https://x.example.com/a', 'https://click.example.com/b'],
    ['example.com', 'https://www.example.com/'],
    ['README.md', 'https://git.example.net/'],
    ['Node.js', 'https://nodejs.example.org/'],
    ['Read example.com now', 'https://evil.net/'],
    ['ada@example.com', 'https://evil.net/'],
    ['example.com', 'mailto:ada@evil.net'],
  ] as const;
  for (const [text, href] of fine) assert.equal(mismatchOf(text, href), undefined, text);
});

test('a mark that the sender wrote is ignored', () => {
  assert.doesNotMatch(safeHtml('<a href="https://x.example/" data-link-mismatch="y.example">x</a>').html, /mismatch/);
});
