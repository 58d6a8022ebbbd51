import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf } from './chunks.ts';

const source = (text: string, subject = 'Boat') => ({
  subject,
  text,
  from_name: 'Eve',
  from_email: 'eve@example.test',
});

test('chunks are what the sender wrote, after the subject, without quotes and the signature', () => {
  const text = 'Friday works.\n\nOn Monday, Ada wrote:\n> Shall we rent the boat?\n\n-- \nEve\nHarbour Ltd';
  assert.deepEqual(
    chunksOf(source(text)).map((each) => each.text),
    ['Boat\nFriday works.'],
  );
  assert.deepEqual(chunksOf(source('> only a quote', '')), []);
});

test('the same message has the same chunks in every version: vectors are kept by these hashes', () => {
  const text = `${'The harbour is closed on Monday. '.repeat(60)}\n\nSee you there.`;
  const hashes = chunksOf(source(text)).map(({ hash }) => hash.toString('hex'));
  assert.deepEqual(hashes, ['dbabe8bfc886e47a2c9688ea2069b697', '564882d93ae3b1c47d0c9b85872defe3']);
});

test('a long text is divided between sentences, its words are kept, and its end is left out', () => {
  const sentences = Array.from({ length: 200 }, (_, at) => `This is sentence number ${at} of the letter.`);
  const chunks = chunksOf(source(sentences.join(' ')));
  assert.ok(chunks.length > 5 && chunks.every(({ text }) => text.endsWith('.') && text.length <= 1_300));
  assert.equal(chunks.map(({ text }) => text).join(' '), `Boat\n${sentences.join(' ')}`);
  assert.equal(chunksOf(source(`${'x'.repeat(900)}\n\n`.repeat(60))).length, 24);
});
