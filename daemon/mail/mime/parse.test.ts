import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { parseMessage } from './parse.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

const long = 'A newsletter tells at some length what happened last week. '.repeat(20);

function alternative(plain: string, html: string): Buffer {
  return mail(
    'Content-Type: multipart/alternative; boundary=a', '',
    '--a', 'Content-Type: text/plain; charset=utf-8', '', plain,
    '--a', 'Content-Type: text/html; charset=utf-8', '', html,
    '--a--',
  ); // prettier-ignore
}

test('the fields of the headers', () => {
  const bytes = mail(
    'Received: from a by b; Tue, 3 Mar 2026 08:00:02 +0000',
    'Received: from x by a; Tue, 3 Mar 2026 08:00:01 +0000',
    'Delivered-To: Me@Here.test',
    'X-Original-To: me@here.test',
    'Message-ID: <one@there.test>',
    'In-Reply-To: <zero@here.test>',
    'References: <root@here.test> <zero@here.test>',
    'Date: Tue, 3 Mar 2026 09:00:00 +0100',
    'Subject: =?utf-8?q?Caf=C3=A9?= on',
    ' Tuesday',
    'From: Ann <ann@there.test>',
    'To: me@here.test, "Bob, too" <bob@here.test>',
    'Reply-To: list@there.test',
    'List-Id: Talk <Talk.There.test>',
    'List-Unsubscribe: <https://there.test/leave>',
    '', 'Hello', '',
  ); // prettier-ignore
  assert.deepEqual(parseMessage(bytes), {
    header_id: 'one@there.test',
    in_reply_to: 'zero@here.test',
    references: ['root@here.test', 'zero@here.test'],
    date: '2026-03-03T08:00:00.000Z',
    received: '2026-03-03T08:00:02.000Z',
    subject: 'Café on Tuesday',
    from: { name: 'Ann', email: 'ann@there.test' },
    to: [
      { name: null, email: 'me@here.test' },
      { name: 'Bob, too', email: 'bob@here.test' },
    ],
    cc: [],
    bcc: [],
    reply_to: [{ name: null, email: 'list@there.test' }],
    delivered_to: ['me@here.test'],
    list_id: 'talk.there.test',
    unsubscribe: { HttpLink: { url: 'https://there.test/leave' } },
    sending: { isListPost: false, precedence: null, isAutomatic: false, feedback: null, dkim: null },
    text: 'Hello\n',
    text_origin: 'exact',
    snippet: 'Hello',
    attachments: [],
    report: null,
    contentFlags: 0,
    notes: [],
  });
});

describe('text', () => {
  test('of two alternatives the plain one is read, with LF line ends', () => {
    const { text, text_origin } = parseMessage(alternative(`${long}\r\nEnd`, `<p>${long}</p>`));
    assert.deepEqual([text, text_origin], [`${long}\nEnd`, 'exact']);
  });

  test('the HTML replaces a plain alternative that is empty or a stub', () => {
    for (const plain of ['', ' \r\n', 'See below.', 'Your program cannot show HTML. Please open this in a browser.']) {
      const { text, text_origin } = parseMessage(alternative(plain, `<p>${long}</p>`));
      assert.deepEqual([text.trim(), text_origin], [long.trim(), 'derived_from_html'], plain);
    }
  });

  test('a short plain alternative stays if the HTML has no more text', () => {
    const { text, text_origin } = parseMessage(alternative('See you!', '<p>See you!</p>'));
    assert.deepEqual([text, text_origin], ['See you!', 'exact']);
  });

  test('HTML alone is read as text; its own charset declaration counts if the header has none', () => {
    const html = Buffer.concat([
      mail('Content-Type: text/html', '', '<meta charset="iso-8859-2"><p>'),
      Buffer.from([0xb1]),
      Buffer.from(' Gda'),
      Buffer.from([0xf1]),
      Buffer.from('sk</p>'),
    ]);
    const { text, text_origin, notes } = parseMessage(html);
    assert.deepEqual([text.trim(), text_origin, notes], ['ą Gdańsk', 'derived_from_html', []]);
  });

  test('HTML without a declared type is recognized', () => {
    assert.equal(parseMessage(mail('Subject: a', '', '<html><p>Hello</p></html>')).text.trim(), 'Hello');
  });

  test('the texts of one message are joined, and an attached text between them is left out', () => {
    const bytes = mail(
      'Content-Type: multipart/mixed; boundary=m', '',
      '--m', '', 'one', '--m', 'Content-Type: image/png', '', 'x', '--m', 'Content-Type: text/html', '', '<p>two</p>',
      '--m', 'Content-Disposition: attachment', '', 'three', '--m--',
    ); // prettier-ignore
    const { text, text_origin } = parseMessage(bytes);
    assert.deepEqual([text.trim(), text_origin], ['one\ntwo', 'derived_from_html']);
  });

  test('flowed text is joined into one line (RFC 3676)', () => {
    const bytes = mail('Content-Type: text/plain; format=flowed', '', 'one ', 'line', 'another');
    assert.equal(parseMessage(bytes).text, 'one line\nanother');
  });

  test('a guessed character set is noted', () => {
    const bytes = Buffer.concat([mail('Subject: a', '', 'Caf'), Buffer.from([0xe9, 0x21])]);
    const { text, notes } = parseMessage(bytes);
    assert.deepEqual([text, notes], ['Café!', ["The text's character set was guessed."]]);
  });

  test('text has no NUL and no lone surrogates, and its length is bounded', () => {
    const bytes = mail('Content-Type: text/plain; charset=utf-8', '', `a\0b${'x'.repeat(3_000_000)}`);
    const { text, notes } = parseMessage(bytes);
    assert.deepEqual([text.length, text.slice(0, 3), notes.length], [2_000_000, 'abx', 1]);
    assert.equal(parseMessage(mail('', '', 'a'.repeat(20_000_000))).notes.length, 2);
  });

  test('a multipart without parts is shown as it is', () => {
    assert.equal(parseMessage(mail('Content-Type: multipart/mixed', '', 'lost words')).text, 'lost words');
  });
});
