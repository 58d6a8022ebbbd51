import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeId } from '../../base/ids.ts';
import { sharedTextReader, createSharedTextBuffer, sharedTextWriter } from './shared-text-buffer.ts';

test('a text that was given is taken once, whatever it is written in', () => {
  const ring = createSharedTextBuffer();
  const [giver, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  const given = ['', 'plain', 'Grüße, 東京, 🐎', 'x'.repeat(100_000)].map((text) => ({ id: timeId(), text }));
  for (const { id, text } of given) giver.write(id, text);
  texts.receive();
  for (const { id, text } of given) {
    assert.equal(texts.take(id), text);
    assert.equal(texts.take(id), undefined);
  }
  assert.equal(texts.take(timeId()), undefined);
});

test('round and round, no text is ever given for another, and none is lost while there is room', () => {
  const ring = createSharedTextBuffer();
  const [giver, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  for (let round = 0; round < 400; round++) {
    const given = Array.from({ length: 7 }, (_, n) => ({
      id: timeId(),
      text: `${round} ${n} `.repeat(round * 13 + n),
    }));
    for (const { id, text } of given) giver.write(id, text);
    texts.receive();
    for (const { id, text } of given) assert.equal(texts.take(id), text);
  }
});

test('what finds no room, or nobody asks for, takes no more memory and holds nothing up', () => {
  const ring = createSharedTextBuffer();
  const [giver, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  const text = 'y'.repeat(50_000);
  giver.write(timeId(), 'z'.repeat(9_000_000));
  for (let n = 0; n < 1_000; n++) giver.write(timeId(), text);
  for (let n = 0; n < 5; n++) {
    texts.receive();
    texts.discardStale();
  }
  const id = timeId();
  giver.write(id, text);
  texts.receive();
  assert.equal(texts.take(id), text);
});

test('a worker that takes the place of another begins with what comes from then on', () => {
  const ring = createSharedTextBuffer();
  const old = timeId();
  sharedTextWriter(ring).write(old, 'old');
  const texts = sharedTextReader(ring);
  const id = timeId();
  sharedTextWriter(ring).write(id, 'new');
  texts.receive();
  assert.deepEqual([texts.take(old), texts.take(id)], [undefined, 'new']);
});
