import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textFrames } from './frames.ts';

test('a frame has the shortest header its length in bytes allows', () => {
  const heads = [0, 125, 126, 65_535, 65_536].map((length) => {
    const frame = textFrames(['a'.repeat(length)]);
    return frame.subarray(0, frame.length - length).toString('hex');
  });
  assert.deepEqual(heads, ['8100', '817d', '817e007e', '817effff', '817f0000000000010000']);
  assert.equal(
    textFrames(['€'.repeat(42)])
      .toString('latin1')
      .slice(0, 4),
    '\x81\x7e\x00\x7e',
  );
});

test('several texts follow each other without a gap', () => {
  assert.equal(textFrames(['ab', '', 'c']).toString('hex'), '81026162' + '8100' + '810163');
});
