import assert from 'node:assert/strict';
import { test } from 'node:test';
import { statusText, type Status } from './status.ts';

const now = new Date('2026-03-02T10:00:00.000Z');

const account: Status['sync_statuses'][number] = {
  account_id: '0b7c7a0e-5d0c-5a43-8a1e-3a5e8d1f0c11',
  account_name: 'Home',
  sync_in_progress: false,
  healthy: true,
  last_attempt_at: '2026-03-02T09:57:00.000Z',
  last_success_at: '2026-03-02T09:57:00.000Z',
  last_synced_count: 2,
  last_error: null,
  failure_class: null,
  consecutive_failures: 0,
  backoff_until: null,
  current_cursor_summary: null,
  notice: null,
  progress: null,
};

const status: Status = {
  uptime_secs: 7_500,
  accounts: ['Home'],
  total_messages: 12_345,
  daemon_pid: 4711,
  sync_statuses: [account],
  protocol_version: 4,
  daemon_version: '0.1.0',
  daemon_build_id: null,
  repair_required: false,
  semantic_runtime: null,
  feature_health: null,
  degraded: false,
  store_problem: null,
  agents_paused: false,
  disk: null,
  vault: 'none',
  instance: 'posthorn',
  is_demo: false,
  search_coverage: { indexed: 12_345, stored: 12_345 },
  bridge: { url: 'http://127.0.0.1:42829', trouble: null },
  config: { trouble: null, notes: [] },
};

test('a pause of all agents is part of the status', () => {
  assert.match(
    statusText({ ...status, agents_paused: true }, now),
    /All agents are paused\. "npx posthorn agents resume"/,
  );
});

test('a healthy daemon is described in four lines', () => {
  assert.equal(
    statusText(status, now),
    [
      'Posthorn has been running for 2 hours, as process 4711.',
      'Its page is at http://127.0.0.1:42829',
      '  Home: up to date, last fetched 3 minutes ago.',
      '12,345 messages are stored; search covers all of it.',
    ].join('\n'),
  );
});

test('each problem is reported in its section', () => {
  const text = statusText(
    {
      ...status,
      instance: 'posthorn-dev',
      uptime_secs: 1,
      total_messages: 1,
      search_coverage: { indexed: 0, stored: 1 },
      sync_statuses: [
        { ...account, sync_in_progress: true, progress: { current: 1, total: 4, message: 'Inbox: 1 of 4 messages' } },
        { ...account, account_name: 'Work', last_success_at: null, healthy: false, last_error: 'No such host.' },
        { ...account, account_name: 'Old', notice: '1 message in Archive could not be fetched.' },
      ],
      bridge: { url: null, trouble: 'The bridge is turned off.' },
      config: {
        trouble: 'config.toml is gone.',
        notes: [
          { severity: 'error', key: 'ui.density', line: 3, message: 'ui.density must be a word; "regular" is used.' },
        ],
      },
    },
    now,
  );
  assert.equal(
    text,
    [
      'Posthorn (posthorn-dev) has been running for 1 second, as process 4711.',
      'It has no page. The bridge is turned off.',
      '  Home: syncing (Inbox: 1 of 4 messages).',
      '  Work: not fetched yet. No such host.',
      '  Old: up to date, last fetched 3 minutes ago. 1 message in Archive could not be fetched.',
      '1 message is stored; search covers 0 of it so far.',
      'config.toml is gone.',
      'config.toml, line 3: ui.density must be a word; "regular" is used.',
    ].join('\n'),
  );
});

test('without accounts the next step is shown; a bridge at an unexpected address is shown with that address', () => {
  const text = statusText(
    {
      ...status,
      accounts: [],
      sync_statuses: [],
      bridge: { url: 'http://127.0.0.1:1', trouble: 'Port 2 is used by another program.' },
    },
    now,
  );
  assert.match(text, /^Its page is at http:\/\/127\.0\.0\.1:1\. Port 2 is used by another program\.$/m);
  assert.match(text, /^No account is set up\. Add one to config\.toml\.$/m);
});

test('a damaged mail database is reported with the command that repairs it', () => {
  const problem = 'The mail database on this computer is damaged.';
  const text = statusText({ ...status, accounts: [], sync_statuses: [], degraded: true, store_problem: problem }, now);
  assert.match(text, /^The mail database on this computer is damaged\. Nothing is synced.*posthorn repair/m);
  assert.doesNotMatch(text, /No account|stored; search/);
});
