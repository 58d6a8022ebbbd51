import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AccountSyncStatus } from '../../../daemon/contract/fields.ts';
import type { Finding } from '../../data/queries/diagnostics.ts';
import type { Send } from '../../data/queries/outbox.ts';
import { type ProblemSources, problemsIn } from './problems.ts';

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

const finding = (code: string, severity: Finding['severity'], action: Finding['action'] = null): Finding => ({
  code,
  severity,
  category: 'storage',
  message: `This is ${code}.`,
  remediation: ['Do this.'],
  account_id: null,
  action,
  other_action: null,
});

const send: Send = {
  send_id: 'a',
  draft_id: 'b',
  account_id: 'c',
  account_name: 'Home',
  purpose: 'mail',
  state: 'failed',
  timing: 'scheduled',
  due_at: '2026-03-10T09:00:00.000Z',
  next_at: '2026-03-10T09:00:00.000Z',
  attempts: 0,
  subject: 'Dinner',
  from: 'ada@example.test',
  recipients: [],
  rfc2822_message_id: 'd@example.test',
  local_message_id: null,
  trouble: { code: 'too_late', message: 'It was to be sent 40 minutes ago.', retryable: true },
  copy: 'due',
  can_cancel: false,
  words: 'Not sent in time',
  queued_at: '2026-03-10T08:00:00.000Z',
  sent_at: null,
  ended_at: '2026-03-10T10:00:00.000Z',
};

const well: ProblemSources = {
  sends: [],
  statuses: [],
  findings: [],
  status: undefined,
  policy: 'full',
  update: { state: 'none' },
};
const problems = (facts: Partial<ProblemSources>) => problemsIn({ ...well, ...facts });

test('a problem that ends by itself is not shown', () => {
  assert.deepEqual(
    problems({ statuses: [status('Home', null), status('Work', 'offline'), status('Club', 'busy')] }),
    [],
  );
});

test('of several account problems the one that is easiest to solve comes first', () => {
  const all = [status('Work', 'tls'), status('Home', 'auth'), status('Club', 'keychain')];
  assert.deepEqual(
    problems({ statuses: all }).map(({ name, remedy }) => [name, remedy.kind, remedy.label]),
    [
      ['Club', 'sync', 'Unlock and try again'],
      ['Home', 'account', 'Re-enter password'],
      ['Work', 'account', 'Open account settings'],
    ],
  );
});

test('a danger to mail comes before missing mail; minor problems come last and can be dismissed', () => {
  const index = { id: 'repair_index', label: 'Repair the index' } as const;
  const shown = problems({
    statuses: [status('Home', 'auth')],
    findings: [
      finding('index_differs', 'warning', index),
      finding('backup_old', 'info'),
      finding('disk_full', 'error'),
      finding('account_refused', 'error'),
    ],
    status: {
      config: { trouble: 'Line 3: a value is missing.', notes: [] },
      bridge: { url: null, trouble: null },
      store_problem: 'The mail database on this computer is damaged.',
      disk: null,
      vault: 'none',
    },
    policy: 'read-only',
    update: { state: 'ready', version: '2.0.0' },
  });
  assert.deepEqual(
    shown.map(({ key, canWait, remedy }) => [key.split(' ')[0], canWait, remedy.kind]),
    [
      ['store', false, 'store'],
      ['disk_full', false, 'look-again'],
      ['Home', false, 'account'],
      ['config_unreadable', true, 'diagnostics'],
      ['index_differs', true, 'repair'],
      ['policy', true, 'policy'],
      ['update', true, 'install'],
    ],
  );
  assert.equal(shown[1]?.text, 'This is disk_full. Do this.');
  assert.equal(shown[4]?.text, 'This is index_differs.');
});

test('each damaged file of settings has its repair, and config.toml is named once', () => {
  const restore = (name: 'config' | 'keys') =>
    finding(`${name}_unreadable`, 'error', { id: `restore_${name}`, label: 'Restore the last good version' });
  const shown = problems({
    findings: [restore('config'), restore('keys')],
    status: {
      config: { trouble: 'Line 3: a value is missing.', notes: [] },
      bridge: { url: null, trouble: null },
      store_problem: null,
      disk: null,
      vault: 'none',
    },
  });
  assert.deepEqual(
    shown.map(({ text, canWait, remedy }) => [text, canWait, remedy.kind, remedy.label]),
    ['config', 'keys'].map((name) => [`This is ${name}_unreadable.`, true, 'repair', 'Restore the last good version']),
  );
});

test('scheduled sends whose time passed are one problem, which leads to the outbox', () => {
  const late = (subject: string) => ({ ...send, send_id: subject, subject });
  const trouble = { code: 'not_safe', message: 'It wasn’t sent.', retryable: true };
  assert.deepEqual(
    problems({
      sends: [
        { ...send, trouble },
        { ...send, state: 'queued' },
      ],
    }),
    [],
  );
  const [one, ...others] = problems({ sends: [late('Dinner')] });
  assert.deepEqual([one?.remedy.kind, one?.canWait, others], ['outbox', true, []]);
  assert.match(one?.text ?? '', /^“Dinner” wasn’t sent on time\. This computer was asleep,/);
  assert.match(problems({ sends: [late('Dinner'), late('Plan')] })[0]?.text ?? '', /^2 messages weren’t sent/);
});
