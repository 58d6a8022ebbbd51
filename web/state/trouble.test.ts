import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountSyncStatus } from '../../daemon/contract/fields.ts';
import { troubleOf } from './trouble.ts';

const status = (name: string, failure_class: string | null): AccountSyncStatus => ({
  account_id: name,
  account_name: name,
  sync_in_progress: false,
  healthy: failure_class === null,
  last_attempt_at: null,
  last_success_at: null,
  last_synced_count: 0,
  last_error: failure_class === null ? null : `${name} has trouble.`,
  failure_class,
  consecutive_failures: 1,
  backoff_until: null,
  current_cursor_summary: null,
  notice: null,
  progress: null,
});

test('what ends by itself asks nothing of anybody', () => {
  assert.equal(troubleOf([status('Home', null), status('Work', 'offline'), status('Club', 'busy')]), undefined);
});

test('of several troubles the one is told first that asks the least', () => {
  const all = [status('Work', 'tls'), status('Home', 'auth'), status('Club', 'keychain')];
  assert.deepEqual(
    [troubleOf(all), troubleOf(all.slice(0, 2)), troubleOf(all.slice(0, 1))].map((trouble) => trouble?.remedy),
    ['again', 'password', 'settings'],
  );
});
