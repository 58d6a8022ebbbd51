import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseMessage } from './parse.ts';
import { decodePart, readBody } from './read-body.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

const rich = mail(
  'Content-Type: multipart/related; boundary=r', '',
  '--r', 'Content-Type: multipart/alternative; boundary=a', '',
  '--a', '', 'See the picture, which is worth a thousand words of mine.',
  '--a', 'Content-Type: text/html; charset=iso-8859-1', 'Content-Transfer-Encoding: quoted-printable', '',
  '<p>Caf=E9 <img src=3D"cid:p@x"></p>', '--a--',
  '--r', 'Content-Type: image/png', 'Content-ID: <p@x>', 'Content-Transfer-Encoding: base64', '', 'aW1hZ2U=',
  '--r', 'Content-Type: text/css', 'Content-Location: https://x.test/a.css', '', 'p {}',
  '--r--',
); // prettier-ignore

test('a message is shown by its HTML, with the parts that the HTML names', () => {
  const { html, text, origin, inline } = readBody(rich);
  assert.equal(html, '<p>Café <img src="cid:p@x"></p>');
  assert.deepEqual([text, origin], ['See the picture, which is worth a thousand words of mine.', 'exact']);
  assert.deepEqual(
    inline.map((part) => [part.content_id, part.content_location, Buffer.from(decodePart(rich, part)).toString()]),
    [
      ['p@x', null, 'image'],
      [null, 'https://x.test/a.css', 'p {}'],
    ],
  );
});

test('text between HTML parts is included in the HTML as text', () => {
  const bytes = mail(
    'Content-Type: multipart/mixed; boundary=m', '',
    '--m', 'Content-Type: text/html', '', '<b>one</b>', '--m', '', '<two> & three', '--m--',
  ); // prettier-ignore
  assert.equal(readBody(bytes).html, '<b>one</b>\n<pre style="white-space: pre-wrap">&lt;two> &amp; three</pre>');
});

test('plain mail has no HTML', () => {
  assert.equal(readBody(mail('Subject: a', '', 'text')).html, undefined);
});

test('the displayed text equals the indexed text, forwarded messages included', () => {
  const bytes = mail(
    'Content-Type: multipart/mixed; boundary=m', '', '--m', '', 'Own words',
    '--m', 'Content-Type: message/rfc822', '', 'Subject: Old', 'Content-Type: text/html', '', '<p>Old words</p>', '--m--',
  ); // prettier-ignore
  const { text, origin } = readBody(bytes);
  assert.deepEqual([text.trimEnd(), origin], ['Own words\n\nOld\nOld words', 'exact']);
  assert.equal(parseMessage(bytes).text, text);
});

test('an attachment is decoded from its byte range, whatever its encoding', () => {
  const cases = {
    base64: 'Y2F0',
    'quoted-printable': 'c=61t',
    '7bit': 'cat',
    'x-uuencode': 'begin 644 a\r\n#8V%T\r\n`\r\nend',
  };
  for (const [encoding, content] of Object.entries(cases)) {
    const bytes = mail('Content-Type: image/png', `Content-Transfer-Encoding: ${encoding}`, '', content);
    const [facts] = readBody(bytes).attachments;
    assert.ok(facts);
    assert.equal(Buffer.from(decodePart(bytes, facts)).toString(), 'cat', encoding);
    assert.equal(facts.size, 3, encoding);
  }
});
