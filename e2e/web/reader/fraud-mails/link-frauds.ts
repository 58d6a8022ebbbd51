import { mail } from '../../../../daemon/test-daemon.ts';
import { htmlMail, type FraudMail, type ShownMail } from './fraud-mail.ts';

const evil = 'https://steal.test/a';
/** A link to the fraud's site; `rest` is further attributes. */
const link = (content: string, rest = '') => `<a href="${evil}" ${rest}>${content}</a>`;
const marked = (text: string, host = 'steal.test') => ({ links: [{ text, host }], target: `https://${host}/a` });
/** Text of a bank, and a link that is meant to lie over it without being seen. */
const cover = (bait: string, fraud: string) => `<div>${bait}<p>https://bank.test/login</p>${fraud}</div><h1>Bank</h1>`;

const fraud = (name: string, html: string, expected: Partial<ShownMail>): FraudMail => ({
  name,
  source: htmlMail(name, `<table><tr><td>${html}</td></tr></table>`),
  expected,
});

/** Texts that name a host other than the target. */
const texts: readonly FraudMail[] = [
  fraud('The text of a link is the address of another host', link('https://bank.test/login'), {
    ...marked('https://bank.test/login'),
    mark: null,
    warning: 'A link that shows https://bank.test/login actually leads to steal.test.',
  }),
  fraud('An address among other words', link('Sign in at https://bank.test'), {
    ...marked('Sign in at https://bank.test'),
    warning: 'A link that shows https://bank.test actually leads to steal.test.',
  }),
  fraud('An address at the end of a long text', link(`${'We care about you. '.repeat(20)}bank.com`), {
    links: [{ text: `${'We care about you. '.repeat(20)}bank.com`, host: 'steal.test' }],
  }),
  fraud('An address that ends in .me', link('bank.me'), marked('bank.me')),
  fraud('An address that ends in .xyz', link('bank.xyz/login'), marked('bank.xyz/login')),
  fraud('An address with letters of Russian', link('банк.рф'), marked('банк.рф')),
  fraud('An address in wide letters', link('ｂａｎｋ．ｃｏｍ'), marked('ｂａｎｋ．ｃｏｍ')),
  fraud('An address with letters that have no shape', link('bank&#8203;.c&shy;om'), {
    links: [{ text: 'bank\u200b.c\u00adom', host: 'steal.test' }],
  }),
  fraud('A user name that reads as a host', '<a href="https://bank.com@steal.test/a">Sign in</a>', {
    links: [{ text: 'Sign in' }],
    target: evil,
  }),
  fraud('A user name in the text', link('https://bank.com@steal.test/a'), marked('https://bank.com@steal.test/a')),
  fraud('A host that looks like another in other letters', '<a href="https://аррӏе.com/a">apple.com</a>', {
    ...marked('apple.com', 'xn--80ak6aa92e.com'),
  }),
  fraud('A host that begins with another', '<a href="https://bank.com.steal.test/a">bank.com</a>', {
    ...marked('bank.com', 'bank.com.steal.test'),
  }),
  fraud('A page of another user of the same service', '<a href="https://eve.github.io/a">ada.github.io</a>', {
    ...marked('ada.github.io', 'eve.github.io'),
  }),
  fraud(
    'An address in the alternative text of an image',
    link('<img src="https://steal.test/b.png" alt="https://bank.com">'),
    {
      links: [{ text: '', host: 'steal.test' }],
      target: evil,
    },
  ),
  fraud('A mail address that leads to another', '<a href="mailto:help@steal.test">help@bank.test</a>', {
    links: [{ text: 'help@bank.test', host: 'steal.test' }],
    target: 'mailto:help@steal.test',
  }),
  fraud('A title that names another address', link('Sign in', 'title="https://bank.test"'), {
    links: [{ text: 'Sign in' }],
    target: evil,
  }),
  fraud(
    'A mark that the sender wrote',
    link('https://bank.test', 'data-link-mismatch="bank.test"'),
    marked('https://bank.test'),
  ),
];

/** Texts with parts that were to be invisible, or in another order. */
const readings: readonly FraudMail[] = [
  fraud(
    'A hidden end of an address',
    link('https://bank.test<span style="display:none">.steal.test</span>'),
    marked('https://bank.test'),
  ),
  fraud('A hidden word within an address', link('ba<span style="font-size:0">! </span>nk.com'), marked('ba! nk.com')),
  fraud(
    'A hidden word by a rule',
    `<style>a .h{display:none;color:transparent}</style>${link('ba<i class="h">! </i>nk.com')}`,
    marked('ba! nk.com'),
  ),
  fraud('A hidden word that has the attribute', link('ba<b hidden>! </b>nk.com'), marked('bank.com')),
  fraud(
    'A transparent end of an address',
    link('https://bank.com<i style="color:#0000">.steal.test</i>'),
    marked('https://bank.com.steal.test'),
  ),
  fraud(
    'An end of an address in the colour of the paper',
    link('https://bank.com<font color="white">.steal.test</font>'),
    {
      ...marked('https://bank.com.steal.test'),
    },
  ),
  fraud(
    'An address that is cut off by its box',
    `<div style="width:9em;overflow:hidden;white-space:nowrap">${link('bank.com.login.steal.test')}</div>`,
    {
      links: [{ text: 'bank.com.login.steal.test' }],
      text: 'bank.com.login.steal.test',
    },
  ),
  fraud('Letters in reverse order by an element', `<bdo dir="rtl">${link('moc.knab//:sptth')}</bdo>`, {
    links: [{ text: 'moc.knab//:sptth' }],
  }),
  fraud(
    'Letters in reverse order by a style',
    link('<span style="unicode-bidi:bidi-override;direction:rtl">moc.knab</span>'),
    {
      links: [{ text: 'moc.knab' }],
    },
  ),
  fraud('Letters in reverse order by a character', `<p>&#8238;${link('moc.knab')}</p>`, {
    links: [{ text: 'moc.knab' }],
  }),
  fraud('Parts in reverse order', link('<b style="float:right">.com</b><b style="float:right">bank</b>'), {
    links: [{ text: '.combank' }],
  }),
  fraud(
    'Parts in another order of a flexible box',
    link('<b style="order:2">.com</b><b style="order:1">bank</b>', 'style="display:inline-flex"'),
    {
      text: '.com bank',
    },
  ),
  fraud(
    'A mark that a style was to hide',
    `<style>a::after,a:after{display:none!important}a{-webkit-text-fill-color:transparent;font-size:0;writing-mode:vertical-rl}</style>${link('https://bank.test')}`,
    {
      ...marked('https://bank.test'),
    },
  ),
  fraud(
    'A link that goes on after its end tag',
    `<a href="${evil}"><table><tr><td></a>https://bank.com</td></tr></table>`,
    marked('https://bank.com'),
  ),
];

/** Links that were to lie over other content without being seen. Where they lie is checked for each mail. */
const coveringStyles: readonly [name: string, html: string][] = [
  [
    'A link without opacity over text',
    cover('', link('open', 'style="opacity:0;display:block;margin-top:-40px;height:40px"')),
  ],
  [
    'A box without opacity around a link',
    cover('', `<div style="opacity:0.01;margin-top:-40px">${link('open')}</div>`),
  ],
  [
    'A rule without opacity for what is around a link',
    `<style>.w{opacity:0;margin-top:-3em}</style>${cover('', `<div class="w">${link('open')}</div>`)}`,
  ],
  [
    'A link in the same cell of a grid',
    `<div style="display:grid"><p style="grid-area:1/1">https://bank.test</p><div style="grid-area:1/1">${link('&nbsp;', 'style="display:block;height:60px"')}</div></div>`,
  ],
  [
    'A link that is moved by a position',
    cover('', link('open', 'style="position:absolute;top:0;left:0;z-index:9;color:transparent"')),
  ],
  [
    'A link that is moved by a transformation',
    cover('', link('open', 'style="display:block;transform:translateY(-40px);color:rgba(0,0,0,0)"')),
  ],
  [
    'A link in a box without height',
    cover(
      `<div style="height:0">${link('<img src="https://steal.test/c.png" width="300" height="60" alt="">')}</div>`,
      '',
    ),
  ],
  ['A link in a box of no greatest height', cover(`<div style="max-height:0">${link('&nbsp;<br>&nbsp;')}</div>`, '')],
  [
    'A link with lines of no height',
    cover(`<div style="line-height:0">${link('&nbsp; &nbsp; &nbsp;', 'style="font-size:60px"')}</div>`, ''),
  ],
  [
    'A link with padding over the lines beside it',
    cover('', link('open', 'style="padding:80px 200px;color:hsla(0,0%,0%,0)"')),
  ],
  ['A rule with padding for every link', `<style>a[href]{padding:80px 200px}</style>${cover('', link('open'))}`],
  [
    'A link that is raised from its line',
    cover('', `<p>${link('open', 'style="vertical-align:40px;line-height:0"')}</p>`),
  ],
  [
    'A link that is cut to a shape elsewhere',
    cover('', link('open', 'style="clip-path:inset(0 0 100% 0);margin-top:-40px;mask:none"')),
  ],
  [
    'A link with spacing that collapses its letters',
    cover('', link('https://steal.test', 'style="letter-spacing:-1em"')),
  ],
  [
    'A link with text outside the window',
    cover('', link('https://steal.test', 'style="display:block;text-indent:-9999px"')),
  ],
  [
    'A link that only the pointer shows',
    `<style>a{color:transparent}a:hover{color:red}</style>${cover('', link('open'))}`,
  ],
];

const covers = coveringStyles.map(([name, html]) => fraud(name, html, { target: evil }));

/** Targets that no link of a mail may have, and links of plain text. */
const targets: readonly FraudMail[] = [
  fraud(
    'A link to the bridge',
    '<a href="http://127.0.0.1:42829/admin/stop">Stop</a><a href="http://localhost:42829/">x</a>',
    {
      links: [],
      text: 'Stopx',
    },
  ),
  fraud(
    'A link to this computer in other spellings',
    '<a href="http://0x7f.1/">a</a><a href="http://[::ffff:127.0.0.1]/">b</a><a href="//localhost/">c</a>',
    { links: [] },
  ),
  fraud(
    'A relative link',
    '<a href="/inbox">a</a><a href="?x">b</a><a href="settings">c</a><base href="https://steal.test/">',
    { links: [] },
  ),
  fraud('A script as a target', '<a href="javascript:alert(1)">a</a><a href="data:text/html,b">b</a>', { links: [] }),
  fraud(
    'Names of properties of the document',
    `<img name="body"><p id="getElementById">a</p><a id="cookie" name="forms" href="${evil}">b</a>`,
    {
      links: [{ text: 'b' }],
      target: evil,
    },
  ),
  {
    name: 'A link of plain text to the bridge',
    source: plainMail('A link of plain text to the bridge', 'Look: http://127.0.0.1:42829/ and https://steal.test/a'),
    expected: { links: [{ text: 'https://steal.test/a' }], target: evil },
  },
  {
    name: 'Letters in reverse order in plain text',
    source: plainMail('Letters in reverse order in plain text', 'Go to https://steal.test/\u202emoc.knab now'),
    expected: { links: [{ text: 'https://steal.test/moc.knab' }], target: 'https://steal.test/moc.knab' },
  },
  {
    name: 'Plain text with a user name that reads as a host',
    source: plainMail('Plain text with a user name that reads as a host', 'Go to https://bank.test@steal.test/a now'),
    expected: { links: [{ text: 'https://bank.test@steal.test/a' }], target: evil },
  },
];

function plainMail(name: string, text: string): Buffer {
  return mail({
    from: 'Service <service@mailer.test>',
    subject: name,
    text,
    id: `${name.replaceAll(' ', '-')}@fraud.test`,
  });
}

/** Mail whose links lead elsewhere than they seem to. */
export const linkFrauds: readonly FraudMail[] = [...texts, ...readings, ...covers, ...targets];
