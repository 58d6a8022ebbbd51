import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createByteSemaphore } from './byte-semaphore.ts';

test('work waits while the bytes in flight are at the limit and continues in order as bytes are released', async () => {
  const semaphore = createByteSemaphore(10);
  const order: string[] = [];
  const enter = async (name: string, size: number) => {
    const release = await semaphore.acquire(size);
    order.push(name);
    return release;
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
  assert.equal(semaphore.bytesInFlight, 7);
});

test('a piece larger than the limit is admitted alone', async () => {
  const semaphore = createByteSemaphore(10);
  const release = await semaphore.acquire(500);
  let entered = false;
  const next = semaphore.acquire(1).then(() => (entered = true));
  await new Promise(setImmediate);
  assert.equal(entered, false);
  release();
  await next;
});
