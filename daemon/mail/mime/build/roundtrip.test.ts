import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { test } from 'node:test';
import { domainToUnicode } from 'node:url';
import { simpleParser, type AddressObject } from 'mailparser';
import PostalMime, { type Address as PostalAddress } from 'postal-mime';
import type { Address } from '../../../contract/fields.ts';
import { unflow } from '../content/flowed.ts';
import { parseMessage } from '../parse.ts';
import { decodePart, readBody } from '../read-body.ts';
import { runCount } from '../../../test-run-count.ts';
import { htmlDocument, renderBody } from './body.ts';
import { buildMessage } from './build-message.ts';
import { flowedText } from './flowed-text.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import { generateMessages, type GeneratedMessage } from './test-outgoing-messages.ts';

function bytesOf(message: OutgoingMessage, purpose: 'send' | 'draft' = 'send'): Promise<Buffer> {
  return buffer(buildMessage(message, purpose));
}

/** The content that every parser must find. */
function contentsOf(message: GeneratedMessage) {
  const { text, html } = renderBody(message.body);
  return {
    from: [addressFrom(message.from)],
    to: message.to.map(addressFrom),
    cc: message.cc.map(addressFrom),
    subject: oneLine(message.subject),
    date: `${message.date.toISOString().slice(0, 19)}.000Z`,
    header_id: message.header_id,
    in_reply_to: message.in_reply_to,
    references: [...message.references.slice(0, 1), ...message.references.slice(1).slice(-20)],
    text: lines(unflow(flowedText(text), false)),
    html: lines(message.body.kind === 'markdown' ? htmlDocument(html) : html),
    files: message.files
      .toSorted((one, other) => Number(one.cid === null) - Number(other.cid === null))
      .map(({ name, bytes, cid }) => ({ name: fileName(name), cid, content: hashOf(bytes) })),
  };
}
type Contents = ReturnType<typeof contentsOf>;

const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 12);
const oneLine = (text: string) => text.replaceAll(/[\r\n]+/g, ' ').trim();
const fileName = (name: string) => oneLine(name).replaceAll(/[/\\]/g, '_') || 'attachment';
const lines = (text: string) => text.replaceAll('\r\n', '\n').trimEnd();

/** Addresses compare without quotes and with their domain in Unicode: parsers return either form. */
function addressFrom({ name, email }: { name?: string | null; email: string }): Address {
  const at = email.lastIndexOf('@') + 1;
  return { name: name || null, email: email.slice(0, at).replaceAll('"', '') + domainToUnicode(email.slice(at)) };
}

async function readWithPostalMime(bytes: Buffer): Promise<Contents> {
  const mail = await PostalMime.parse(bytes);
  const people = (found: PostalAddress[] = []) =>
    found.filter(({ address }) => address).map(({ name, address = '' }) => addressFrom({ name, email: address }));
  return {
    from: people(mail.from ? [mail.from] : []),
    to: people(mail.to),
    cc: people(mail.cc),
    subject: mail.subject ?? '',
    date: mail.date ?? '',
    header_id: mail.messageId?.slice(1, -1) ?? '',
    in_reply_to: mail.inReplyTo?.slice(1, -1) ?? null,
    references: mail.references?.split(/\s+/).map((id) => id.slice(1, -1)) ?? [],
    text: lines(mail.text ?? ''),
    html: lines(mail.html ?? ''),
    files: mail.attachments.map(({ filename, contentId, content }) => ({
      name: filename ?? '',
      cid: contentId?.slice(1, -1) ?? null,
      content: hashOf(new Uint8Array(content as ArrayBuffer)),
    })),
  };
}

async function readWithMailparser(bytes: Buffer): Promise<Contents> {
  const mail = await simpleParser(bytes, { skipHtmlToText: true, skipTextToHtml: true, skipImageLinks: true });
  const people = (found?: AddressObject | AddressObject[]) =>
    [found ?? []]
      .flat()
      .flatMap(({ value }) => value)
      .filter(({ address }) => address)
      .map(({ name, address = '' }) => addressFrom({ name, email: address }));
  return {
    from: people(mail.from),
    to: people(mail.to),
    cc: people(mail.cc),
    subject: mail.subject ?? '',
    date: mail.date?.toISOString() ?? '',
    header_id: mail.messageId?.slice(1, -1) ?? '',
    in_reply_to: mail.inReplyTo?.slice(1, -1) ?? null,
    references: [mail.references ?? []].flat().map((id) => id.slice(1, -1)),
    text: lines(mail.text ?? ''),
    html: lines(mail.html || ''),
    files: mail.attachments.map(({ filename, cid, content }) => ({
      name: filename ?? '',
      cid: cid ?? null,
      content: hashOf(content),
    })),
  };
}

function readWithOwnParser(bytes: Buffer): Contents {
  const mail = parseMessage(bytes);
  const { html, text } = readBody(bytes);
  return {
    from: [addressFrom(mail.from)],
    to: mail.to.map(addressFrom),
    cc: mail.cc.map(addressFrom),
    subject: mail.subject,
    date: mail.date ?? '',
    header_id: mail.header_id ?? '',
    in_reply_to: mail.in_reply_to,
    references: mail.references,
    text: lines(text),
    html: lines(html ?? ''),
    files: mail.attachments.map((file) => ({
      name: file.filename,
      cid: file.content_id,
      content: hashOf(decodePart(bytes, file)),
    })),
  };
}

const readers = { 'postal-mime': readWithPostalMime, mailparser: readWithMailparser, ours: readWithOwnParser };

test('messages of every kind are read the same by three parsers', async () => {
  for (const [at, message] of generateMessages(runCount(200)).entries()) {
    const bytes = await bytesOf(message);
    const expected = contentsOf(message);
    for (const [reader, read] of Object.entries(readers))
      assert.deepEqual(await read(bytes), expected, `message ${at} as ${reader} reads it`);
  }
});

test('messages pass through any server: short ASCII lines, folded headers, and no Bcc', async () => {
  for (const message of generateMessages(runCount(100))) {
    const bytes = await bytesOf(message);
    const text = bytes.toString('latin1');
    assert.doesNotMatch(text, /secret\.example|\r(?!\n)|(?<!\r)\n|\0/);
    const head = text.slice(0, text.indexOf('\r\n\r\n'));
    // Only local parts are left as they are (RFC 6532); those of the generated messages are short.
    assert.doesNotMatch(text.slice(head.length), /[^\t\r\n -~]/);
    for (const line of head.split('\r\n')) assert.ok(line.length <= 110 && line.trim() !== '', line);
    for (const line of text.slice(head.length).split('\r\n')) assert.ok(line.length <= 78, line);
    for (const found of head.matchAll(/=\?[^ ?]+\?[BQ]\?[^ ]*\?=/g)) assert.ok(found[0].length <= 75, found[0]);
    assert.doesNotMatch(head, /^(?:Bcc|X-|User-Agent)/im);
    assert.deepEqual(await bytesOf(message), bytes, 'the same message has the same bytes');
  }
});

test('a paragraph of format=flowed is joined again by the parser, and a quoted line stays whole', () => {
  for (const message of generateMessages(runCount(200))) {
    const { text } = renderBody(message.body);
    const tidy = text.split('\n').map((line) => {
      const marks = /^(?:> ?)*/.exec(line)?.[0] ?? '';
      const quotes = marks.replaceAll(' ', '');
      const content = line === '-- ' ? line : line.slice(marks.length).trimEnd();
      return quotes === '' || content === '' ? quotes + content : `${quotes} ${content}`;
    });
    assert.deepEqual(unflow(flowedText(text), false).split('\n'), tidy);
  }
});
