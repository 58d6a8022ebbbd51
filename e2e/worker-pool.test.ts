import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../daemon/test-folder.ts';
import { openWorkerPool } from './worker-pool.ts';

type Lent = ReturnType<ReturnType<typeof openWorkerPool>>;

/** Answers with its thread, what it was given, and how often it was asked. */
const code = `
  import { parentPort, threadId, workerData } from 'node:worker_threads';
  let asked = 0;
  parentPort.on('message', (word) => {
    if (word === 'crash') throw new Error('out of ink');
    if (word === 'stop') parentPort.close();
    else parentPort.postMessage({ threadId, workerData, asked: ++asked });
  });`;

function borrower(): (workerData: string) => Lent {
  const file = join(testFolder(), 'entry.mjs');
  writeFileSync(file, code);
  const lend = openWorkerPool();
  return (workerData) => lend(pathToFileURL(file).href, { workerData });
}

async function answer(lent: Lent): Promise<{ threadId: number; workerData: string; asked: number }> {
  lent.postMessage('how are you?');
  const [said] = await once(lent, 'message');
  return said;
}

function ended(lent: Lent, how: () => unknown): Promise<number> {
  const exit = new Promise<number>((resolve) => void lent.once('exit', resolve));
  how();
  return exit;
}

test('a thread that has ended in good order serves the next, which begins with nothing of the last', async () => {
  const borrow = borrower();
  const one = borrow('one');
  const { threadId } = await answer(one);
  assert.deepEqual(await answer(one), { threadId, workerData: 'one', asked: 2 });
  assert.equal(await ended(one, () => one.postMessage('stop')), 0);
  const two = borrow('two');
  assert.deepEqual(await answer(two), { threadId, workerData: 'two', asked: 1 });
  await two.terminate();
});

test('two at the same time have a thread each', async () => {
  const borrow = borrower();
  const both = [borrow('one'), borrow('two')];
  const threads = await Promise.all(both.map(answer));
  assert.notEqual(threads[0]?.threadId, threads[1]?.threadId);
  for (const each of both) await each.terminate();
});

test('one that crashes or is terminated says so, and is not given again', async () => {
  const borrow = borrower();
  const crashing = borrow('one');
  const first = await answer(crashing);
  const failed = once(crashing, 'error');
  assert.equal(await ended(crashing, () => crashing.postMessage('crash')), 1);
  assert.match(String((await failed)[0]), /out of ink/);
  const stuck = borrow('two');
  const second = await answer(stuck);
  assert.equal(await ended(stuck, () => stuck.terminate()), 1);
  const last = borrow('three');
  const third = await answer(last);
  assert.equal(new Set([first, second, third].map(({ threadId }) => threadId)).size, 3);
  await last.terminate();
});
