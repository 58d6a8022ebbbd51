import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteSemaphore } from './byte-semaphore.ts';

test('work waits while the bytes in flight are at the limit and continues in order as bytes are released', async () => {
  const gate = createByteSemaphore(10);
  const order: string[] = [];
  const enter = async (name: string, size: number) => {
    const leave = await gate.acquire(size);
    order.push(name);
    return leave;
  };
  const first = await enter('first', 6);
  const second = enter('second', 6);
  const third = enter('third', 1);
  await new Promise(setImmediate);
  assert.deepEqual(order, ['first']);
  first();
  first();
  await Promise.all([second, third]);
  assert.deepEqual(order, ['first', 'second', 'third']);
  assert.equal(gate.bytesInFlight, 7);
});

test('a piece larger than the limit is admitted alone', async () => {
  const gate = createByteSemaphore(10);
  const leave = await gate.acquire(500);
  let entered = false;
  const next = gate.acquire(1).then(() => (entered = true));
  await new Promise(setImmediate);
  assert.equal(entered, false);
  leave();
  await next;
});
