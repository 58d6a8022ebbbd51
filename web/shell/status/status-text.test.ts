import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { LiveState } from '../../api/live.ts';
import { describeStatus } from './status-text.ts';

const now = Date.parse('2026-11-20T10:00:00.000Z');
const account = (name: string, more: Partial<AccountSyncStatus> = {}): AccountSyncStatus => ({
  account_id: name,
  account_name: name,
  sync_in_progress: false,
  healthy: true,
  last_attempt_at: null,
  last_success_at: '2026-11-20T09:59:00.000Z',
  last_synced_count: 0,
  last_error: null,
  failure_class: null,
  consecutive_failures: 0,
  backoff_until: null,
  current_cursor_summary: null,
  notice: null,
  progress: null,
  ...more,
});
const open: LiveState = { connection: 'open', progress: {}, refusals: 0 };
const text = (statuses: AccountSyncStatus[] | undefined, live: LiveState = open) =>
  describeStatus({ live, statuses, now }).text;

test('the status of synced mail has the time of the account that synced longest ago', () => {
  const home = account('Home', { last_success_at: '2026-11-20T09:58:00.000Z' });
  assert.equal(text([account('Work'), home]), 'Synced 2 minutes ago, 2 accounts');
});

test('failed messages are reported with the sync time', () => {
  const notice = '1 message in Archive could not be fetched and is asked for again: Disk 7 is broken';
  assert.equal(text([account('Work', { notice })]), `Synced 1 minute ago, 1 account, but ${notice}`);
});

test('a running sync is reported with its progress', () => {
  const live: LiveState = { connection: 'open', progress: { Work: { current: 1200, total: 2500 } }, refusals: 0 };
  assert.equal(text([account('Work', { sync_in_progress: true })], live), 'Syncing Work: 1,200 of 2,500');
  assert.equal(text([account('Work', { sync_in_progress: true })]), 'Syncing Work…');
});

test('problems come before the sync time and name the account if there are several', () => {
  const bad = account('Work', { healthy: false, last_error: 'The server refused the password.' });
  assert.equal(text([bad]), 'Needs attention: The server refused the password');
  assert.equal(text([account('Home'), bad]), 'Needs attention: Work: The server refused the password');
});

test('a computer without a network is offline, which needs no action', () => {
  const retry = '2026-11-20T10:01:00.000Z';
  const offline = {
    healthy: false,
    failure_class: 'offline',
    backoff_until: retry,
    last_error: 'mail.x doesn’t answer.',
  };
  const unconnected = { ...offline, backoff_until: null, last_error: 'Offline: this computer has no network.' };
  assert.deepEqual(describeStatus({ live: open, statuses: [account('Work', unconnected), account('Home')], now }), {
    tone: 'quiet',
    text: 'Offline: this computer has no network.',
  });
  assert.equal(text([account('Work', offline), account('Home', offline)]), 'mail.x doesn’t answer.');
  assert.equal(text([account('Work', offline), account('Home')]), 'Needs attention: Work: mail.x doesn’t answer');
});

test('nothing is called synced while a connection is lost or a change waits for a server', () => {
  const lost = account('Work', {
    healthy: false,
    failure_class: 'reconnecting',
    last_error: 'The connection was lost.',
  });
  assert.deepEqual(describeStatus({ live: open, statuses: [account('Home'), lost], now }), {
    tone: 'busy',
    text: 'Reconnecting…',
  });
  assert.equal(describeStatus({ live: open, statuses: [account('Work')], waiting: 1, now }).text, 'Syncing changes…');
  const offline = { healthy: false, failure_class: 'offline', last_error: 'Can’t reach mail.x.' };
  assert.equal(
    describeStatus({ live: open, statuses: [account('Work', offline)], waiting: 1, now }).text,
    'Can’t reach mail.x.',
  );
});

test('a lost connection hides data that may be outdated', () => {
  assert.equal(text([account('Work')], { ...open, connection: 'lost' }), 'Reconnecting to Posthorn…');
});

test('unknown values are not reported as zero', () => {
  assert.equal(text(undefined), 'Checking…');
  assert.equal(
    describeStatus({ live: open, statuses: undefined, problem: 'The store is closed.', now }).text,
    'The store is closed.',
  );
  assert.equal(text([]), 'No account yet');
  assert.equal(text([account('Work', { last_success_at: null })]), 'Not synced yet');
});

test('running work comes before the sync time, and its result stays until the user has seen it', () => {
  const running = { text: 'Exporting mail: 10 of 40 messages', fraction: 0.25 };
  const done = { title: 'Exporting mail', outcome: 'Done, 40 messages', end: 'well' as const };
  const failed = { title: 'Backing up', outcome: 'The disk is full.', end: 'badly' as const };
  const describe = (more: Partial<Parameters<typeof describeStatus>[0]>) =>
    describeStatus({ live: open, statuses: [account('Work')], now, ...more });
  assert.deepEqual(describe({ running, unseen: [failed] }), { tone: 'busy', ...running });
  assert.deepEqual(describe({ unseen: [done] }), { tone: 'good', text: 'Exporting mail: Done, 40 messages' });
  assert.deepEqual(describe({ unseen: [done, failed] }), { tone: 'bad', text: 'Backing up: The disk is full.' });
  assert.equal(describe({ unseen: [done, done] }).text, '2 tasks finished');
  const refused = account('Work', { healthy: false, last_error: 'The server refused the password.' });
  assert.equal(describe({ statuses: [refused], running }).tone, 'bad');
});
