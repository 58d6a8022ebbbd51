import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { projectHtml } from './project.ts';

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
  for (const tag of tags) assert.match(projectHtml(repeated(`<${tag}>x`)).text, /^[-> ]*x/, tag);
  assert.equal(projectHtml(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}after`).rough, true);
  assert.equal(projectHtml(`${'<div>'.repeat(100_000)}deep${'</div>'.repeat(100_000)}<p>after`).text, 'deep\n\nafter');
  assert.equal(projectHtml(`${'<div>'.repeat(400)}deep${'</div>'.repeat(400)}`).rough, false);
});

test('end tags without start tags take no time', () => {
  const html = `${'<div>'.repeat(499)}${repeated('</b></td></i></li></table>')}`;
  assert.equal(projectHtml(html).text, '');
  assert.equal(projectHtml(`<p><table><td>${'<b>'.repeat(490)}${repeated('<hr></p>')}`).text, '');
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
    assert.equal(projectHtml(html + repeated('x')).rough, true, html);
  assert.equal(projectHtml(`<p style="${repeated('a;')}">x`).rough, true);
  assert.equal(projectHtml(`<p ${repeated('a=b ')}`).text, '');
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
    assert.ok(projectHtml(repeated(text)).text.length <= 2_000_000, text);
});

test('what is cut is said to be', () => {
  assert.deepEqual(projectHtml('x'.repeat(2_000_001)), { text: 'x'.repeat(2_000_000), hidden: 0, rough: true });
  assert.equal(projectHtml(`${'<blockquote>'.repeat(40)}${'x<br>'.repeat(100_000)}`).rough, true);
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
      const { text } = projectHtml(html);
      assert.ok(text.isWellFormed() && !text.includes('\0'));
      assert.doesNotMatch(text, /[ \t]\n|\n\n\n\n|^\n|\n$/);
    }),
    { seed: 7, numRuns: 1_000 },
  );
});

test('a projection written as preformatted HTML is the same projection', () => {
  fc.assert(
    fc.property(anyHtml, (html) => {
      const { text } = projectHtml(html);
      const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
      assert.equal(projectHtml(`<pre>${escaped}</pre>`).text, text);
    }),
    { seed: 8, numRuns: 1_000 },
  );
});
