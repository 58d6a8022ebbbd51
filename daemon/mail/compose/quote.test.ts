import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { renderBody } from '../mime/build/body.ts';
import { runCount } from '../../test-run-count.ts';
import { plainMarkdown, quotedMarkdown } from './quote.ts';

/** The visible text of HTML without tables, by line. */
function visibleLines(html: string): string[] {
  const text = html
    .replaceAll(/<br[^>]*>\n?/g, '\n')
    .replaceAll(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&amp;', '&');
  return text.split('\n').filter((line) => line.trim() !== '');
}

const htmlOf = (markdown: string) => renderBody({ kind: 'markdown', markdown, signature: null }).html;

test('quoted text is displayed unchanged, with any special characters', () => {
  const pieces = [
    ...'*_`~#-+=|<>[]()!:.&;\\{}^"$ 1a\u00e9',
    '**',
    '---',
    '===',
    '```',
    '~~~',
    '1. ',
    '- ',
    '# ',
    '[a](b)',
    '![a](b)',
    '[a]: b',
    '<b>',
    '&amp;',
    '&#39;',
    ' https://example.org/_a_*b*?c=~d~~e ',
    '| a | b |',
    '|---|---|',
    '    code',
    '\\*',
    '__init__',
    'snake_case_name',
  ];
  const line = fc.array(fc.constantFrom(...pieces), { maxLength: 8 }).map((parts) => parts.join(''));
  const text = fc.array(line, { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(text, (lines) => {
      // Lines that begin with `>` are quotes and are compared below.
      const plain = lines.filter((each) => !/^\s*>/.test(each));
      const reads = plain.map((each) => each.trim().replaceAll(/\s+/g, ' ')).filter((each) => each !== '');
      const html = htmlOf(quotedMarkdown(plain.join('\n'), 1));
      assert.deepEqual(
        visibleLines(html).map((each) => each.trim().replaceAll(/\s+/g, ' ')),
        reads,
      );
      assert.doesNotMatch(html, /<(?:em|strong|code|pre|h\d|li|table|hr|img|s|del)\b/);
    }),
    { seed: 20_260_310, numRuns: runCount(1_000) },
  );
});

test('nested quotes keep their depth and end at the same line', () => {
  assert.equal(
    quotedMarkdown('>> first\n> second\nthird\n\n> fourth', 1),
    '> > > first\n> >\n> > second\n>\n> third\n>\n> > fourth',
  );
  const html = htmlOf(quotedMarkdown('> second\nthird', 1));
  assert.match(
    html.replaceAll(/ (?:style|type)="[^"]*"/g, ''),
    /<blockquote>\s*<blockquote>\s*<p>second<\/p>\s*<\/blockquote>\s*<p>third<\/p>/,
  );
});

test('web addresses stay whole, and indented text stays indented', () => {
  assert.match(
    htmlOf(plainMarkdown('See https://example.org/a_b_c_(d)?x=*1* now')),
    /href="https:\/\/example\.org\/a_b_c_\(d\)\?x=\*1"/,
  );
  assert.equal(plainMarkdown('\tif (a) {'), '\u00a0\u00a0\u00a0\u00a0if (a) {');
});
