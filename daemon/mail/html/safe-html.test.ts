import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { assertLinear } from '../../test-growth.ts';
import { hostileSize, runCount } from '../../test-run-count.ts';
import { safeHtml } from './safe-html.ts';

const clean = (html: string) => safeHtml(html).html;

test('active elements are removed with their content', () => {
  assert.equal(clean('<p onclick=x()>a<script>b</script><svg><a href="javascript:c">d</a></svg></p>'), '<p>a</p>');
  assert.equal(clean('<math><mtext><style><img src=x onerror=a()></style></math>b'), 'b');
  assert.equal(clean('a<iframe srcdoc="<script>b</script>">c</iframe>d<template><p>e</template>f'), 'adf');
  assert.equal(clean('<p>a<b><script>alert(1)'), '<p>a<b></b>');
});

test('comments of every form are removed and hide nothing', () => {
  assert.equal(clean('a<!-- <p>b --><!--[if mso]><p>c</p><![endif]-->d'), 'ad');
  assert.equal(clean('a<!--><img src=x onerror=b()>-->'), 'a<img>--&gt;');
  assert.equal(clean('<![if !mso]><p>a</p><![endif]>'), '<p>a</p>');
});

test('text that looks like markup inside text or attributes stays text', () => {
  assert.equal(clean('&lt;script&gt;a&lt;/script&gt;'), '&lt;script&gt;a&lt;/script&gt;');
  assert.equal(
    clean(`<p title='"><img src=x onerror=a()>'>b</p>`),
    '<p title="&quot;&gt;&lt;img src=x onerror=a()&gt;">b</p>',
  );
  assert.equal(clean('<p lang="</style><script>">a</p>'), '<p lang="&lt;/style&gt;&lt;script&gt;">a</p>');
});

test('forms keep their text and lose their controls', () => {
  assert.equal(
    clean('<form action="https://x.example"><label>Name</label><input name=n><button>Send</button></form>'),
    'NameSend',
  );
  assert.equal(clean('<select><option>a</select><textarea><p>b</textarea>c'), 'c');
});

test('fallback content for browsers without scripts is shown: noscript, and the text in place of a video', () => {
  assert.equal(clean('<noscript><p>a</p></noscript><video src="b.mp4"><p>c</p></video>'), '<p>a</p><p>c</p>');
  assert.equal(clean('<object data="a.swf"><embed src="b.swf"><p>c</p></object>'), '<p>c</p>');
});

test('text after an element of plain text is kept, whatever is inside it', () => {
  for (const name of ['noframes', 'noembed', 'iframe', 'xmp', 'textarea', 'title']) {
    assert.equal(clean(`<p>a</p><${name}><style>b</${name}><p>c</p>`), '<p>a</p><p>c</p>', name);
    assert.equal(clean(`<p>a</p><${name}/><style>b</${name}><p>c</p>`), '<p>a</p><p>c</p>', name);
    assert.equal(clean(`<p>a</p><svg><${name}><style></${name}></svg><p>c</p>`), '<p>a</p><p>c</p>', name);
    assert.equal(clean(`<p>a</p><svg><${name}/></svg><p>c</p>`), '<p>a</p><p>c</p>', name);
  }
  assert.equal(clean('<style/>a{color:red}</style>b'), '<style>a{color:red}</style>b');
  assert.equal(clean('<svg><style/></svg>b'), 'b');
});

test('names of elements cannot be names of properties of the document, and links to them still work', () => {
  assert.equal(
    clean('<img name="getElementById"><p id=body>a</p><a href="#body">b</a><map name=m></map><img usemap="#m">'),
    '<img name="mail-getElementById"><p id="mail-body">a</p><a href="#mail-body" target="_self">b</a>' +
      '<map name="mail-m"></map><img usemap="#mail-m">',
  );
  assert.equal(clean('<th id=x>a<td headers="x y">'), '<th id="mail-x">a<td headers="mail-x mail-y">');
  assert.equal(
    clean('<style>p#a, [id="b"] i, [class="#c"], [name^=d] { color: red }</style>'),
    '<style>p#mail-a, [id="mail-b"] i, [class="#c"], [name^=mail-d]{color:red}</style>',
  );
});

test('every start tag is closed, and there is no end tag without a start tag', () => {
  assert.equal(clean('</div></table><div><b>a'), '<div><b>a</b></div>');
  assert.equal(clean('<ul><li>a<li>b</ul><p>c<p>d'), '<ul><li>a<li>b</ul><p>c<p>d');
});

test('light text on a dark body keeps the dark background', () => {
  assert.equal(
    clean('<html><head><title>a</title></head><body bgcolor="000000" text="white" onload="b()"><p>c</p></body></html>'),
    '<div style="background-color:#000000;color:white"><p>c</p></div>',
  );
});

test('elements beyond the maximum depth are omitted and their text is kept', () => {
  const html = clean(`${'<div>'.repeat(1000)}a${'</div>'.repeat(1000)}b`);
  assert.equal(html, `${'<div>'.repeat(250)}a${'</div>'.repeat(250)}b`);
});

const fragments = [
  ...'<>&"\'`=/! -;:{}()\\\0\n',
  '<p',
  '<img src=',
  '<style>',
  '</style>',
  '<a href=',
  'javascript:',
  'https://x.example',
  '<!--',
  '-->',
  '<![CDATA[',
  '<svg>',
  '</svg>',
  '<body style="',
  'url(',
  '@media x{',
  '/*',
  '*/',
  'color:red',
  '\\75',
  '&#0;',
  '&quot',
  '<table>',
  'cid:a',
  'data:image/png;base64,',
  ' style="',
  '</p>',
  'background:',
  '<title>',
  '<textarea>',
  'x::after',
  '!important',
];

test('cleaning clean HTML changes nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 40 }), (parts) => {
      const once = clean(parts.join(''));
      assert.equal(clean(once), once);
    }),
    { seed: 7, numRuns: runCount(5000) },
  );
});

test('only allowed tags are written', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...fragments), { maxLength: 40 }), (parts) => {
      const outside = clean(parts.join('')).replace(/<style>[^<]*<\/style>/g, '');
      const rest = outside.replace(/<\/?(?:p|img|a|div|table)(?: [a-z-]+="[^"<>]*")*>/g, '');
      assert.doesNotMatch(rest, /[<>]/);
    }),
    { seed: 8, numRuns: runCount(5000) },
  );
});

test('the run time is linear in the size of the HTML for all inputs', () => {
  const patterns = [
    '<i></u>',
    '<div>',
    '<a b ',
    '<svg>',
    '<table><td>',
    '<',
    '&nbs',
    '<!--',
    '<style></style>',
    '<p style="a:url(',
  ];
  const inStyles = ['(', 'a{', `"'`, '/*', '\\', 'url( ', '[a', '@media x{', 'a{background:url(', '!'].map(
    (pattern) => ({
      pattern,
      start: '<style>',
      size: hostileSize(400_000),
    }),
  );
  for (const { pattern, start, size } of [
    ...patterns.map((each) => ({ pattern: each, start: '', size: hostileSize(1_900_000) })),
    ...inStyles,
  ])
    assertLinear(start + pattern, {
      size,
      make: (length) => start + pattern.repeat(length / pattern.length),
      work: safeHtml,
    });
});
