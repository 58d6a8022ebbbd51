import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurnQueue } from './turn-queue.ts';

test('tasks take turns, urgent tasks come next, and aborted tasks are skipped', async () => {
  const queue = createTurnQueue();
  const done: string[] = [];
  const leaving = new AbortController();
  const never = new AbortController().signal;
  const work = async (name: string, { isUrgent = false, signal = never } = {}) => {
    const passOn = await queue.enter(signal, isUrgent);
    done.push(name);
    passOn();
  };
  const passOn = await queue.enter(never);
  const all = [
    work('first'),
    work('second'),
    assert.rejects(work('gone', { isUrgent: true, signal: leaving.signal }), { name: 'AbortError' }),
    work('urgent', { isUrgent: true }),
    work('urgent too', { isUrgent: true }),
  ];
  leaving.abort();
  passOn();
  await Promise.all(all);
  assert.deepEqual(done, ['urgent', 'urgent too', 'first', 'second']);
});
