import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { instantOf } from '../base/clock.ts';
import type { AccountSyncStatus } from '../contract/fields.ts';
import { ada, bob, mail, testDaemon, type TestDaemon } from '../test-daemon.ts';
import type { DesktopState, DesktopStatus } from './desktop.ts';
import { summarizeSync, type AccountState } from './sync-summary.ts';
import { recordingDesktop } from './test-desktop.ts';

const quiet = { unread: 0, approvals: 0, agents_paused: null, passwords: null, paused_until: null };

describe('the overall status of a daemon', () => {
  const { desktop, statuses, until } = recordingDesktop();
  const closes: (() => unknown)[] = [];
  let daemon: TestDaemon;
  const last = () => statuses.at(-1);
  const isAt = (state: DesktopStatus['state']) => until(() => last()?.state === state);

  before(async () => {
    const settings = { accounts: [ada, bob], options: { desktop } };
    daemon = await testDaemon({ after: (close: () => unknown) => void closes.push(close) }, settings);
  });
  after(async () => {
    for (const close of closes) await close();
  });

  test('the status is syncing at first, and then up to date', async () => {
    await daemon.synced();
    await isAt('synced');
    assert.deepEqual(statuses[0], { ...quiet, state: 'syncing', percent: null });
    assert.deepEqual(last(), { ...quiet, state: 'synced' });
  });

  test('unread conversations of all inboxes are counted, and a sync without changes is not reported', async () => {
    for (const [index, key] of ['ada', 'bob', 'bob'].entries()) daemon.server(key).control.deliver(unread(index));
    await daemon.resync();
    await until(() => last()?.unread === 3);
    statuses.length = 0;
    await daemon.resync();
    await daemon.ask('notifications.pause', { until: inMs(1_000) });
    await until(() => last()?.paused_until !== null && statuses.length > 0);
    assert.deepEqual(
      statuses.map(({ state }) => state),
      ['synced'],
    );
  });

  test('a pause is reported until it is over', async () => {
    const paused_until = inMs(3_600_000);
    await daemon.ask('notifications.pause', { until: paused_until });
    await until(() => last()?.paused_until === paused_until);
    daemon.clock.advance(3_600_000);
    await until(() => last()?.paused_until === null);
  });

  test('whether agents are paused is reported once an agent may ask for anything', async () => {
    await daemon.ask('settings.change', { key: 'agents.profiles.agent.allowed_accounts', value: ['ada'] });
    await until(() => last()?.agents_paused === false);
    await daemon.ask('agents.pause', { paused: true });
    await until(() => last()?.agents_paused === true);
    await daemon.ask('agents.pause', { paused: false });
    await until(() => last()?.agents_paused === false);
  });

  test('an unreachable account is offline, a refused password needs its owner, and both recover', async () => {
    daemon.server('bob').control.fault({ kind: 'offline' });
    await daemon.resync();
    await isAt('offline');
    assert.match((last() as { reason: string }).reason, /^Bob: /);
    daemon.server('ada').control.fault({ kind: 'auth' });
    await daemon.resync();
    await isAt('needs_attention');
    const { accounts } = await daemon.ask('accounts.list', {});
    const { account_id, reason } = last() as { account_id: string; reason: string };
    assert.equal(account_id, accounts.find(({ key }) => key === 'ada')?.account_id);
    assert.match(reason, /^Ada: /);
    for (const key of ['ada', 'bob']) daemon.server(key).control.clearFaults();
    await daemon.resync();
    await isAt('synced');
  });

  const inMs = (ms: number) => instantOf(new Date(daemon.clock.now().getTime() + ms));
});

test('without an account there is nothing to sync', async (t) => {
  const { desktop, statuses, until } = recordingDesktop();
  await testDaemon(t, { accounts: [], options: { desktop } });
  await until(() => statuses.length > 0);
  assert.deepEqual(statuses, [{ ...quiet, state: 'empty' }]);
});

test('the most severe state of any account counts, and arriving mail means that the account works', () => {
  const trouble = { healthy: false, failure_class: 'auth', last_error: 'The password is refused.' };
  const far = {
    healthy: false,
    failure_class: 'offline',
    last_error: 'mail.example.org doesn’t answer.',
    backoff_until: '2026-03-10T09:00:00.000Z',
    last_success_at: '2026-03-10T08:00:00.000Z',
  };
  const half = { progress: { current: 299, total: 600, message: 'Syncing' } };
  const attention: DesktopState = {
    state: 'needs_attention',
    account_id: 'account-2',
    reason: 'Three: The password is refused.',
  };
  const noServer = 'Can’t reach any mail server. Check your internet connection.';
  const states: [Partial<AccountSyncStatus>[], DesktopState][] = [
    [[{}, far, trouble, half], attention],
    [[half, far], { state: 'offline', reason: 'Two: mail.example.org doesn’t answer.' }],
    [[far, far], { state: 'offline', reason: noServer }],
    [[far], { state: 'offline', reason: 'mail.example.org doesn’t answer.' }],
    [[{}, half, half], { state: 'syncing', percent: 49 }],
    [[{ ...trouble, ...half }], { state: 'syncing', percent: 49 }],
    [[{ progress: { current: 0, total: 0, message: 'Checking' } }], { state: 'synced' }],
    [[{}, {}], { state: 'synced' }],
  ];
  for (const [accounts, wanted] of states) assert.deepEqual(summarizeSync(accounts.map(accountIn)), wanted);
});

const names = ['One', 'Two', 'Three', 'Four'];

function accountIn(sync: Partial<AccountSyncStatus>, index: number): AccountState {
  const [account_id, name] = [`account-${index}`, names[index] ?? ''];
  return {
    account: { account_id, key: name.toLowerCase(), name, enabled: true, sync_kind: 'imap' },
    sync: {
      account_id,
      account_name: name,
      sync_in_progress: sync.progress !== undefined,
      healthy: true,
      last_attempt_at: null,
      last_success_at: '2026-03-10T08:00:00.000Z',
      last_synced_count: 0,
      last_error: null,
      failure_class: null,
      consecutive_failures: 0,
      backoff_until: null,
      current_cursor_summary: null,
      notice: null,
      progress: null,
      ...sync,
    },
    hasCompletedSync: true,
  };
}

function unread(index: number): Buffer {
  return mail({ from: 'Grace Hopper <grace@navy.example>', subject: `Dinner ${index}`, text: 'At seven?' });
}
