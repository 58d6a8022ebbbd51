import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bytesOf, sourceLines } from './source-lines.ts';

test('all line endings are recognized, and very long lines are split', () => {
  assert.deepEqual(sourceLines('a\r\nb\nc\rd'), ['a', 'b', 'c', 'd']);
  assert.deepEqual(
    sourceLines('x'.repeat(2_500)).map(({ length }) => length),
    [1_000, 1_000, 500],
  );
});

test('a saved source has the bytes that were received', () => {
  assert.deepEqual([...bytesOf('\x80ÿ\r\n', 'latin1')], [0x80, 0xff, 13, 10]);
  assert.deepEqual(Buffer.from(bytesOf('Grüße', 'utf8')).toString(), 'Grüße');
});
