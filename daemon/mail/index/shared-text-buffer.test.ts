import assert from 'node:assert/strict';
import { test } from 'node:test';
import { timeId } from '../../base/ids.ts';
import { sharedTextReader, createSharedTextBuffer, sharedTextWriter } from './shared-text-buffer.ts';

test('a written text is taken once, in any script', () => {
  const ring = createSharedTextBuffer();
  const [writer, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  const written = ['', 'plain', 'Grüße, 東京, 🐎', 'x'.repeat(100_000)].map((text) => ({ id: timeId(), text }));
  for (const { id, text } of written) writer.write(id, text);
  texts.receive();
  for (const { id, text } of written) {
    assert.equal(texts.take(id), text);
    assert.equal(texts.take(id), undefined);
  }
  assert.equal(texts.take(timeId()), undefined);
});

test('after many wraps of the ring, no text is returned for another id, and no text is lost while there is room', () => {
  const ring = createSharedTextBuffer();
  const [writer, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  for (let round = 0; round < 400; round++) {
    const written = Array.from({ length: 7 }, (_, n) => ({
      id: timeId(),
      text: `${round} ${n} `.repeat(round * 13 + n),
    }));
    for (const { id, text } of written) writer.write(id, text);
    texts.receive();
    for (const { id, text } of written) assert.equal(texts.take(id), text);
  }
});

test('texts without room, and texts that are not taken, use no more memory and do not block later texts', () => {
  const ring = createSharedTextBuffer();
  const [writer, texts] = [sharedTextWriter(ring), sharedTextReader(ring)];
  const text = 'y'.repeat(50_000);
  writer.write(timeId(), 'z'.repeat(9_000_000));
  for (let n = 0; n < 1_000; n++) writer.write(timeId(), text);
  for (let n = 0; n < 5; n++) {
    texts.receive();
    texts.discardStale();
  }
  const id = timeId();
  writer.write(id, text);
  texts.receive();
  assert.equal(texts.take(id), text);
});

test('a new reader starts with the texts that are written after its start', () => {
  const ring = createSharedTextBuffer();
  const old = timeId();
  sharedTextWriter(ring).write(old, 'old');
  const texts = sharedTextReader(ring);
  const id = timeId();
  sharedTextWriter(ring).write(id, 'new');
  texts.receive();
  assert.deepEqual([texts.take(old), texts.take(id)], [undefined, 'new']);
});
