import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import { createFakeProvider } from '../../providers/fake/provider.ts';
import type { Provider } from '../../providers/provider.ts';
import { ada, bob, mail, testDaemon, testStart, type TestDaemon } from '../../test-daemon.ts';

const rawMessage = (subject: string, id = `${subject}@x`) =>
  mail({ from: 'eve@example.test', subject, text: subject, id });
const inbox = async (daemon: TestDaemon) => {
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages' });
  return mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)).toSorted();
};

test('a pass announces SyncStarted and SyncFinished once per account, also if it failed (checklist 105)', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare: (servers) => servers.get('bob')?.control.fault({ kind: 'offline' }),
  });
  await daemon.events.until('SyncFinished', 2);
  const named = (kind: 'SyncStarted' | 'SyncFinished') =>
    daemon.events
      .all(kind)
      .map(({ account_id }) => account_id)
      .toSorted();
  assert.equal(new Set(named('SyncStarted')).size, 2);
  assert.deepEqual(named('SyncStarted'), named('SyncFinished'));
  assert.deepEqual(
    daemon.events
      .all('SyncFinished')
      .map(({ ok }) => String(ok))
      .toSorted(),
    ['false', 'true'],
  );
  assert.match(daemon.events.all('SyncError')[0]?.error ?? '', /Can’t reach /);
});

test('one pass reports its steps in order, each start with one end', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      servers.get('ada')?.control.deliver(rawMessage('hello'));
      servers.get('bob')?.control.fault({ kind: 'auth' });
    },
  });
  await daemon.events.until('SyncFinished', 2);
  const { accounts } = await daemon.ask('accounts.list');
  const eventsByAccount = accounts.map(({ account_id }) =>
    daemon.events.recordedEvents.filter((event) => 'account_id' in event && event.account_id === account_id),
  );
  const kinds = eventsByAccount.map((events) => events.map(({ event }) => event));
  const isMilestone = (kind: string) => /^(Sync|Operation)/.test(kind) && kind !== 'OperationProgress';
  assert.deepEqual(
    kinds.map((each) => each.filter(isMilestone)),
    [
      ['SyncStarted', 'OperationStarted', 'SyncCompleted', 'OperationCompleted', 'SyncFinished'],
      ['SyncStarted', 'OperationStarted', 'SyncError', 'OperationFailed', 'SyncFinished'],
    ],
  );
  assert.deepEqual(
    kinds.map((each) => each.includes('LabelCountsUpdated')),
    [true, false],
  );
  const operations = eventsByAccount.map((events) =>
    events.flatMap((event) => ('operation_id' in event ? [event] : [])),
  );
  assert.ok(operations[0]?.some(({ event }) => event === 'OperationProgress'));
  for (const ofOne of operations) {
    assert.deepEqual([new Set(ofOne.map(({ operation_id }) => operation_id)).size, ofOne[0]?.operation], [1, 'sync']);
  }
});

test('an account in trouble reports it as text and does not delay another', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [ada, bob],
    prepare(servers) {
      servers.get('ada')?.control.deliver(rawMessage('hello'));
      servers.get('bob')?.control.fault({ kind: 'auth' });
    },
  });
  await daemon.events.until('SyncFinished', 2);
  const { accounts } = await daemon.ask('accounts.list');
  assert.deepEqual(
    accounts.map(({ name, health }) => [name, health.state]),
    [
      ['Ada', 'synced'],
      ['Bob', 'needs_attention'],
    ],
  );
  assert.match(accounts[1]?.health.message ?? '', /password/);
  const { shell } = await daemon.ask('client.shell');
  assert.deepEqual([shell.syncLabel, /Bob needs attention/.test(shell.statusMessage)], ['Needs attention', true]);
  assert.deepEqual(await inbox(daemon), ['hello']);
  daemon.server('bob').control.clearFaults();
  await daemon.resync();
  assert.equal((await daemon.ask('client.shell')).shell.syncLabel, 'Synced');
});

test('requesting a sync while one runs joins it (checklist 106)', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'slow', times: 1, ms: 1000 }),
  });
  await daemon.events.until('SyncStarted');
  assert.deepEqual(await daemon.ask('sync.start'), { ok: true });
  assert.deepEqual(await daemon.ask('sync.start'), { ok: true });
  const running = await daemon.ask('sync.status');
  assert.ok(running.kind === 'SyncStatuses' && running.sync?.sync_in_progress);
  daemon.clock.advance(1000);
  await daemon.events.until('SyncFinished');
  const calls = () => daemon.server('ada').control.calls.folders;
  const joined = calls();
  await daemon.resync();
  assert.deepEqual([joined, calls()], [1, 2]);
});

test('mail that arrives is announced with its envelope; mail of the first sync is not', async (t) => {
  const daemon = await testDaemon(t, { prepare: (servers) => servers.get('ada')?.control.deliver(rawMessage('old')) });
  await daemon.synced();
  daemon
    .server('ada')
    .control.deliver({ from: { name: 'Eve', email: 'eve@example.test' }, subject: 'new', text: 'hello' });
  const { envelopes, total } = await daemon.events.until('NewMessages');
  assert.deepEqual(
    [total, envelopes.map(({ subject, from, flags }) => [subject, from.name, flags])],
    [1, [['new', 'Eve', '']]],
  );
  assert.equal(daemon.events.all('NewMessages').length, 1);
});

test('a flag, a move and a removal by another client are synced and announced', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => ['one', 'two'].forEach((each) => servers.get('ada')?.control.deliver(rawMessage(each))),
  });
  await daemon.synced();
  const { control } = daemon.server('ada');
  control.setFlags('INBOX', 1, ['\\Seen', '\\Flagged']);
  const { message_ids } = await daemon.events.until('MailUpdated');
  const starred = await daemon.ask('mailbox.list', { view: 'messages' });
  const row = starred.mailbox.groups.flatMap(({ rows }) => rows).find(({ subject }) => subject === 'one');
  assert.deepEqual([row?.id, row?.unread, row?.starred], [message_ids[0], false, true]);
  assert.deepEqual(starred.mailbox.counts, { unread: 1, total: 2 });
  control.expunge('INBOX', 1);
  const removed = await daemon.events.until('MailRemoved');
  assert.deepEqual(removed.message_ids, message_ids);
  assert.deepEqual(await inbox(daemon), ['two']);
  await daemon.whenIndexed();
  assert.equal((await daemon.ask('search.count', { q: 'one' })).count, 0);
});

test('a message has one row: copies share it, and reused or missing Message-IDs do not merge messages', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(rawMessage('copied'));
      control.deliver(rawMessage('copied'), { folder: 'Archive', flags: ['\\Seen'] });
      control.deliver(rawMessage('first use', 'reused@x'));
      control.deliver(rawMessage('second use', 'reused@x'));
      control.deliver(mail({ from: 'eve@example.test', subject: 'no id', text: 'a' }));
      control.deliver(mail({ from: 'eve@example.test', subject: 'no id', text: 'b' }));
      control.deliver(mail({ from: 'eve@example.test', subject: 'no id', text: 'b' }));
    },
  });
  await daemon.synced();
  assert.deepEqual(await inbox(daemon), ['copied', 'first use', 'no id', 'no id', 'second use']);
  const { total_messages } = await daemon.ask('admin.status');
  assert.equal(total_messages, 5);
  const archive = (await daemon.ask('client.shell')).sidebar.sections
    .flatMap(({ items }) => items)
    .find(({ role }) => role === 'archive');
  assert.equal(archive?.total, 1);
});

test('a folder with a new UIDVALIDITY keeps its mail, and none is announced as new', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) =>
      ['one', 'two', 'three'].forEach((each) => servers.get('ada')?.control.deliver(rawMessage(each))),
  });
  await daemon.synced();
  daemon.server('ada').control.resetFolder('INBOX');
  await daemon.resync();
  assert.deepEqual(await inbox(daemon), ['one', 'three', 'two']);
  assert.equal((await daemon.ask('admin.status')).total_messages, 3);
  assert.deepEqual(daemon.events.all('NewMessages'), []);
});

test('a message that the server does not return is requested again, and does not delay the others', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(rawMessage('refused'));
      control.deliver(rawMessage('fine'));
      control.fault({ kind: 'refuse-message', folder: 'INBOX', uid: 1, times: 1 });
    },
  });
  await daemon.synced();
  assert.deepEqual(await inbox(daemon), ['fine']);
  await daemon.resync();
  assert.deepEqual(await inbox(daemon), ['fine', 'refused']);
});

test('after a lost connection the sync continues where it stopped', async (t) => {
  const daemon = await testDaemon(t, {
    accounts: [{ ...ada, name: 'Demo', count: 600 }],
    prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'drop-mid-batch', times: 3 }),
  });
  for (let pass = 1; daemon.events.all('SyncCompleted').length === 0; pass++) {
    await daemon.events.until('SyncFinished', pass);
    daemon.clock.advance(10 * 60_000);
  }
  await daemon.whenIndexed();
  const status = await daemon.ask('admin.status');
  assert.deepEqual([status.total_messages, status.search_coverage], [600, { indexed: 600, stored: 600 }]);
});

test('mail stored by an interrupted pass is removed if it was deleted before the next pass', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      for (let n = 0; n < 250; n++) control.deliver(rawMessage(`letter ${n}`));
      control.fault({ kind: 'drop-mid-batch', times: 1, every: 50 });
    },
  });
  await daemon.events.until('SyncError');
  const { control } = daemon.server('ada');
  const stored = (await daemon.ask('admin.status')).total_messages;
  for (let uid = 1; uid <= 240; uid++) control.expunge('INBOX', uid);
  await daemon.resync();
  assert.ok(stored > 10, 'the interrupted pass had stored some messages');
  assert.equal((await daemon.ask('admin.status')).total_messages, 10);
});

test('a folder in trouble is reported, and the others are synced', async (t) => {
  const daemon = await testDaemon(t, {
    prepare(servers) {
      const { control } = servers.get('ada')!;
      control.deliver(rawMessage('here'));
      control.deliver(rawMessage('there'), { folder: 'Archive' });
      control.fault({ kind: 'folder-trouble', folder: 'Archive' });
    },
  });
  const { ok, error } = await daemon.events.until('SyncFinished');
  assert.deepEqual([ok, /Archive/.test(error ?? '')], [false, true]);
  assert.deepEqual(await inbox(daemon), ['here']);
});

test('the status covers one account, all accounts, and an unknown account', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  const all = await daemon.ask('sync.status');
  assert.ok(all.kind === 'SyncStatuses');
  assert.deepEqual(
    all.sync_statuses.map(({ account_name, healthy, last_success_at }) => [account_name, healthy, last_success_at]),
    [
      ['Ada', true, '2026-03-10T08:00:00.000Z'],
      ['Bob', true, '2026-03-10T08:00:00.000Z'],
    ],
  );
  const one = await daemon.ask('sync.status', { account_id: all.sync_statuses[1]?.account_id });
  assert.deepEqual(one, { kind: 'SyncStatus', sync: all.sync_statuses[1] });
  await assert.rejects(daemon.ask('sync.status', { account_id: 'nobody' }), { kind: 'missing' });
  await assert.rejects(daemon.ask('sync.start', { account_id: 'nobody' }), { code: 'malformed_id' });
  const unknownId = '00000000-0000-4000-8000-000000000000';
  await assert.rejects(daemon.ask('sync.start', { account_id: unknownId }), { kind: 'missing' });
});

test('progress carries whole numbers that end at the total (wire-contract, section 19)', async (t) => {
  const daemon = await testDaemon(t, { accounts: [{ ...ada, name: 'Demo', count: 500 }] });
  await daemon.synced();
  const steps = daemon.events.all('OperationProgress');
  assert.ok(
    steps.length > 0 &&
      steps.every(
        ({ operation, current, total }) => operation === 'sync' && Number.isInteger(current) && Number.isInteger(total),
      ),
  );
  assert.deepEqual([steps.at(-1)?.current, steps.at(-1)?.total], [500, 500]);
  const { jobs } = await daemon.ask('jobs.list');
  assert.deepEqual(
    jobs.map(({ kind, status, progress }) => [kind, status, progress.completed, progress.total]),
    [['sync.first', 'succeeded', 500, 500]],
  );
  const { job } = await daemon.ask('jobs.get', { job_id: jobs[0]?.job_id });
  assert.deepEqual(job, jobs[0]);
  await assert.rejects(daemon.ask('jobs.get', { job_id: 'none' }), { kind: 'missing' });
});

test('mail in a folder that appears during a pass is not lost', async (t) => {
  let asked = 0;
  const provider = createFakeProvider({
    ...ada,
    seed: 7,
    count: 0,
    clock: movableClock(testStart),
    anchor: new Date(testStart),
  });
  provider.control.deliver(rawMessage('in the new folder'), { folder: 'Archive' });
  const hiding: Provider = {
    ...provider,
    // The first list is from before the folder was created; the changes that follow include it already.
    folders: async (signal) => {
      const folders = await provider.folders(signal);
      return asked++ === 0 ? folders.filter(({ path }) => path !== 'Archive') : folders;
    },
  };
  const daemon = await testDaemon(t, { options: { openProvider: async () => hiding } });
  await daemon.synced();
  await daemon.resync();
  const { mailbox } = await daemon.ask('mailbox.list', { view: 'messages', lens_kind: 'all_mail' });
  assert.deepEqual(
    mailbox.groups.flatMap(({ rows }) => rows.map(({ subject }) => subject)),
    ['in the new folder'],
  );
});

test('mail in a folder that the server never lists is an error, and is stored once the folder is listed', async (t) => {
  let isListed = false;
  const provider = createFakeProvider({
    ...ada,
    seed: 7,
    count: 0,
    clock: movableClock(testStart),
    anchor: new Date(testStart),
  });
  provider.control.deliver(rawMessage('unlisted'), { folder: 'Archive' });
  const hiding: Provider = {
    ...provider,
    folders: async (signal) => (await provider.folders(signal)).filter(({ path }) => isListed || path !== 'Archive'),
  };
  const daemon = await testDaemon(t, { options: { openProvider: async () => hiding } });
  const { ok, error } = await daemon.events.until('SyncFinished');
  assert.deepEqual([ok, /Archive/.test(error ?? '')], [false, true]);
  isListed = true;
  await daemon.resync();
  assert.equal((await daemon.ask('admin.status')).total_messages, 1);
});

const brokenStore = 'database disk image is malformed\n    at Store.run (/home/ada/posthorn/daemon/store/db.ts:84:11)';
const unexpected: [what: string, error: Error, words: RegExp][] = [
  ['of the database', Object.assign(new Error(brokenStore), { code: 'SQLITE_CORRUPT' }), /Couldn’t store the mail/],
  ['of Posthorn', new TypeError(`Cannot read properties of undefined\n    at /home/ada/posthorn.ts`), /internal error/],
];
for (const [what, error, words] of unexpected)
  test(`an error ${what} is reported as a sentence, without its stack and paths`, async (t) => {
    const daemon = await testDaemon(t, {
      options: {
        openProvider: async (key) => ({
          ...createFakeProvider({
            key,
            email: ada.email,
            name: key,
            seed: 7,
            count: 0,
            clock: movableClock(testStart),
          }),
          folders: () => Promise.reject(error),
        }),
      },
    });
    const { error: announced } = await daemon.events.until('SyncFinished');
    const { sync } = await daemon.ask('sync.status');
    const { jobs } = await daemon.ask('jobs.list');
    for (const text of [announced, sync?.last_error, ...jobs.map((job) => job.error)]) {
      assert.match(text ?? '', words);
      assert.doesNotMatch(text ?? '', /\n| at |\/|SQLITE|TypeError/);
    }
  });
