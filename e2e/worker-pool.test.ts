import assert from 'node:assert/strict';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../daemon/test-folder.ts';
import { openWorkerPool } from './worker-pool.ts';

type PooledWorker = ReturnType<ReturnType<typeof openWorkerPool>>;

/** Answers with its thread, its input, and the number of its requests. */
const code = `
  const { parentPort, threadId, workerData } = require('node:worker_threads');
  let asked = 0;
  parentPort.on('message', (word) => {
    if (word === 'crash') throw new Error('out of ink');
    if (word === 'stop') parentPort.close();
    else parentPort.postMessage({ threadId, workerData, asked: ++asked });
  });`;

function testPool(): (workerData: string) => PooledWorker {
  const file = join(testFolder(), 'entry.cjs');
  writeFileSync(file, code);
  const openWorker = openWorkerPool();
  return (workerData) => openWorker(pathToFileURL(file).href, { workerData });
}

async function askWorker(worker: PooledWorker): Promise<{ threadId: number; workerData: string; asked: number }> {
  worker.postMessage('how are you?');
  const [answer] = await once(worker, 'message');
  return answer;
}

function exitCodeOf(worker: PooledWorker, action: () => unknown): Promise<number> {
  const exit = new Promise<number>((resolve) => void worker.once('exit', resolve));
  action();
  return exit;
}

test('a thread that has ended cleanly is reused, and the next entry sees no state of the last', async () => {
  const borrow = testPool();
  const one = borrow('one');
  const { threadId } = await askWorker(one);
  assert.deepEqual(await askWorker(one), { threadId, workerData: 'one', asked: 2 });
  assert.equal(await exitCodeOf(one, () => one.postMessage('stop')), 0);
  const two = borrow('two');
  assert.deepEqual(await askWorker(two), { threadId, workerData: 'two', asked: 1 });
  await two.terminate();
});

test('two workers at the same time have separate threads', async () => {
  const borrow = testPool();
  const both = [borrow('one'), borrow('two')];
  const threads = await Promise.all(both.map(askWorker));
  assert.notEqual(threads[0]?.threadId, threads[1]?.threadId);
  for (const each of both) await each.terminate();
});

test('a thread that crashes or is terminated reports it, and is not reused', async () => {
  const borrow = testPool();
  const crashing = borrow('one');
  const first = await askWorker(crashing);
  const failed = once(crashing, 'error');
  assert.equal(await exitCodeOf(crashing, () => crashing.postMessage('crash')), 1);
  assert.match(String((await failed)[0]), /out of ink/);
  const stuck = borrow('two');
  const second = await askWorker(stuck);
  assert.equal(await exitCodeOf(stuck, () => stuck.terminate()), 1);
  const last = borrow('three');
  const third = await askWorker(last);
  assert.equal(new Set([first, second, third].map(({ threadId }) => threadId)).size, 3);
  await last.terminate();
});
