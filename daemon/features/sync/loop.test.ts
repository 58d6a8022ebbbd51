import assert from 'node:assert/strict';
import { test } from 'node:test';
import { movableClock } from '../../base/clock.ts';
import type { Machine } from '../../base/machine.ts';
import { createFakeProvider } from '../../providers/fake/provider.ts';
import { type Provider, ProviderError } from '../../providers/provider.ts';
import { ada, bob, mail, testDaemon, testStart, type TestDaemon } from '../../test-daemon.ts';

const minute = 60_000;

test('a refused password is only retried on request, and then once', async (t) => {
  const daemon = await testDaemon(t, { prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'auth' }) });
  await daemon.events.until('SyncFinished');
  const { control } = daemon.server('ada');
  daemon.handleResume();
  for (let hour = 0; hour < 24; hour++) await passTime(daemon, 60 * minute);
  assert.deepEqual([control.calls.folders, control.calls.watch], [1, 1]);
  const { healthy, failure_class, backoff_until, last_error } = await statusOf(daemon);
  assert.deepEqual([healthy, failure_class, backoff_until], [false, 'auth', null]);
  assert.match(last_error ?? '', /doesn’t retry this automatically: correct the password, then sync\.$/);

  await daemon.resync();
  await passTime(daemon, 60 * minute);
  assert.equal(control.calls.folders, 2);
  control.clearFaults();
  await daemon.resync();
  const after = await statusOf(daemon);
  assert.deepEqual(
    [after.healthy, after.last_error, after.failure_class, after.consecutive_failures],
    [true, null, null, 0],
  );
});

test('a password that was accepted before is tried once more after ten minutes, before the user is asked', async (t) => {
  const daemon = await testDaemon(t);
  const { control } = daemon.server('ada');
  const finished = (passes: number) => daemon.events.until('SyncFinished', passes);
  await finished(1);
  control.fault({ kind: 'auth' });
  await finished(2);
  const first = await statusOf(daemon);
  assert.match(first.last_error ?? '', /password worked before, so Posthorn will try it once more in ten minutes/);
  assert.equal(first.backoff_until, '2026-03-10T08:10:00.000Z');
  control.clearFaults();
  daemon.clock.advance(10 * minute);
  await finished(3);
  assert.equal((await statusOf(daemon)).healthy, true);

  control.fault({ kind: 'auth' });
  await finished(4);
  daemon.clock.advance(10 * minute);
  await finished(5);
  for (let hour = 0; hour < 5; hour++) await passTime(daemon, 60 * minute);
  assert.equal(daemon.events.all('SyncStarted').length, 5);
  assert.match((await statusOf(daemon)).last_error ?? '', /doesn’t retry this automatically/);
});

test('after a sleep connections are dropped, and accounts reconnect a few at a time', async (t) => {
  const accounts = ['one', 'two', 'three', 'four'].map((key) => ({ key, name: key, email: `${key}@example.test` }));
  const dropped: string[] = [];
  const daemon = await testDaemon(t, {
    accounts,
    options: {
      openProvider: async (key) => ({
        ...createFakeProvider({
          key,
          email: `${key}@example.test`,
          name: key,
          seed: 7,
          count: 0,
          clock: movableClock(testStart),
        }),
        close: async () => void dropped.push(key),
      }),
    },
  });
  const started = () => daemon.events.all('SyncStarted').length;
  await daemon.events.until('SyncFinished', 4);
  daemon.handleResume();
  await settled();
  assert.deepEqual([dropped, started()], [['one', 'two', 'three', 'four'], 4]);
  daemon.clock.advance(2_000);
  await daemon.events.until('SyncStarted', 7);
  assert.equal(started(), 7);
  daemon.clock.advance(2_000);
  const { account_name } = await daemon.events.until('SyncStarted', 8);
  assert.equal(account_name, 'four');
});

test('a pass that was running when the computer fell asleep is aborted and restarted', async (t) => {
  const daemon = await testDaemon(t, {
    prepare: (servers) => servers.get('ada')?.control.fault({ kind: 'slow', ms: 60 * minute, times: 1 }),
  });
  await daemon.events.until('SyncStarted');
  daemon.handleResume();
  const { ok, error } = await daemon.events.until('SyncFinished');
  assert.deepEqual([ok, /was asleep/.test(error ?? '')], [false, true]);
  await settled();
  daemon.clock.advance(2_000);
  await daemon.events.until('SyncCompleted');
  assert.equal((await statusOf(daemon)).healthy, true);
});

test('without a network nothing is tried and that is reported; mail arrives once there is a network', async (t) => {
  const machineClock = movableClock(testStart);
  let addresses: string[] = [];
  const machine: Machine = { clock: machineClock, addresses: () => addresses };
  const opened: string[] = [];
  const daemon = await testDaemon(t, {
    accounts: [],
    config: imapAccount('away', 'mail.example.test') + imapAccount('bridge', '127.0.0.1'),
    options: { machine, openProvider: async (key) => (opened.push(key), emptyProvider(key)) },
  });
  for (let passes = 2; passes < 6; passes++) {
    await daemon.events.until('SyncFinished', passes);
    await passTime(daemon, 10 * minute);
  }
  await daemon.events.until('SyncFinished', 6);
  assert.deepEqual(opened, ['bridge']);
  const [away] = (await daemon.ask('accounts.list')).accounts;
  assert.deepEqual(
    [away?.health.state, away?.health.message.startsWith('Offline: this computer has no network')],
    ['waiting', true],
  );
  const { shell } = await daemon.ask('client.shell');
  assert.deepEqual([shell.syncLabel, shell.statusMessage.startsWith('Offline: ')], ['Busy', true]);
  const status = await statusOf(daemon, away?.account_id);
  assert.deepEqual([status.failure_class, status.backoff_until], ['offline', null]);

  addresses = ['192.0.2.2'];
  machineClock.advance(3_000);
  await settled();
  daemon.clock.advance(2_000);
  await daemon.events.until('SyncCompleted', daemon.events.all('SyncCompleted').length + 1);
  assert.equal((await statusOf(daemon, away?.account_id)).healthy, true);

  const before = daemon.events.all('SyncError').length;
  addresses = [];
  machineClock.advance(3_000);
  await settled();
  daemon.clock.advance(1);
  assert.match((await daemon.events.until('SyncError', before + 1)).error, /^Offline: /);
});

test('a failed sync is retried later, and at once on request', async (t) => {
  const daemon = await testDaemon(t, { accounts: [ada, bob] });
  await daemon.synced();
  for (const key of ['ada', 'bob']) daemon.server(key).control.fault({ kind: 'offline' });
  await daemon.resync();
  const failed = await statusOf(daemon);
  assert.deepEqual([failed.healthy, failed.failure_class, failed.consecutive_failures], [false, 'offline', 1]);
  assert.ok((failed.backoff_until ?? '') > testStart);
  const labels = async () => {
    const { shell } = await daemon.ask('client.shell');
    return [shell.syncLabel, shell.statusMessage.replace(/:.*/, '')];
  };
  assert.deepEqual(await labels(), ['Busy', 'Offline']);
  daemon.server('ada').control.clearFaults();
  await daemon.resync();
  assert.deepEqual(await labels(), ['Needs attention', 'Bob needs attention']);
  daemon.server('bob').control.clearFaults();
  daemon.server('bob').control.fault({ kind: 'slow', ms: minute });
  await daemon.ask('sync.start', { account_id: (await statusesOf(daemon))[1]?.account_id });
  const running = (await statusesOf(daemon))[1];
  assert.deepEqual([running?.sync_in_progress, running?.backoff_until, running?.progress?.total], [true, null, 0]);
});

test('a pass that stores mail before it fails begins the delays anew', async (t) => {
  const daemon = await testDaemon(t);
  await daemon.synced();
  const { control } = daemon.server('ada');
  control.fault({ kind: 'offline' });
  for (let failures = 1; failures <= 3; failures++) await daemon.resync();
  assert.equal((await statusOf(daemon)).consecutive_failures, 3);
  control.clearFaults();
  for (let number = 0; number < 6; number++)
    control.deliver(mail({ from: 'Bob <bob@other.example>', subject: `${number}`, text: 'Hi', id: `${number}@x` }));
  control.fault({ kind: 'drop-mid-batch' });
  await daemon.resync();
  const status = await statusOf(daemon);
  assert.deepEqual([status.healthy, status.consecutive_failures], [false, 1]);
  assert.ok(Date.parse(status.backoff_until ?? '') - daemon.clock.now().getTime() <= 4_000);
});

test('a lost connection is not called synced: a pass finds out at once whether the server is reachable', async (t) => {
  let lose = () => {};
  const clock = movableClock(testStart);
  const daemon = await testDaemon(t, {
    options: {
      clock,
      openProvider: async () => {
        const server = createFakeProvider({ ...ada, seed: 7, count: 3, clock });
        let isDown = false;
        return {
          ...server,
          async *watch(signal: AbortSignal) {
            yield 'changed' as const;
            await new Promise<void>((resolve) => {
              lose = resolve;
              signal.addEventListener('abort', () => resolve());
            });
            isDown = true;
            throw new ProviderError('offline', 'The connection to mail.example was lost.');
          },
          async folders(signal: AbortSignal) {
            if (isDown) throw new ProviderError('offline', 'mail.example cannot be reached.');
            return server.folders(signal);
          },
          close: async () => undefined,
        };
      },
    },
  });
  await daemon.synced();
  assert.equal((await statusOf(daemon)).healthy, true);
  lose();
  assert.match((await daemon.events.until('SyncError')).error, /cannot be reached/);
  const { healthy, failure_class } = await statusOf(daemon);
  assert.deepEqual([healthy, failure_class], [false, 'offline']);
});

test('a refusal that the watch meets at the end of a pass is found by another pass', async (t) => {
  const clock = movableClock(testStart);
  const refused = new ProviderError('auth', 'mail.example refused the sign-in.');
  const refusal = Promise.withResolvers<never>();
  let isRefused = false;
  const daemon = await testDaemon(t, {
    options: {
      clock,
      openProvider: async () => {
        const server = createFakeProvider({ ...ada, seed: 7, count: 3, clock });
        return {
          ...server,
          async *watch(): AsyncGenerator<'changed'> {
            yield await refusal.promise;
          },
          async *changes(...request: Parameters<Provider['changes']>) {
            yield* server.changes(...request);
            isRefused = true;
            refusal.reject(refused);
            await settled();
          },
          async folders(signal: AbortSignal) {
            if (isRefused) throw refused;
            return server.folders(signal);
          },
          close: async () => undefined,
        };
      },
    },
  });
  assert.match((await daemon.events.until('SyncError')).error, /refused the sign-in/);
  assert.equal((await statusOf(daemon)).failure_class, 'auth');
});

test('the default account is synced first, and a disabled account is never connected to', async (t) => {
  const off = { key: 'off', name: 'Off', email: 'off@example.test', enabled: false };
  const daemon = await testDaemon(t, { accounts: [off, ada, bob], config: '[general]\ndefault_account = "bob"' });
  await daemon.synced();
  await daemon.ask('sync.start');
  await passTime(daemon, 60 * minute);
  assert.deepEqual(new Set(Object.values(daemon.server('off').control.calls)), new Set([0]));
  const answer = await daemon.ask('sync.status');
  assert.ok(answer.kind === 'SyncStatuses');
  assert.deepEqual(
    answer.sync_statuses.map(({ account_name }) => account_name),
    ['Bob', 'Ada'],
  );
  assert.equal(answer.sync?.account_name, 'Bob');
});

async function statusesOf(daemon: TestDaemon) {
  const answer = await daemon.ask('sync.status');
  return answer.kind === 'SyncStatuses' ? answer.sync_statuses : [];
}

async function statusOf(daemon: TestDaemon, account_id?: string) {
  const statuses = await statusesOf(daemon);
  const status = statuses.find((each) => account_id === undefined || each.account_id === account_id);
  assert.ok(status);
  return status;
}

/** Advances the clock, and waits for everything that is due. */
async function passTime({ clock }: TestDaemon, ms: number): Promise<void> {
  clock.advance(ms);
  await settled();
}

async function settled(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await new Promise((resolve) => setImmediate(resolve));
}

function imapAccount(key: string, host: string): string {
  const sync = `type = "imap"\nhost = "${host}"\nauth_required = false`;
  return `[accounts.${key}]\nname = "${key}"\nemail = "${key}@example.test"\n[accounts.${key}.sync]\n${sync}\n`;
}

function emptyProvider(key: string): Provider {
  const account = { key, email: `${key}@example.test`, name: key, seed: 7, count: 0 };
  return { ...createFakeProvider({ ...account, clock: movableClock(testStart) }), close: async () => undefined };
}
