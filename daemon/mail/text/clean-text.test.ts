import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cleanText } from './clean-text.ts';

test('NUL is removed, and half a surrogate pair is replaced', () => {
  assert.equal(cleanText('a\0b\0'), 'ab');
  assert.equal(cleanText('a\ud800b😀'), 'a\ufffdb😀');
  // Without the NUL the two halves would form a pair.
  assert.equal(cleanText('\ud83d\0\ude00'), '😀');
});

test('clean text is unchanged', () => assert.equal(cleanText('Grüße,\n東京 😀'), 'Grüße,\n東京 😀'));
