import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { dovecotMissing } from '../../../../testing/servers/dovecot.ts';
import type { MissingRange } from '../../provider.ts';
import { fetchSparseMessage } from './sparse-message.ts';
import { freshMailboxes, otherClient } from '../test-dovecot-mailbox.ts';

/** A part of more bytes than this stays on the server here. */
const largest = 1000;

const big = (character: string, lines = 40) => `${character.repeat(70)}\r\n`.repeat(lines);
const file = (name: string, body: string, type = 'application/pdf') =>
  `Content-Type: ${type}; name="${name}"\r\nContent-Disposition: attachment; filename="${name}"\r\n\r\n${body}`;
const multipart = (boundary: string, parts: string[], { preamble = '', epilogue = '' } = {}) =>
  `Content-Type: multipart/mixed; boundary="${boundary}"\r\n\r\n${preamble}` +
  `${parts.map((part) => `--${boundary}\r\n${part}\r\n`).join('')}--${boundary}--\r\n${epilogue}`;
const head =
  'From: Ada <ada@engine.example>\r\nMessage-ID: <one@engine.example>\r\nSubject: files\r\nMIME-Version: 1.0\r\n';
const text = (body: string) => `Content-Type: text/plain\r\n\r\n${body}`;

/** By its visible text: a message, and the bodies that stay on the server. */
const shapes: Record<string, { message: string; missingBodies: string[] }> = {
  'one large file among others': {
    message: head + multipart('b', [text('Hello.'), file('a.pdf', big('A')), file('b.pdf', 'small')]),
    missingBodies: [big('A')],
  },
  'two large files, a text before, between and after': {
    message:
      head +
      multipart('b', [text('1'), file('a', big('A')), text('2'), file('c', big('C')), text('3')], {
        epilogue: 'bye\r\n',
      }),
    missingBodies: [big('A'), big('C')],
  },
  'a large displayed text': {
    message: head + multipart('b', [text(big('T')), file('a', big('A'))], { preamble: 'This is MIME.\r\n' }),
    missingBodies: [big('A')],
  },
  'a large text attachment': {
    message: head + multipart('b', [text('x'), file('log', big('L'), 'text/plain')]),
    missingBodies: [big('L')],
  },
  'parts within parts': {
    message:
      head +
      multipart('outer', [
        multipart('inner', [text('deep'), file('a', big('A'))], { epilogue: 'after the inner one\r\n' }),
        file('b', big('B')),
      ]),
    missingBodies: [big('A'), big('B')],
  },
  'only a large file': { message: head + file('a', big('A')), missingBodies: [big('A')] },
  'a message within a message': {
    message:
      head + multipart('b', [text('fwd'), `Content-Type: message/rfc822\r\n\r\nSubject: in it\r\n\r\n${big('M')}`]),
    missingBodies: [`Subject: in it\r\n\r\n${big('M')}`],
  },
  'a part without a header': {
    message: head + multipart('b', ['\r\nbare', file('a', big('A'))]),
    missingBodies: [big('A')],
  },
  'nothing large': { message: head + multipart('b', [text('x'), file('a', 'small')]), missingBodies: [] },
};

describe('imap: large attachments', { skip: dovecotMissing() ?? false }, () => {
  const mailbox = freshMailboxes();

  test('large attachments stay on the server, and the surrounding bytes are fetched exactly', async (context) => {
    const box = mailbox();
    const all = Object.entries(shapes);
    box.server.seed(
      box.user.user,
      'INBOX',
      all.map(([, { message }]) => Buffer.from(message)),
    );
    const client = await otherClient(box, context);
    await client.mailboxOpen('INBOX');
    for (const [index, [name, { message, missingBodies }]] of all.entries()) {
      const fetched = await fetchSparseMessage(client, { uid: index + 1, size: message.length }, largest);
      assert.ok(fetched, name);
      const left = fetched.missingRanges.map(({ start, length }) => message.slice(start, start + length));
      assert.deepEqual(left, missingBodies, name);
      assert.equal(fetched.bytes.toString(), withoutRanges(message, fetched.missingRanges), name);
      for (const gap of fetched.missingRanges)
        assert.equal(await bodyOf(client, index + 1, gap), message.slice(gap.start, gap.start + gap.length), name);
    }
  });
});

function withoutRanges(message: string, missingRanges: readonly MissingRange[]): string {
  return missingRanges
    .toReversed()
    .reduce((rest, { start, length }) => rest.slice(0, start) + rest.slice(start + length), message);
}

async function bodyOf(
  client: Awaited<ReturnType<typeof otherClient>>,
  uid: number,
  { part }: MissingRange,
): Promise<string> {
  const message = await client.fetchOne(String(uid), { bodyParts: [part] }, { uid: true });
  return message ? (message.bodyParts?.get(part)?.toString() ?? '') : '';
}
