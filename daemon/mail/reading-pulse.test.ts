import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyFor, makePulseBuffer, readingPulse } from './reading-pulse.ts';

const letter = (n: number) => Buffer.from(`Subject: ${n}\r\n\r\nbody ${n}`);

test('a message a worker came to its end over is known to the next, and to all after it', () => {
  const buffer = makePulseBuffer();
  const first = readingPulse(buffer);
  first.begin(letter(1));
  first.end();
  first.begin(letter(2));
  for (let worker = 0; worker < 3; worker++) {
    const next = readingPulse(buffer);
    assert.deepEqual([next.isFatal(letter(1)), next.isFatal(letter(2))], [false, true]);
  }
});

test('a worker that ended between two messages blames none', () => {
  const buffer = makePulseBuffer();
  const first = readingPulse(buffer);
  first.begin(letter(1));
  first.end();
  assert.equal(readingPulse(buffer).isFatal(letter(1)), false);
});

test('many fatal messages are remembered, the oldest forgotten first', () => {
  const buffer = makePulseBuffer();
  for (let n = 0; n < 40; n++) readingPulse(buffer).begin(letter(n));
  const last = readingPulse(buffer);
  assert.deepEqual([last.isFatal(letter(0)), last.isFatal(letter(20)), last.isFatal(letter(39))], [false, true, true]);
});

test('a worker is busy while it reads, and not otherwise', () => {
  const buffer = makePulseBuffer();
  const pulse = readingPulse(buffer);
  assert.equal(busyFor(buffer), 0);
  pulse.begin(letter(1));
  assert.ok(busyFor(buffer) >= 0 && busyFor(buffer) < 10_000);
  pulse.end();
  assert.equal(busyFor(buffer), 0);
});
