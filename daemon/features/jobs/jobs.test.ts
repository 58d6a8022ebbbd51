import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../test-until.ts';
import { ada, mail, testDaemon, type TestDaemon } from '../../test-daemon.ts';

async function daemonWithMessages(t: Parameters<typeof testDaemon>[0], count: number): Promise<TestDaemon> {
  const daemon = await testDaemon(t, {
    accounts: [ada],
    prepare(providers) {
      for (let index = 0; index < count; index++) {
        const subject = `Letter ${index}`;
        const from = 'Ben <ben@people.example>';
        const bytes = mail({ from, subject, text: 'Hello.', id: `l${index}@people.example`, minutesAgo: 60 + index });
        providers.get('ada')!.control.deliver(bytes);
      }
    },
  });
  await daemon.synced();
  return daemon;
}

async function inboxCount(daemon: TestDaemon): Promise<number> {
  const { labels } = await daemon.ask('labels.list');
  return labels.find(({ role }) => role === 'inbox')?.total_count ?? -1;
}

test('a large change of mail is a job that reports when it started and how to undo it', async (t) => {
  const daemon = await daemonWithMessages(t, 150);
  const { result } = await daemon.ask('mutations.archive', { query: 'in:inbox' });
  const started = await daemon.events.until('OperationStarted', 2);
  assert.deepEqual(
    [started.operation_id, started.operation, started.message],
    [result.job_id, 'mutation.archive', '150 messages are being changed'],
  );
  await daemon.events.until('MutationCompleted');
  const { job } = await daemon.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([job.status, job.undo_ids, job.cancelled], ['succeeded', [result.mutation_id], false]);
  assert.deepEqual(job.progress, { completed: 150, total: 150, succeeded: 150, skipped: 0, failed: 0 });
  const { account_id, name: account_name } = (await daemon.ask('accounts.list')).accounts[0]!;
  const counts = { succeeded: 150, skipped: 0, failed: 0 };
  const accounts = [{ account_id, account_name, ...counts, error: null }];
  assert.deepEqual(job.result, { ...result, requested: 150, ...counts, accounts });
  const { jobs } = await daemon.ask('jobs.list');
  assert.equal(jobs.find(({ job_id }) => job_id === result.job_id)?.result, null);
  await assert.rejects(daemon.ask('jobs.cancel', { job_id: result.job_id }), { code: 'not_cancellable' });
});

test('a cancelled job keeps the pushed operations and reverts the rest; an undo then reverts all', async (t) => {
  const daemon = await daemonWithMessages(t, 450);
  const { control } = daemon.server('ada');
  control.fault({ kind: 'slow' });
  const { result } = await daemon.ask('mutations.archive', { query: 'in:inbox' });
  await until('the target folder is looked at', () => control.calls.newArrivals > 0);
  // The first operation is being pushed.
  await until('an operation is pushed', () => {
    daemon.clock.advance(2_000);
    return control.calls.apply > 0;
  });
  await daemon.ask('jobs.cancel', { job_id: result.job_id });
  control.clearFaults();
  daemon.clock.advance(2_000);
  const completed = await daemon.events.until('MutationCompleted');
  const atServer = control.messagesIn('Archive').length;
  assert.ok(atServer > 0 && atServer < 450);
  assert.deepEqual([completed.ok, completed.succeeded, completed.skipped], [false, atServer, 450 - atServer]);
  assert.equal((await daemon.events.until('OperationCancelled')).operation_id, result.job_id);
  assert.equal(await inboxCount(daemon), 450 - atServer);
  const { job } = await daemon.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([job.cancelled, job.finished_at !== null], [true, true]);
  assert.match(job.error ?? '', /^Cancelled/);
  assert.deepEqual(job.progress.succeeded, atServer);
  await daemon.resync();
  assert.equal(await inboxCount(daemon), 450 - atServer);
  await daemon.ask('mutations.undo', { mutation_id: result.mutation_id });
  await daemon.events.until('MutationCompleted', 2);
  assert.deepEqual([await inboxCount(daemon), control.messagesIn('INBOX').length], [450, 450]);
});

test('a job that was not pushed yet is cancelled completely', async (t) => {
  const daemon = await daemonWithMessages(t, 250);
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  const { result } = await daemon.ask('mutations.archive', { query: 'in:inbox' });
  await until('the server is asked', () => control.calls.newArrivals > 0);
  await daemon.ask('jobs.cancel', { job_id: result.job_id });
  const completed = await daemon.events.until('MutationCompleted');
  assert.deepEqual([completed.ok, completed.succeeded, completed.skipped], [false, 0, 250]);
  control.clearFaults();
  daemon.clock.advance(60_000);
  await daemon.resync();
  assert.deepEqual(
    [await inboxCount(daemon), control.messagesIn('INBOX').length, control.messagesIn('Archive').length],
    [250, 250, 0],
  );
  const { job } = await daemon.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([job.cancelled, job.can_cancel], [true, false]);
  assert.match(job.error ?? '', /^Cancelled: 0 of 250/);
  const { succeeded, skipped, undoable, undo_note, outcomes = [] } = job.result ?? {};
  assert.deepEqual([succeeded, skipped, undoable, outcomes.length], [0, 250, false, 250]);
  assert.match(undo_note ?? '', /nothing to undo/);
  assert.equal(outcomes[0]?.reason, 'It was undone before it reached the server.');
});

test('a job waits for its server across a restart, reports it, and then ends', async (t) => {
  const daemon = await daemonWithMessages(t, 120);
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  const { result } = await daemon.ask('mutations.trash', { query: 'in:inbox' });
  await daemon.close();
  const again = await testDaemon(t, {
    accounts: [ada],
    dataDir: daemon.dataDir,
    options: { openProvider: async () => ({ ...daemon.server('ada'), close: async () => undefined }) },
  });
  await again.events.until('SyncFinished');
  const waiting = await again.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([waiting.job.status, waiting.job.cancelled], ['running', false]);
  assert.match(waiting.job.error ?? '', /server/);
  assert.equal(waiting.job.result, null);
  control.clearFaults();
  await again.resync();
  again.clock.advance(60_000);
  assert.equal((await again.events.until('MutationCompleted')).succeeded, 120);
  const { job } = await again.ask('jobs.get', { job_id: result.job_id });
  assert.deepEqual([job.status, job.error], ['succeeded', null]);
});

test('only a running change of mail can be cancelled, and an unknown job is not found', async (t) => {
  const daemon = await daemonWithMessages(t, 1);
  const { jobs } = await daemon.ask('jobs.list');
  const sync = jobs.find(({ kind }) => kind === 'sync.first');
  assert.deepEqual(sync?.undo_ids, []);
  await assert.rejects(daemon.ask('jobs.cancel', { job_id: sync?.job_id }), {
    kind: 'conflict',
    code: 'not_cancellable',
  });
  const job_id = '00000000-0000-0000-0000-000000000000';
  await assert.rejects(daemon.ask('jobs.cancel', { job_id }), { kind: 'missing', code: 'not_found' });
});
