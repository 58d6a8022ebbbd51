import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseWithFallback } from './parse-with-fallback.ts';
import { parseMessage } from './parse.ts';

const mail = (...lines: string[]) => Buffer.from(lines.join('\r\n'));

test('a message without anomalies is parsed by the first parser alone', async () => {
  const bytes = mail('Subject: a', '', 'text');
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});

test('a doubtful message keeps the result of the first parser if the second finds no more', async () => {
  const bytes = mail('Content-Type: multipart/mixed', '', 'lost words');
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});

const nested = (depth: number) =>
  Array.from({ length: depth }, (_, i) => `Content-Type: multipart/mixed; boundary=b${i}\n\n--b${i}\n`).join('');

test('the result of the second parser is used and noted if it has more text', async () => {
  const bytes = Buffer.from(`${nested(60)}\nwords at the bottom`);
  assert.equal(parseMessage(bytes).text, '');
  const { text, text_origin, snippet, notes } = await parseWithFallback(bytes);
  assert.deepEqual(
    [text.trim(), text_origin, snippet, notes.length],
    ['words at the bottom', 'best_effort_summary', 'words at the bottom', 2],
  );
});

test('the result of the first parser is kept if the second parser fails', async () => {
  const bytes = Buffer.from(`${nested(300)}\nwords at the bottom`);
  assert.deepEqual(await parseWithFallback(bytes), parseMessage(bytes));
});
