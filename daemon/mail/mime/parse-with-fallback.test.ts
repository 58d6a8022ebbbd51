import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWithFallback } from './parse-with-fallback.ts';
import { parseMessage } from './parse.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

test('a message without surprises is read as ever', async () => {
  const bytes = mail('Subject: a', '', 'text');
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});

test('a doubtful message keeps what the first reader found, where the second finds no more', async () => {
  const bytes = mail('Content-Type: multipart/mixed', '', 'lost words');
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('');

test('what a second reader makes of a doubtful message is taken where it is more, and said', async () => {
  const bytes = Buffer.from(`${nested(60)}\nwords at the bottom`);
  assert.equal(parseMessage(bytes).text, '');
  const { text, text_origin, snippet, notes } = await parseWithFallback(bytes);
  assert.deepEqual(
    [text.trim(), text_origin, snippet, notes.length],
    ['words at the bottom', 'best_effort_summary', 'words at the bottom', 2],
  );
});

test('a message that the second reader refuses is kept as the first one read it', async () => {
  const bytes = Buffer.from(`${nested(300)}\nwords at the bottom`);
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});
