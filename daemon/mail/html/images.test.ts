import assert from 'node:assert/strict';
import { test } from 'node:test';
import { safeHtml } from './safe-html.ts';

const pixel = 'data:image/gif;base64,R0lGODlhAQABAAAAACw=';

test('a remote image is blocked, keeps its address, and is listed with its size', () => {
  assert.deepEqual(safeHtml('<img src="//X.example/a b.png" width="600" height=200px alt="Mill">'), {
    html: '<img width="600" height="200px" alt="Mill" data-remote-src="https://x.example/a%20b.png">',
    remote_images: 1,
    tracking_images: 0,
    images: [{ url: 'https://x.example/a%20b.png', tracker: false, width: 600, height: 200 }],
  });
});

test('every form of a remote image is detected, and nothing is left that loads it', () => {
  const forms = [
    '<img src="URL">',
    '<img srcset="URL 2x">',
    `<img src="${pixel}" srcset="URL 2x, https://y.example/b 3x">`,
    '<image src="URL">',
    '<input type=image src="URL">',
    '<table background="URL">',
    '<body background="URL">',
    '<video poster="URL"></video>',
    '<picture><source srcset="URL"><img alt=""></picture>',
    '<svg><image href="URL"/></svg>',
    '<svg><feImage xlink:href="URL"/></svg>',
    '<p style="background-image: url(\'URL\')">',
    '<style>p { background: url(URL) }</style>',
  ];
  for (const form of forms) {
    const { html, images } = safeHtml(form.replace('URL', 'https://x.example/a'));
    assert.deepEqual(images, [{ url: 'https://x.example/a', tracker: false }], form);
    assert.doesNotMatch(html.replace(/data-remote-src="[^"]*"/, ''), /example/, form);
  }
});

test('other resources that would load are removed and are not listed as images', () => {
  const { html, remote_images } = safeHtml(
    '<link rel=stylesheet href="https://x.example/a"><link rel=prefetch href="https://x.example/b">' +
      '<base href="https://x.example/"><img src="relative.png" alt="c"><audio src="https://x.example/d"></audio>' +
      '<embed src="https://x.example/e"><meta http-equiv=refresh content="0;url=https://x.example/f">',
  );
  assert.equal(html, '<img alt="c">');
  assert.equal(remote_images, 0);
});

test('an invisible image is counted as a tracker, a visible image is not', () => {
  const isTracker = (attributes: string) =>
    safeHtml(`<img src="https://t.example/x.gif" ${attributes}>`).tracking_images === 1;
  for (const unseen of [
    'width=1 height=1',
    'width=0',
    'style="display: none"',
    'style="WIDTH:1px;color:red"',
    'style="opacity:0"',
  ])
    assert.ok(isTracker(unseen), unseen);
  for (const seen of ['', 'width=600 height=200', 'width=600 height=1', 'style="width:100%;opacity:0.5"'])
    assert.ok(!isTracker(seen), seen);
});

test('an image that occurs twice is listed once', () => {
  const { remote_images, tracking_images } = safeHtml(
    '<img src="https://x.example/a"><img src="https://x.example/a" width=1 height=1>',
  );
  assert.deepEqual([remote_images, tracking_images], [1, 1]);
});

test('the list of images is bounded, the count is not', () => {
  const many = Array.from({ length: 700 }, (_, at) => `<img src="https://x.example/${at}">`).join('');
  const { remote_images, images } = safeHtml(many);
  assert.deepEqual([remote_images, images.length], [700, 500]);
});

test('inline images are displayed in their position', () => {
  const asked: string[] = [];
  const inline = (reference: string) => {
    asked.push(reference);
    return /logo|a@b/.test(reference) ? pixel : undefined;
  };
  const { html, remote_images } = safeHtml(
    '<img src="CID:a%40b" alt="A"><img src="cid:gone" alt="B"><img src="logo.png"><img src="https://x.example/logo">',
    inline,
  );
  assert.equal(html, `<img alt="A" src="${pixel}"><img alt="B"><img src="${pixel}"><img src="${pixel}">`);
  assert.deepEqual(asked, ['cid:a@b', 'cid:gone', 'logo.png', 'https://x.example/logo']);
  assert.equal(remote_images, 0);
});

test('only bitmaps are inlined from a message, regardless of their declared type', () => {
  const svg = 'data:image/svg+xml;base64,PHN2Zy8+';
  assert.equal(
    safeHtml(`<img src="${svg}" alt="a"><img src="data:text/html,x"><img src="${pixel}">`).html,
    `<img alt="a"><img><img src="${pixel}">`,
  );
  assert.equal(safeHtml('<img src="cid:a" alt="b">', () => svg).html, '<img alt="b">');
  assert.equal(
    safeHtml('<p style="background: url(cid:a)">b</p>', () => pixel).html,
    '<p style="background:none">b</p>',
  );
});

test('repeated references to an inline image do not exhaust memory', () => {
  const large = `data:image/png;base64,${'A'.repeat(5_000_000)}`;
  const { html } = safeHtml('<img src="cid:a">'.repeat(100), () => large);
  assert.ok(html.length < 26_000_000);
  assert.equal(html.match(/<img/g)?.length, 100);
});
