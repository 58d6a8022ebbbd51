import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Failure } from '../../base/failure.ts';
import { sql } from '../../store/db.ts';
import { openReader, storeFiles } from '../../store/open.ts';
import { ada, testDaemon } from '../../test-daemon.ts';
import { commandLine, importAndWait, testMessage, mboxFile, writeMailFiles } from './test-mail-files.ts';

test('a cancelled import, running or waiting, ends and keeps what it has stored', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada] });
  const messages = Array.from({ length: 2_500 }, (_, n) => testMessage(n));
  const first = await daemon.ask(
    'import.start',
    { path: writeMailFiles({ 'many.mbox': mboxFile(messages) }) },
    commandLine,
  );
  const second = await daemon.ask(
    'import.start',
    { path: writeMailFiles({ 'few.mbox': mboxFile(messages.slice(0, 3)) }) },
    commandLine,
  );
  await daemon.events.until('OperationProgress');
  const { job } = await daemon.ask('jobs.get', { job_id: first.job_id });
  assert.equal(job.can_cancel, job.status === 'running');
  // The waiting import never starts, and the running one continues.
  await daemon.ask('jobs.cancel', { job_id: second.job_id });
  assert.equal((await daemon.events.until('OperationCancelled')).operation_id, second.job_id);
  await daemon.ask('jobs.cancel', { job_id: first.job_id });
  assert.equal((await daemon.events.until('OperationCancelled', 2)).operation_id, first.job_id);
  for (const { job_id } of [first, second]) {
    const { job: ended } = await daemon.ask('jobs.get', { job_id });
    assert.deepEqual([ended.status, ended.cancelled, ended.can_cancel], ['failed', true, false]);
    assert.match(ended.error ?? '', /^Cancelled/);
    await assert.rejects(daemon.ask('jobs.cancel', { job_id }), { code: 'not_cancellable' });
  }
  const third = await importAndWait(daemon, writeMailFiles({ 'after.mbox': mboxFile([testMessage(900)]) }));
  assert.deepEqual([third.status, third.added], ['succeeded', 1]);
});

test('an import that is cancelled while its last messages are stored never reports success', async (t) => {
  const daemon = await testDaemon(t, { accounts: [] });
  const { events } = daemon;
  const db = openReader(storeFiles(daemon.dataDir));
  t.after(() => db.close());
  for (let n = 1; n <= 8; n++) {
    const { job_id } = await daemon.ask(
      'import.start',
      { path: writeMailFiles({ 'a.eml': testMessage(n) }) },
      commandLine,
    );
    // A worker thread stores it, and has not reported yet.
    while (db.all(sql`SELECT 1 FROM messages`).length < n) await new Promise(setImmediate);
    const cancelled = await daemon.ask('jobs.cancel', { job_id }).then(
      () => true,
      (refused: unknown) => {
        assert.equal(refused instanceof Failure && refused.code, 'not_cancellable');
        return false;
      },
    );
    const [completed, gone] = [events.all('OperationCompleted'), events.all('OperationCancelled')];
    if (completed.length + gone.length < n)
      await Promise.race<unknown>([
        events.until('OperationCompleted', completed.length + 1),
        events.until('OperationCancelled', gone.length + 1),
      ]);
    const { job } = await daemon.ask('jobs.get', { job_id });
    assert.deepEqual([job.cancelled, job.status], [cancelled, cancelled ? 'failed' : 'succeeded']);
  }
});

test('an import that is cancelled right before the daemon stops is not continued', async (t) => {
  const first = await testDaemon(t, { accounts: [] });
  const messages = Array.from({ length: 1_500 }, (_, n) => testMessage(n));
  const { job_id } = await first.ask(
    'import.start',
    { path: writeMailFiles({ 'many.mbox': mboxFile(messages) }) },
    commandLine,
  );
  await first.events.until('OperationProgress');
  await first.ask('jobs.cancel', { job_id });
  await first.close();
  const second = await testDaemon(t, { accounts: [], dataDir: first.dataDir });
  const { job } = await second.ask('jobs.get', { job_id });
  assert.deepEqual([job.status, job.cancelled], ['failed', true]);
});
