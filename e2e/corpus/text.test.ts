import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { describe, test } from 'node:test';
import { readBody } from '../../daemon/mail/mime/read-body.ts';
import { htmlToText } from '../../daemon/mail/text/html-to-text.ts';
import { splitIntoBlocks } from '../../daemon/mail/text/quotes.ts';
import { snippetOf } from '../../daemon/mail/text/snippet.ts';
import { assertLinear } from '../../daemon/test-growth.ts';
import { corpusFile, corpusMissing, isWholeCorpus } from '../corpus.ts';
import { mailFiles } from './mail-files.ts';

/** The HTML of every message that has any, and the HTML mails that are files of their own, by name. */
function htmlParts(): { name: string; html: string }[] {
  const inMail = mailFiles().flatMap(({ name, bytes }) => {
    const { html } = readBody(bytes);
    return html ? [{ name, html }] : [];
  });
  const files = globSync('html-mail/**/*.html', { cwd: corpusFile('.') }).toSorted();
  return [...inMail, ...files.map((name) => ({ name, html: readFileSync(corpusFile(name), 'utf8') }))];
}

/** HTML syntax that a reader must not see: actual tags, declarations, references. */
const residue =
  /<\/?(?:div|span|table|td|tr|p|br|font|img|style|a\s+href)\b[^<]*>|\{\s*(?:color|margin|font-[a-z]+)\s*:|<!--|&nbsp;/i;
/** These mails are about HTML and contain it as text. */
const isAboutHtml = (name: string) => name.startsWith('html-mail/caniemail/');

describe('the text of real and hostile HTML mail', { skip: corpusMissing() }, () => {
  const parts = corpusMissing() ? [] : htmlParts();
  const namesWhere = (isWrong: (html: string, text: string) => boolean) =>
    parts.filter(({ html }) => isWrong(html, htmlToText(html).text)).map(({ name }) => name);

  test('there are hundreds of parts', () =>
    assert.ok(parts.length > (isWholeCorpus ? 1_000 : 300), String(parts.length)));

  test('has no tags in it', () =>
    assert.deepEqual(
      namesWhere((_html, text) => residue.test(text)).filter((name) => !isAboutHtml(name)),
      [],
    ));

  test('has no gaps, and no spaces at the ends of lines', () =>
    assert.deepEqual(
      namesWhere((_html, text) => /\n\n\n\n|[ \t]\n|^\n|\n$/.test(text)),
      [],
    ));

  test('is clean, and no longer than the HTML', () =>
    assert.deepEqual(
      namesWhere((html, text) => !text.isWellFormed() || text.includes('\0') || text.length > html.length),
      [],
    ));

  test('is parsed in time proportional to its length', () => {
    const longest = parts.toSorted((one, other) => other.html.length - one.html.length).slice(0, 20);
    for (const { name, html } of longest)
      assertLinear(name, { size: 8, make: (times) => html.repeat(times), work: htmlToText });
  });

  test('is covered by blocks, and its snippet is short', () =>
    assert.deepEqual(
      namesWhere((_html, text) => {
        const blocks = splitIntoBlocks(text);
        const isCovered = blocks.map(({ start, end }) => text.slice(start, end)).join('') === text;
        return !isCovered || snippetOf(text).length > 200;
      }),
      [],
    ));
});
