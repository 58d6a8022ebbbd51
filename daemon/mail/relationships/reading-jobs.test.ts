import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { silentLog } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import { until } from '../../test-until.ts';
import { findJob } from '../jobs/jobs.ts';
import { openTestStore } from '../mutations/test-kit/test-engine.ts';
import { readingJobs } from './reading-jobs.ts';

const db = await openTestStore();
after(() => db.close());

const names = {
  kind: 'relationships.rebuild',
  operation: 'rebuild-relationship',
  doing: 'Reading',
  cancelled: 'rebuild_cancelled',
  stopped: 'rebuild_stopped',
};

/** Jobs that read `count` messages, each batch once `release` is called. */
function start(count: number) {
  const announced: Announcement['event'][] = [];
  const waiting: (() => void)[] = [];
  const jobs = readingJobs(
    {
      db,
      clock: movableClock('2026-03-10T08:00:00.000Z'),
      log: silentLog,
      announce: ({ event }) => void announced.push(event),
      accounts: () => [],
      onMutationResult: () => undefined,
      select: () => Promise.resolve(Array.from({ length: count }, (_, index) => index + 1)),
      async readTodos(messages) {
        await new Promise<void>((resolve) => waiting.push(resolve));
        return messages.map((message) => ({ message, found: [], style: undefined, error: null }));
      },
    },
    names,
  );
  const stop = new AbortController();
  const running = jobs.loop.run(stop.signal);
  const request = (finish?: () => Promise<void>) =>
    jobs.start({
      accounts: [],
      actor: { origin: 'web', token_id: null },
      mail: { accounts: [], since: 0 },
      ...(finish && { finish }),
    });
  const release = async () => {
    await until('a batch is asked for', () => waiting.length > 0);
    waiting.shift()?.();
  };
  return { jobs, request, release, announced, stop: () => (stop.abort(), running) };
}

test('a job reads in batches, tells how far it is, and ends after its last part', async () => {
  const { request, release, announced, stop } = start(12);
  let isFinished = false;
  const { job_id, whenDone } = request(async () => void (isFinished = true));
  await release();
  await until('the first batch counts', () => findJob(db, job_id)?.succeeded === 8);
  assert.equal(isFinished, false);
  await release();
  await whenDone;
  assert.equal(isFinished, true);
  assert.deepEqual(announced, ['OperationStarted', 'OperationProgress', 'OperationProgress', 'OperationCompleted']);
  assert.equal(findJob(db, job_id)?.status, 'succeeded');
  await stop();
});

test('a cancelled job ends after its batch, and the next one begins', async () => {
  const { jobs, request, release, announced, stop } = start(12);
  const first = request();
  const second = request();
  await until('the first one runs', () => announced.length > 0);
  assert.equal(jobs.cancel(first.job_id), true);
  assert.equal(jobs.cancel('unknown'), false);
  await release();
  await assert.rejects(first.whenDone, { code: 'rebuild_cancelled' });
  assert.deepEqual([findJob(db, first.job_id)?.status, findJob(db, first.job_id)?.cancelled], ['failed', 1]);
  await release();
  await release();
  await second.whenDone;
  await stop();
});

test('what fails at the end fails the job, and a stop of the daemon leaves it to the next start', async () => {
  const { request, release, stop } = start(1);
  const failing = request(() => Promise.reject(new Error('no model')));
  await release();
  await assert.rejects(failing.whenDone, /no model/);
  assert.equal(findJob(db, failing.job_id)?.status, 'failed');
  const stopped = request();
  const rejected = assert.rejects(stopped.whenDone, { code: 'rebuild_stopped' });
  await stop();
  await rejected;
  assert.equal(findJob(db, stopped.job_id)?.status, 'running');
  assert.throws(() => request(), { code: 'rebuild_stopped' });
});
