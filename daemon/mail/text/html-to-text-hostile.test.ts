import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { htmlToText } from './html-to-text.ts';

/** Two million characters of one thing over and over: each of these took time out of proportion in some reader. */
const repeated = (text: string) => text.repeat(Math.ceil(2_000_000 / text.length)).slice(0, 2_000_000);

const tags = [
  'div',
  'blockquote',
  'table',
  'td',
  'table><tr><td',
  'ul><li',
  'li',
  'p',
  'pre',
  'b',
  'a href="https://x.example"',
  'font',
];

test('elements nested without end are read to a depth, in time', () => {
  for (const tag of tags) assert.match(htmlToText(repeated(`<${tag}>x`)).text, /^[-> ]*x/, tag);
  assert.equal(htmlToText(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}after`).isTruncated, true);
  assert.equal(htmlToText(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`).text, 'deep\n\nafter');
  assert.equal(htmlToText(`${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}`).isTruncated, false);
});

test('end tags without start tags take no time', () => {
  const html = `${'<div>'.repeat(499)}${repeated('</b></td></i></li></table>')}`;
  assert.equal(htmlToText(html).text, '');
  assert.equal(htmlToText(`<p><table><td>${'<b>'.repeat(490)}${repeated('<hr></p>')}`).text, '');
});

test('one tag, one attribute or one comment may be all there is', () => {
  for (const html of [
    '<',
    '<a ',
    '<div style="',
    '<a href=',
    '<img alt="',
    '<!--',
    '<!',
    '<?',
    '<style>',
    '<title>',
    '&',
    '&#',
  ])
    assert.equal(htmlToText(html + repeated('x')).isTruncated, true, html);
  assert.equal(htmlToText(`<p style="${repeated('a;')}">x`).isTruncated, true);
  assert.equal(htmlToText(`<p ${repeated('a=b ')}`).text, '');
});

test('white space, breaks and references without end are read in time', () => {
  for (const text of [
    ' ',
    '\n',
    '&nbsp;',
    '<br>',
    '&zwnj;',
    '&zwnj;&nbsp;',
    '\u00a0x',
    '<hr>',
    '<pre> ',
    '<td>',
    '<iframe>',
    '<iframe></iframe>',
    '<xmp></xmp >',
    '<img alt="x">',
  ])
    assert.ok(htmlToText(repeated(text)).text.length <= 2_000_000, text);
});

test('what is cut is said to be', () => {
  assert.deepEqual(htmlToText('x'.repeat(2_000_001)), { text: 'x'.repeat(2_000_000), hidden: 0, isTruncated: true });
  assert.equal(htmlToText(`${'<blockquote>'.repeat(40)}${'x<br>'.repeat(100_000)}`).isTruncated, true);
});

const word = fc.constantFrom(
  'x',
  'two words',
  ' ',
  '\n',
  '\u00a0',
  '&nbsp;',
  '&lt;',
  '&zwnj;',
  '>',
  '<',
  '- ',
  '|',
  '\ud800',
  '\0',
  '😀',
);
const name = fc.constantFrom(
  'div',
  'p',
  'b',
  'td',
  'tr',
  'table',
  'li',
  'ol',
  'ul',
  'pre',
  'blockquote',
  'br',
  'a',
  'style',
  'img alt="x"',
);
const attributes = fc.constantFrom(
  '',
  ' style="display:none"',
  ' style="font-size:0"',
  ' hidden',
  ' style="white-space:pre"',
  " x='",
);
const piece = fc.oneof(
  word,
  fc.tuple(name, attributes).map((parts) => `<${parts.join('')}>`),
  name.map((tag) => `</${tag}>`),
  fc.string(),
);
const anyHtml = fc.array(piece, { maxLength: 40 }).map((pieces) => pieces.join(''));

test('whatever comes in, clean lines without trailing spaces or gaps come out', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { text } = htmlToText(html);
      assert.ok(text.isWellFormed() && !text.includes('\0'));
      assert.doesNotMatch(text, /[ \t]\n|\n\n\n\n|^\n|\n$/);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

test('a projection written as preformatted HTML is the same projection', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { text } = htmlToText(html);
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      assert.equal(htmlToText(`<pre>${escaped}</pre>`).text, text);
    }),
    { seed: 8, numRuns: 1_000 },
  );
});
