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
    '//x.example/a',
    'http://localhost:42829/mail',
    'http://LOCALHOST./',
    'https://a.localhost/',
    'http://localhost.localdomain/',
    'http://127.0.0.1:42829/admin/stop',
    'http://127.1/',
    'http://2130706433/',
    'http://0x7f.0.0.1/',
    'http://0/',
    'http://[::1]:80/',
    'http://[::ffff:127.0.0.1]/',
    'http://[::]/',
    'http://ada@127.0.0.1/',
  ];
  assert.deepEqual(
    bad.map(hrefOf),
    bad.map(() => undefined),
  );
});

test('a fragment link leads to a position within the message', () => {
  assert.equal(safeHtml('<a href="#a">b</a><p id="a">').html, '<a href="#mail-a" target="_self">b</a><p id="mail-a">');
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
  assert.equal(mismatchOf('https://bank.com@evil.net/', 'https://evil.net/'), 'evil.net');
  assert.equal(mismatchOf('bank.co.uk', 'https://evil.co.uk/'), 'evil.co.uk');
});

test('a link within the same domain, or with text that only resembles an address, is not marked', () => {
  const fine = [
    ['https://x.example.com/a', 'https://click.example.com/b'],
    ['example.com', 'https://www.example.com/'],
    ['README.md', 'https://git.example.net/'],
    ['Node.js', 'https://nodejs.example.org/'],
    ['ada@example.com', 'https://evil.net/'],
    ['This is for ada@example.com only', 'https://evil.net/'],
    ['first.com@example.com', 'https://evil.net/'],
    ['Write to ada@example.com', 'mailto:ada@mail.example.com'],
    ['It ends here.It begins', 'https://evil.net/'],
    ['Version 1.2.3.4, e.g. in St.Gallen', 'https://evil.net/'],
    ['setup.sh and photos.zip', 'https://evil.net/'],
    ['https://example.com/files/index.me', 'https://example.com/'],
    ['<b>shop.</b>example.com', 'https://example.com/'],
    ['ex<b>ample.</b>com', 'https://example.com/'],
    ['https&#58;//bank&#46;com', 'https://bank.com/'],
    ['почта.рф', 'https://xn--80a1acny.xn--p1ai/'],
    ['example.com', 'mailto:ada@evil.net'],
  ] as const;
  for (const [text, href] of fine) assert.equal(mismatchOf(text, href), undefined, text);
});

test('an address anywhere in the text of a link counts, under every top-level domain', () => {
  const texts = [
    'Sign in at https://bank.com',
    'Sign in at https://bank.com/login, please',
    'Sign in (bank.com)!',
    'Go to bank.me',
    'bank.xyz',
    'BANK.XYZ',
    'Bank.Com',
    'bank.online/login',
    'bank.sh/login',
    'банк.рф',
    'bank.co.uk',
    'login:https://bank.com:443@evil.net',
    'bank.com@evil.net/login',
    'https://bank.com\\@evil.net',
    'bank\u200b.\u00adcom',
    'bank\u3002com',
    'ｂａｎｋ.com',
    'http://203.0.113.9/login',
    '<img alt="https://bank.com">',
    'Pay<img alt="bank.com">now',
    `${'Very long. '.repeat(100)}bank.com`,
  ];
  for (const text of texts) assert.equal(mismatchOf(text, 'https://evil.net/'), 'evil.net', text);
  assert.equal(mismatchOf('ada.github.io', 'https://eve.github.io/'), 'eve.github.io');
  assert.equal(mismatchOf('Write to help@bank.com', 'mailto:help@evil.net?subject=x'), 'evil.net');
});

test('text that may be invisible does not hide an address', () => {
  const texts = [
    'https://bank.com<span class="h">.evil.net</span>',
    '<span style="font-size:14px">https://bank.com</span>.evil.net',
    'ba<span class="h"> </span>nk.com',
    '<i class="a">ba</i> <i class="b">nk.com</i>',
    'ba<span style="display:none">x y</span>nk.com',
    'ba<span hidden>x y</span>nk.com',
  ];
  for (const text of texts) assert.equal(mismatchOf(text, 'https://evil.net/'), 'evil.net', text);
});

test('a link continues where a browser ignores its end tag', () => {
  const { html } = safeHtml('<a href="https://evil.net/"><table><tr><td></a>https://bank.com</td></tr></table></a>b');
  assert.equal(
    html,
    '<a href="https://evil.net/" title="https://evil.net/" target="_blank" rel="noopener noreferrer nofollow" data-link-mismatch="evil.net">' +
      '<table><tr><td>https://bank.com</td></tr></table></a>b',
  );
});

test('a user name before the host is removed, because it can read as a host', () => {
  assert.equal(hrefOf('https://bank.com@evil.net/a'), 'https://evil.net/a');
  assert.equal(hrefOf('https://bank.com:login@evil.net/a'), 'https://evil.net/a');
});

test('characters and elements that turn the order of letters are removed', () => {
  assert.equal(safeHtml('<bdo dir=rtl>moc.knab</bdo> \u202eabc').html, 'moc.knab abc');
  assert.match(
    safeHtml('<a href="https://evil.net/" dir=rtl><bdi dir=rtl>moc</bdi>\u202b.\u2067knab</a>').html,
    /nofollow">moc\.knab<\/a>$/,
  );
  assert.equal(safeHtml('<p dir="rtl">שלום</p>').html, '<p dir="rtl">שלום</p>');
});

test('a mark that the sender wrote is ignored', () => {
  assert.doesNotMatch(safeHtml('<a href="https://x.example/" data-link-mismatch="y.example">x</a>').html, /mismatch/);
});
