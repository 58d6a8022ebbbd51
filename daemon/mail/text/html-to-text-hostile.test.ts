import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runCount } from '../../test-run-count.ts';
import { htmlToText } from './html-to-text.ts';

/** Two million characters of one repeated sequence: each of these took superlinear time in some parser. */
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

test('deeply nested elements are read to a limited depth, in linear time', () => {
  for (const tag of tags) assert.match(htmlToText(repeated(`<${tag}>x`)).text, /^[-> ]*x/, tag);
  assert.equal(htmlToText(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}after`).isTruncated, true);
  assert.equal(htmlToText(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`).text, 'deep\n\nafter');
  assert.equal(htmlToText(`${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}`).isTruncated, false);
});

test('end tags without start tags take linear time', () => {
  const html = `${'<div>'.repeat(499)}${repeated('</b></td></i></li></table>')}`;
  assert.equal(htmlToText(html).text, '');
  assert.equal(htmlToText(`<p><table><td>${'<b>'.repeat(490)}${repeated('<hr></p>')}`).text, '');
});

test('a single tag, attribute or comment may be the whole document', () => {
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

test('repeated white space, breaks and references are read in linear time', () => {
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

test('truncation is reported', () => {
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

test('any input gives clean lines without trailing spaces or gaps', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { text } = htmlToText(html);
      assert.ok(text.isWellFormed() && !text.includes('\0'));
      assert.doesNotMatch(text, /[ \t]\n|\n\n\n\n|^\n|\n$/);
    }),
    { seed: 7, numRuns: runCount(1_000) },
  );
});

test('the projection of its own output as preformatted HTML is identical', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { text } = htmlToText(html);
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      assert.equal(htmlToText(`<pre>${escaped}</pre>`).text, text);
    }),
    { seed: 8, numRuns: runCount(1_000) },
  );
});
