import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { testFolder } from '../test-folder.ts';
import { silentLog } from './log.ts';
import { startWorker } from './worker.ts';

type Checker = { check: (input: undefined) => string[] };

function checker(t: TestContext, entry = 'checker') {
  const worker = startWorker<Checker>(entry, { data: { file: join(testFolder(), 'none.db') }, log: silentLog });
  t.after(() => worker.stop());
  return worker;
}

test('what a call throws inside a worker reaches the caller', async (t) => {
  await assert.rejects(
    checker(t).ask('check', undefined),
    /checker worker: .*(unable to open|no such file|does not exist)/is,
  );
});

test('asking a worker that has died is refused as retryable instead of waiting for ever', async (t) => {
  const worker = checker(t, 'no-such-entry');
  await assert.rejects(worker.ask('check', undefined), { code: 'worker_crashed', retryable: true });
  await assert.rejects(worker.ask('check', undefined), { code: 'worker_crashed', retryable: true });
});

test('a worker may be stopped twice', async (t) => {
  const worker = checker(t);
  await worker.stop();
  await worker.stop();
});
