import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { waitLimitMs } from '../../test-until.ts';
import { testFolder } from '../../test-folder.ts';
import { runCount } from '../../test-run-count.ts';
import { loadItem } from './load-item.ts';
import { mboxMessages, type MboxMessage } from './mbox.ts';

async function read(content: string | Buffer, from?: number) {
  const file = join(testFolder(), 'mbox');
  writeFileSync(file, content);
  const found = await allOf(file, from);
  return { found, texts: found.map((message) => textOf(file, message)) };
}

async function allOf(file: string, from?: number): Promise<MboxMessage[]> {
  const all: MboxMessage[] = [];
  for await (const message of mboxMessages(file, from)) all.push(message);
  return all;
}

function textOf(file: string, { start, end }: MboxMessage): string {
  return loadItem({ file, start, end, fingerprint: null, unquote: 'mboxrd', flags: [], received: null }).toString();
}

const fromLine = 'From ada@example.test Tue Mar 10 08:00:00 2026';
const messageText = (text: string) => `From: ada@example.test\nSubject: x\n\n${text}\n`;

test('messages are separated, and the blank line between them belongs to neither', async () => {
  const { texts, found } = await read(`${fromLine}\n${messageText('one')}\n${fromLine}\n${messageText('two')}\n`);
  assert.deepEqual(texts, [messageText('one'), messageText('two')]);
  assert.equal(found[0]?.received, '2026-03-10T08:00:00.000Z');
});

test('quoted lines are restored, in mboxo and in mboxrd', async () => {
  const { texts } = await read(`${fromLine}\n${messageText('>From here\n>>From there\n> From nowhere\nx >From x')}\n`);
  assert.deepEqual(texts, [messageText('From here\n>From there\n> From nowhere\nx >From x')]);
});

test('lines may end with CR LF', async () => {
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  const { texts } = await read(crlf(`${fromLine}\n${messageText('>From one')}\n${fromLine}\n${messageText('two')}\n`));
  assert.deepEqual(texts, [crlf(messageText('From one')), crlf(messageText('two'))]);
});

test('text with "From " at the beginning of a line does not begin a message', async () => {
  const text = 'One.\n\nFrom what I hear at 10:30 it is so.\nFrom then on it was 2026.\n\nFrom: me, of course?';
  assert.deepEqual((await read(`${fromLine}\n${messageText(text)}\n`)).texts, [messageText(text)]);
});

test('Content-Length is ignored', async () => {
  const one = 'From: a@example.test\nContent-Length: 9999\n\none\n';
  assert.deepEqual((await read(`${fromLine}\n${one}\n${fromLine}\n${messageText('two')}`)).texts, [
    one,
    messageText('two'),
  ]);
});

test('messages are separated even if the blank line, or the date of the "From " line, is missing', async () => {
  const content = `${fromLine}\n${messageText('one')}${fromLine}\n${messageText('two')}\nFrom \n${messageText('three')}\n`;
  assert.deepEqual((await read(content)).texts, [messageText('one'), messageText('two'), messageText('three')]);
});

test('a "From - " line of Mozilla separates messages without a date and a blank line', async () => {
  const mozilla = (text: string) => `X-Mozilla-Status: 0001\nFrom: ada@example.test\n\n${text}\n`;
  const content = `From - \n${mozilla('one')}From - \n${messageText('two')}From -\n${mozilla('three')}\nFrom - \n${mozilla('four')}`;
  const messages = [mozilla('one'), messageText('two'), mozilla('three'), mozilla('four')];
  assert.deepEqual((await read(content)).texts, messages);
  const crlf = (text: string) => text.replaceAll('\n', '\r\n');
  assert.deepEqual((await read(crlf(content))).texts, messages.map(crlf));
  for (const text of [
    'From - \nHello, it rains.',
    'One.\nFrom - \nNote: it rains.',
    'One.\nFrom - Mill\nTo: the lake',
    'One.\nFrom -Mill\nTo: x',
  ]) {
    assert.deepEqual(
      (await read(`From - \n${messageText(text)}`)).texts,
      [messageText(text)],
      'text is not a separator',
    );
  }
});

test('empty files and files with only separators contain no messages', async () => {
  assert.deepEqual((await read('')).texts, []);
  assert.deepEqual((await read(`${fromLine}\n\n${fromLine}\n\n`)).texts, []);
  assert.deepEqual((await read('no mail at all\n')).texts, []);
});

test('status fields in the header become flags', async () => {
  const of = (field: string) => `${fromLine}\n${field}\n${messageText('x')}\n`;
  const { found } = await read(
    [
      of('Status: RO'),
      of('Status: O\nX-Status: AF'),
      of('X-Mozilla-Status: 1005'),
      of('X-Mozilla-Status: 0009'),
      of('X-Gmail-Labels: Inbox,Unread,Starred'),
      of('X-Else: 1'),
    ].join(''),
  );
  assert.deepEqual(
    found.map(({ status }) => status),
    [
      { flags: ['\\Seen'], isExpunged: false },
      { flags: ['\\Answered', '\\Flagged'], isExpunged: false },
      { flags: ['\\Seen', '\\Flagged', '$Forwarded'], isExpunged: false },
      { flags: ['\\Seen'], isExpunged: true },
      { flags: ['\\Flagged'], isExpunged: false },
      { flags: ['\\Seen'], isExpunged: false },
    ],
  );
});

test('delivery times are read with and without offsets, and invalid times give none', async () => {
  const lines = [
    'From a@example.test Mon Jan  5 23:59:59 1998',
    'From - Tue Mar 10 08:00:00 +0100 2026',
    'From 17@xxx Tue Mar 10 08:00 2026',
    'From a Tue Foo 10 08:00:00 2026',
  ];
  const { found } = await read(lines.map((line) => `${line}\n${messageText('x')}\n`).join(''));
  assert.deepEqual(
    found.map(({ received }) => received),
    ['1998-01-05T23:59:59.000Z', '2026-03-10T07:00:00.000Z', '2026-03-10T08:00:00.000Z', null],
  );
});

test('reading resumes at any message without losing messages, also across chunk boundaries', async () => {
  const messages = Array.from({ length: 60 }, (_, n) => messageText(`${n} ${'long line\n'.repeat(n * 400)}`));
  const file = join(testFolder(), 'mbox');
  writeFileSync(file, messages.map((text) => `${fromLine}\n${text}\n`).join(''));
  const all = await allOf(file);
  assert.deepEqual(
    all.map((message) => textOf(file, message)),
    messages,
  );
  for (const [index, { end }] of all.entries()) {
    const rest = await allOf(file, end);
    assert.equal(rest.length, messages.length - index - 1);
    assert.deepEqual(rest[0] && textOf(file, rest[0]), messages[index + 1]);
  }
});

test('an mbox restores the messages with any lines', async () => {
  const line = fc.oneof(fc.string(), fc.constantFrom('From x', '>From x', '>>From ', '', 'From: y', 'From '));
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(line), { minLength: 1, maxLength: 4 }), async (bodies) => {
      const messages = bodies.map((lines) => messageText(lines.join('\n').replaceAll('\r', '')));
      const quoted = messages.map((text) => `${fromLine}\n${text.replaceAll(/^(>*From )/gm, '>$1')}\n`);
      assert.deepEqual((await read(quoted.join(''))).texts, messages);
    }),
    { numRuns: runCount(60), seed: 7 },
  );
});

test('millions of "From " lines, and an endless line, are read in bounded time', { timeout: waitLimitMs }, async () => {
  const hostile = Buffer.alloc(20_000_000, 'From \n');
  assert.deepEqual((await read(hostile)).texts.length, 0);
  const endless = Buffer.concat([Buffer.from(`${fromLine}\n`), Buffer.alloc(20_000_000, '>')]);
  assert.equal((await read(endless)).texts[0]?.length, 20_000_000);
});
