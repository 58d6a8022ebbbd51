import assert from 'node:assert/strict';
import { test } from 'node:test';
import { busyMs, createWatchdogBuffer, ingestWatchdog } from './watchdog.ts';

const messageBytes = (n: number) => Buffer.from(`Subject: ${n}\r\n\r\nbody ${n}`);

test('a message that terminated a worker is known to all later workers', () => {
  const buffer = createWatchdogBuffer();
  const first = ingestWatchdog(buffer);
  first.begin(messageBytes(1));
  first.end();
  first.begin(messageBytes(2));
  for (let worker = 0; worker < 3; worker++) {
    const next = ingestWatchdog(buffer);
    assert.deepEqual([next.isFatal(messageBytes(1)), next.isFatal(messageBytes(2))], [false, true]);
  }
});

test('a worker that ended between two messages marks no message as fatal', () => {
  const buffer = createWatchdogBuffer();
  const first = ingestWatchdog(buffer);
  first.begin(messageBytes(1));
  first.end();
  assert.equal(ingestWatchdog(buffer).isFatal(messageBytes(1)), false);
});

test('many fatal messages are remembered, and the oldest is forgotten first', () => {
  const buffer = createWatchdogBuffer();
  for (let n = 0; n < 40; n++) ingestWatchdog(buffer).begin(messageBytes(n));
  const last = ingestWatchdog(buffer);
  assert.deepEqual(
    [last.isFatal(messageBytes(0)), last.isFatal(messageBytes(20)), last.isFatal(messageBytes(39))],
    [false, true, true],
  );
});

test('a worker is busy only while it reads a message', () => {
  const buffer = createWatchdogBuffer();
  const watchdog = ingestWatchdog(buffer);
  assert.equal(busyMs(buffer), 0);
  watchdog.begin(messageBytes(1));
  assert.ok(busyMs(buffer) >= 0 && busyMs(buffer) < 10_000);
  watchdog.end();
  assert.equal(busyMs(buffer), 0);
});
