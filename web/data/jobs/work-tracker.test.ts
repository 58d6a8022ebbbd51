import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Event } from '../../../daemon/contract/events.ts';
import type { Job } from '../queries/jobs.ts';
import { createWorkTracker } from './work-tracker.ts';
import { endedRows, fractionOf, runningRows, describeRunning } from './work-rows.ts';

const hour = 3_600_000;
const now = 100 * hour;

function setup(stored = new Map<string, string>()) {
  const listeners = new Set<(event: Event) => void>();
  const live = {
    listen(listener: (event: Event) => void) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
  const sendEvent = (event: object) => listeners.forEach((listener) => listener({ seq: 1, ts: '', ...event } as Event));
  return { work: createWorkTracker({ live, storage, now: () => now }), sendEvent, kept: stored };
}

const job = (job_id: string, more: Partial<Job>): Job => ({
  job_id,
  kind: 'export',
  status: 'running',
  progress: { completed: 0, total: 0, succeeded: 0, skipped: 0, failed: 0 },
  error: null,
  started_at: now - hour,
  finished_at: null,
  undo_ids: [],
  cancelled: false,
  can_cancel: false,
  account_id: null,
  result: null,
  ...more,
});
const counted = (completed: number, total: number) => ({
  completed,
  total,
  succeeded: completed,
  skipped: 0,
  failed: 0,
});
const rowsOf = (jobs: readonly Job[], { work } = setup()) =>
  runningRows({ jobs, syncs: [], sends: [], work: work.state(), progress: {} });

test('several running works are listed with their progress, and the status line sums them up', () => {
  const rows = rowsOf([
    job('a', { kind: 'import', progress: counted(25, 100), can_cancel: true }),
    job('b', { kind: 'backup', progress: counted(1_500_000, 2_000_000) }),
    job('c', { kind: 'unknown.kind' }),
    job('d', { kind: 'sync.first', progress: counted(1, 2) }),
    job('e', { status: 'succeeded' }),
  ]);
  assert.deepEqual(
    rows.map(({ title, progressText, cancel }) => [title, progressText, cancel?.kind]),
    [
      ['Importing mail files', '25 of 100 messages', 'job'],
      ['Backing up', '1.5 MB of 2.0 MB', undefined],
      ['Background task', undefined, undefined],
    ],
  );
  assert.equal(fractionOf(rows), 0.5);
  assert.equal(describeRunning(rows), '3 tasks in progress');
  assert.equal(describeRunning(rows.slice(0, 1)), 'Importing mail files: 25 of 100 messages');
  assert.equal(describeRunning([]), undefined);
});

test('a file that is fetched from its server and sent to the page is one entry with its bytes', () => {
  const { work, sendEvent } = setup();
  const wanted = { key: 'plan', title: 'Downloading plan.pdf', attachment_id: 'plan' };
  const coming = work.beginDownload(wanted, () => undefined);
  const operation = { operation_id: 'o', operation: 'download', account_id: 'ada', attachment_id: 'plan' };
  sendEvent({
    ...operation,
    event: 'OperationProgress',
    current: 2_000_000,
    total: 8_000_000,
    message: 'Fetching plan.pdf',
  });
  const titles = () =>
    rowsOf([], { work, sendEvent, kept: new Map() }).map(({ title, progressText }) => [title, progressText]);
  assert.deepEqual(titles(), [['Downloading plan.pdf', '2.0 MB of 8.0 MB']]);
  sendEvent({ ...operation, event: 'OperationCompleted', message: 'Here' });
  coming.at({ received: 1_000_000, total: 8_000_000 });
  assert.deepEqual(titles(), [['Downloading plan.pdf', '1.0 MB of 8.0 MB']]);
  coming.end();
  assert.deepEqual(titles(), []);
});

test('a saved file shows its progress and can be cancelled, and downloads of other windows are listed', () => {
  const { work, sendEvent } = setup();
  let cancelled = 0;
  const wanted = { key: 'all', title: 'Saving 1 of 2', attachment_id: 'one' };
  const saving = work.beginDownload(wanted, () => cancelled++);
  const event = 'OperationProgress' as const;
  const size = { current: 3_000_000, total: 6_000_000 };
  const of = (attachment_id: string, operation: string) => ({
    event,
    ...size,
    operation,
    operation_id: attachment_id,
    account_id: 'ada',
    attachment_id,
    message: `Saving ${attachment_id}`,
  });
  sendEvent(of('one', 'save'));
  sendEvent(of('elsewhere', 'save'));
  const rows = () =>
    rowsOf([], { work, sendEvent, kept: new Map() }).map(({ title, progressText, cancel }) => [
      title,
      progressText,
      cancel?.kind,
    ]);
  assert.deepEqual(rows(), [
    ['Saving elsewhere', '3.0 MB of 6.0 MB', undefined],
    ['Saving 1 of 2', '3.0 MB of 6.0 MB', 'download'],
  ]);
  sendEvent({ ...of('elsewhere', 'save'), event: 'OperationCancelled' });
  saving.next({ ...wanted, title: 'Saving 2 of 2', attachment_id: 'two' });
  sendEvent({ ...of('one', 'save'), event: 'OperationCompleted' });
  assert.deepEqual(rows(), [['Saving 2 of 2', undefined, 'download']]);
  for (const { id } of work.state().downloads) work.cancelDownload(id);
  assert.equal(cancelled, 1);
});

test('a result is new until the user has seen it; a cancelled job is not new; the next visit knows both', () => {
  const jobs = [
    job('old', { status: 'succeeded', finished_at: now - 3 * hour }),
    job('new', { status: 'succeeded', finished_at: now - 1000, progress: counted(40, 40) }),
    job('ended', { status: 'failed', finished_at: now - 500, error: 'Cancelled. Nothing was kept.', cancelled: true }),
    job('broken', { status: 'failed', finished_at: now - 4 * hour, error: 'The folder is full.' }),
  ];
  const { work, sendEvent, kept } = setup();
  const news = (of = work) =>
    endedRows(jobs, of.state().seen, now)
      .filter(({ isUnseen }) => isUnseen)
      .map(({ id }) => id);
  assert.deepEqual(news(), [], 'jobs that ended before the first visit');
  work.markSeenUntil(now - 2 * hour);
  assert.deepEqual(news(), ['ended', 'new']);
  sendEvent({
    operation_id: 'ended',
    operation: 'export',
    account_id: null,
    event: 'OperationCancelled',
    message: 'Cancelled',
  });
  assert.deepEqual(news(), ['new']);
  assert.deepEqual(news(setup(kept).work), ['new']);
  work.markSeenUntil(now);
  assert.deepEqual(news(setup(kept).work), []);
  assert.deepEqual(
    endedRows(jobs, work.state().seen, now).map(({ outcome, end }) => [outcome, end]),
    [
      ['Cancelled. Nothing was kept.', 'cancelled'],
      ['Done, 40 messages', 'well'],
      ['Done', 'well'],
      ['The folder is full.', 'badly'],
    ],
  );
  assert.deepEqual(endedRows(jobs, work.state().seen, now + 48 * hour), []);
});

test('invalid values in the browser storage are ignored', () => {
  for (const text of ['', 'null', '[]', '{"until":"x","jobs":7}', '{']) {
    const { work } = setup(new Map([['posthorn.work-seen', text]]));
    assert.deepEqual(work.state().seen, { until: undefined, jobs: [] });
  }
});

test('an automatic backup is no result unless it failed', () => {
  const kind = 'backup.automatic';
  const jobs = [
    job('made', { kind, status: 'succeeded', finished_at: now - 1000 }),
    job('not made', { kind, status: 'failed', finished_at: now - 2000, error: 'The disk is full.' }),
  ];
  const { work } = setup();
  assert.deepEqual(
    endedRows(jobs, work.state().seen, now).map(({ title, outcome }) => [title, outcome]),
    [['Daily backup', 'The disk is full.']],
  );
});
