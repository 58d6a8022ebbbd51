import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import PostalMime from 'postal-mime';
import { parseMessage } from '../parse.ts';
import type { Part } from '../structure/part.ts';
import { decodePart } from '../read-body.ts';
import { parseMimeStructure } from '../structure/structure.ts';
import { buildMessage, type BuildPurpose } from './build-message.ts';
import type { OutgoingMessage, OutgoingFile } from './outgoing-message.ts';
import { chunkedContent } from './test-outgoing-messages.ts';

const plainMessage: OutgoingMessage = {
  from: { name: 'Bob Lee', email: 'bob@example.org' },
  to: [{ name: 'Ada Morgan', email: 'ada@example.org' }],
  cc: [],
  bcc: [{ name: null, email: 'carol@example.org' }],
  subject: 'Dinner on Friday',
  date: new Date('2026-03-10T09:40:00.000Z'),
  header_id: 'letter-3@example.org',
  in_reply_to: 'letter-2@example.org',
  references: ['letter-1@example.org', 'letter-2@example.org'],
  body: { kind: 'markdown', markdown: 'Shall we say **seven**?', signature: 'Bob' },
  files: [],
};

function bytesOf(message: OutgoingMessage, purpose: BuildPurpose = 'send'): Promise<Buffer> {
  return buffer(buildMessage(message, purpose));
}

function file(name: string, mime_type: string, content: string | Uint8Array, cid: string | null = null): OutgoingFile {
  return { name, mime_type, cid, content: chunkedContent(Buffer.from(content)) };
}

/** The types of a message's parts, nested. */
const shape = ({ type, children }: Part): unknown => (children.length === 0 ? type : [type, ...children.map(shape)]);

test('a message is written as RFC 5322 and MIME require', async () => {
  const text = (await bytesOf(plainMessage)).toString('latin1').replaceAll('\r\n', '\n');
  const boundary = /boundary="(=_\w{32})"/.exec(text)?.[1] ?? '';
  assert.equal(
    text.replaceAll(boundary, 'BOUNDARY'),
    `Date: Tue, 10 Mar 2026 09:40:00 +0000
From: Bob Lee <bob@example.org>
To: Ada Morgan <ada@example.org>
Subject: Dinner on Friday
Message-ID: <letter-3@example.org>
In-Reply-To: <letter-2@example.org>
References: <letter-1@example.org> <letter-2@example.org>
MIME-Version: 1.0
Content-Type: multipart/alternative;
 boundary="BOUNDARY"

--BOUNDARY
Content-Type: text/plain; charset=utf-8; format=flowed; delsp=no
Content-Transfer-Encoding: quoted-printable

Shall we say *seven*?

--=20
Bob
--BOUNDARY
Content-Type: text/html; charset=utf-8
Content-Transfer-Encoding: quoted-printable

<!doctype html>
<html>
<head>
<meta charset=3D"utf-8">
</head>
<body>
<p>Shall we say <strong>seven</strong>?</p>
<p>--<br>
Bob</p>
</body>
</html>

--BOUNDARY--
`,
  );
});

test('a draft on a server has its Bcc, the Markdown as written, and its identifying fields', async () => {
  const draft = { ...plainMessage, to: [], fields: { 'X-Draft': 'plan-1' } };
  const { root } = parseMimeStructure(await bytesOf(draft, 'draft'));
  assert.equal(root.headers.first('bcc'), 'carol@example.org');
  assert.equal(root.headers.first('x-draft'), 'plan-1');
  assert.equal(root.headers.first('to'), undefined);
  assert.equal(parseMessage(await bytesOf(draft, 'draft')).text, 'Shall we say **seven**?');
  await assert.rejects(bytesOf({ ...plainMessage, fields: { 'X: y\r\nBcc': 'eve@example.org' } }), TypeError);
});

test('a message to hidden recipients only says so and names no recipient', async () => {
  const bytes = await bytesOf({ ...plainMessage, to: [] });
  assert.match(bytes.toString('latin1'), /^To: undisclosed-recipients:;\r$/m);
  assert.doesNotMatch(bytes.toString('latin1'), /carol/);
});

test('no text in a message can begin a header field', async () => {
  const evil = 'x\r\nBcc: eve@example.org\r\n\r\nbody';
  const person = { name: evil, email: 'ada@example.org' };
  const message: OutgoingMessage = {
    ...plainMessage,
    from: person,
    to: [person],
    subject: evil,
    in_reply_to: evil,
    references: [evil, 'message-1@example.org'],
    fields: { 'X-Draft': evil },
    files: [file(evil, `text/plain\r\nBcc: eve@example.org`, 'x', evil), file('plan.png', 'image/png', 'x', evil)],
  };
  const { root } = parseMimeStructure(await bytesOf(message));
  assert.deepEqual(root.headers.all('bcc'), []);
  assert.equal(root.headers.first('references'), '<message-1@example.org>');
  assert.equal(root.headers.first('subject'), 'x Bcc: eve@example.org body');
  await assert.rejects(bytesOf({ ...plainMessage, header_id: evil }), TypeError);
  for (const email of ['ada', 'ada@', '@example.org', 'ada@exa mple.org'])
    await assert.rejects(bytesOf({ ...plainMessage, to: [{ name: null, email }] }), TypeError, email);
});

test('images that the body shows are related parts, other files follow', async () => {
  const files = [
    file('plan.pdf', 'application/pdf', 'x'),
    file('plan.png', 'image/png', 'x', 'image-1'),
    file('unused.png', 'image/png', 'x', 'image-2'),
  ];
  const body = { kind: 'markdown', markdown: '![plan](cid:image-1)', signature: null } as const;
  const { root } = parseMimeStructure(await bytesOf({ ...plainMessage, body, files }));
  assert.deepEqual(shape(root), [
    'multipart/mixed',
    ['multipart/alternative', 'text/plain', ['multipart/related', 'text/html', 'image/png']],
    'application/pdf',
    'image/png',
  ]);
});

test('a reply to an invitation is a third alternative of the text, and a file', async () => {
  const ics = 'BEGIN:VCALENDAR\nMETHOD:REPLY\nSUMMARY:Mittagessen für zwei\nEND:VCALENDAR\n';
  const bytes = await bytesOf({ ...plainMessage, calendar: { method: 'REPLY', ics } });
  const { root } = parseMimeStructure(bytes);
  assert.deepEqual(shape(root), [
    'multipart/mixed',
    ['multipart/alternative', 'text/plain', 'text/html', 'text/calendar'],
    'application/ics',
  ]);
  const [calendar, attached] = [root.children[0]?.children[2], root.children[1]];
  assert.equal(calendar?.parameters.get('method'), 'REPLY');
  for (const part of [calendar, attached])
    assert.equal(part && Buffer.from(decodePart(bytes, part)).toString(), ics.replaceAll('\n', '\r\n'));
});

test('an attached message keeps its type if it is ASCII, and is sent as a file if it must be encoded', async () => {
  const ascii = 'Subject: one\n\nFrom here on\n.\n';
  const files = [file('one.eml', 'message/rfc822', ascii), file('two.eml', 'message/rfc822', `${ascii}ü`)];
  const bytes = await bytesOf({ ...plainMessage, files });
  const { root } = parseMimeStructure(bytes);
  const [, one, two] = root.children;
  assert.deepEqual([one?.type, two?.type], ['message/rfc822', 'application/octet-stream']);
  assert.equal(one && Buffer.from(decodePart(bytes, one)).toString(), ascii.replaceAll('\n', '\r\n'));
  assert.equal(two && Buffer.from(decodePart(bytes, two)).toString(), `${ascii}ü`);
});

test('a body of three megabytes and an empty body arrive complete', async () => {
  const text = `${'東京都の天気は晴れです。'.repeat(40)}\n`.repeat(2_100);
  const html = `<p>${text}</p>`;
  const read = await PostalMime.parse(await bytesOf({ ...plainMessage, body: { kind: 'html', html, text } }));
  // Not `equal`, which would print them.
  assert.ok(read.text?.trimEnd() === text.trimEnd());
  assert.ok(read.html?.replaceAll('\r\n', '\n').trimEnd() === html);
  const empty = await bytesOf({
    ...plainMessage,
    subject: '',
    body: { kind: 'markdown', markdown: '', signature: null },
  });
  assert.equal(parseMessage(empty).text, '');
});

test('a large file is streamed in pieces', async () => {
  const size = 20 * 1024 * 1024;
  const piece = Buffer.alloc(64 * 1024, 'posthorn');
  let yieldedBytes = 0;
  const content = async function* () {
    for (; yieldedBytes < size; yieldedBytes += piece.length) yield piece;
  };
  let receivedBytes = 0;
  let largest = 0;
  const hash = createHash('sha256');
  for await (const bytes of buildMessage(
    { ...plainMessage, files: [{ ...file('a', 'video/mp4', ''), content }] },
    'send',
  )) {
    receivedBytes += bytes.length;
    largest = Math.max(largest, bytes.length, yieldedBytes - receivedBytes);
    hash.update(bytes);
  }
  assert.ok(receivedBytes > size * 1.33);
  assert.ok(largest < 4 * piece.length, `${largest} bytes were held at once`);
});
