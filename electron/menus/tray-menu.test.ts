import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DesktopState, DesktopStatus } from '../../daemon/notifications/desktop.ts';
import { trayAppearance, statusText, type AppStatus, type TrayAppearance } from './app-status.ts';
import { pauseEnd } from './notification-pause.ts';
import type { ProcessState } from '../shell/shell-port.ts';
import { trayMenu, type TrayItem } from './tray-menu.ts';

const now = new Date(2026, 2, 10, 9, 30);

function appStatusOf(overrides: Partial<AppStatus> = {}): AppStatus {
  const page = { url: 'http://127.0.0.1:4040', isDemo: false };
  return {
    process: { state: 'running' },
    status: statusOf({ state: 'synced' }),
    page,
    repairing: undefined,
    update: { state: 'none' },
    ...overrides,
  };
}

function statusOf(
  state: DesktopState,
  given: Partial<Pick<DesktopStatus, 'unread' | 'approvals' | 'agents_paused' | 'passwords' | 'paused_until'>> = {},
): DesktopStatus {
  return { unread: 0, approvals: 0, agents_paused: null, passwords: null, paused_until: null, ...given, ...state };
}

const labels = (items: readonly TrayItem[]) => items.flatMap((item) => ('label' in item ? [item.label] : []));
function itemOf(appStatus: AppStatus, label: string) {
  const item = trayMenu(appStatus, now).find((each) => 'label' in each && each.label === label);
  assert.ok(item && 'label' in item, `no item “${label}”`);
  return item;
}

const mail: [DesktopState, words: string, look: TrayAppearance][] = [
  [{ state: 'synced' }, 'Up to date', 'normal'],
  [{ state: 'empty' }, 'No mail account yet', 'normal'],
  [{ state: 'syncing', percent: 42 }, 'Syncing mail: 42%', 'normal'],
  [{ state: 'syncing', percent: null }, 'Syncing mail…', 'normal'],
  [{ state: 'offline', reason: 'No network.' }, 'Offline: No network', 'offline'],
  [
    { state: 'needs_attention', account_id: 'a', reason: 'Work: the password was refused.' },
    'Needs attention: Work: the password was refused',
    'attention',
  ],
];
for (const [state, words, look] of mail) {
  test(`the tray shows the state of the mail: ${words}`, () => {
    const glance = appStatusOf({ status: statusOf(state) });
    assert.deepEqual([labels(trayMenu(glance, now))[0], trayAppearance(glance)], [words, look]);
  });
}

const processes: [ProcessState, words: string, look: TrayAppearance, offered: string | undefined][] = [
  [{ state: 'starting' }, 'Starting…', 'offline', undefined],
  [{ state: 'restarting', reason: 'It crashed.', attempt: 2 }, 'Restarting…', 'offline', undefined],
  [{ state: 'given_up', reason: 'It crashed three times.' }, 'It crashed three times', 'attention', 'Restart'],
  [{ state: 'failed', reason: 'The disk is full.', code: 'full' }, 'The disk is full', 'attention', 'Restart'],
  [{ state: 'shut_down' }, 'Stopped: mail isn’t synced or sent', 'offline', 'Restart'],
  [{ state: 'elsewhere', reason: 'It runs.', hasPage: true }, 'It runs', 'attention', 'Use the running Posthorn'],
  [{ state: 'elsewhere', reason: 'It runs.', hasPage: false }, 'It runs', 'attention', 'Try again'],
  [{ state: 'finishing', reason: 'A message is being sent.' }, 'A message is being sent', 'offline', undefined],
];
for (const [process, words, look, offered] of processes) {
  test(`the tray shows the state of the app and its remedy: ${process.state}, ${offered ?? 'nothing'}`, () => {
    const glance = appStatusOf({ process, status: undefined, page: undefined });
    const items = trayMenu(glance, now);
    assert.deepEqual([labels(items)[0], trayAppearance(glance)], [words, look]);
    const helps = labels(items).filter((label) => /again$|^Restart$|running Posthorn/.test(label) && label !== words);
    assert.equal(helps[0], offered);
    assert.equal(labels(items).at(-1), 'Quit Posthorn');
  });
}

test('actions are disabled while the daemon does not run', () => {
  const glance = appStatusOf({ process: { state: 'restarting', reason: 'It crashed.', attempt: 1 } });
  for (const label of ['New message', 'Sync now', 'Pause notifications']) {
    assert.equal((itemOf(glance, label) as { isDisabled?: boolean }).isDisabled, true, label);
  }
});

test('unread mail is counted in words and marks the icon, and opens the inbox', () => {
  const glance = appStatusOf({ status: statusOf({ state: 'synced' }, { unread: 3 }) });
  assert.equal(trayAppearance(glance), 'unread');
  assert.deepEqual(itemOf(glance, '3 unread conversations'), {
    label: '3 unread conversations',
    action: { do: 'open', path: '/inbox' },
  });
  assert.ok(
    labels(trayMenu(appStatusOf({ status: statusOf({ state: 'synced' }, { unread: 1 }) }), now)).includes(
      '1 unread conversation',
    ),
  );
});

test('requests of agents that wait are counted first, and open their page', () => {
  const glance = appStatusOf({ status: statusOf({ state: 'synced' }, { approvals: 2 }) });
  assert.deepEqual(itemOf(glance, '2 approvals waiting'), {
    label: '2 approvals waiting',
    action: { do: 'open', path: '/approvals' },
  });
  assert.ok(!labels(trayMenu(appStatusOf(), now)).some((label) => label?.includes('approval')));
});

test('notifications are paused for an hour, until the morning or until resumed, and a pause is shown and ended', () => {
  const menu = itemOf(appStatusOf(), 'Pause notifications');
  assert.deepEqual(
    'items' in menu && menu.items.map((item) => 'action' in item && item.action),
    ['hour', 'morning', 'resumed'].map((duration) => ({ do: 'pause', duration })),
  );
  const until = (paused_until: string) =>
    labels(trayMenu(appStatusOf({ status: statusOf({ state: 'synced' }, { paused_until }) }), now));
  assert.ok(until(new Date(2026, 2, 10, 17, 5).toISOString()).includes('Notifications are paused until 17:05'));
  assert.ok(until(new Date(2026, 2, 11, 8).toISOString()).includes('Notifications are paused until Wednesday, 08:00'));
  assert.ok(until(pauseEnd('resumed', now) ?? '').includes('Notifications are paused'));
  assert.ok(until(pauseEnd('resumed', now) ?? '').includes('Resume notifications'));
  assert.ok(!until(new Date(2026, 2, 10, 9).toISOString()).includes('Resume notifications'), 'a pause that is over');
});

test('all agents are paused and resumed, where an agent may ask for anything', () => {
  const withAgents = (agents_paused: boolean) =>
    appStatusOf({ status: statusOf({ state: 'synced' }, { agents_paused }) });
  assert.deepEqual(itemOf(withAgents(false), 'Pause all agents'), {
    label: 'Pause all agents',
    action: { do: 'pause_agents', paused: true },
    isDisabled: false,
  });
  const paused = withAgents(true);
  assert.ok(labels(trayMenu(paused, now)).includes('All agents are paused'));
  const resume = itemOf(paused, 'Resume agents');
  assert.deepEqual('action' in resume && resume.action, { do: 'pause_agents', paused: false });
  assert.ok(!labels(trayMenu(appStatusOf(), now)).some((label) => label.includes('agents')));
});

test('passwords are locked and unlocked, where a passphrase protects them', () => {
  const withPasswords = (passwords: 'locked' | 'unlocked') =>
    appStatusOf({ status: statusOf({ state: 'synced' }, { passwords }) });
  assert.deepEqual(itemOf(withPasswords('unlocked'), 'Lock passwords'), {
    label: 'Lock passwords',
    action: { do: 'lock' },
    isDisabled: false,
  });
  const unlock = itemOf(withPasswords('locked'), 'Unlock passwords…');
  assert.deepEqual('action' in unlock && unlock.action, { do: 'open', path: '/inbox#unlock' });
  assert.ok(!labels(trayMenu(appStatusOf(), now)).some((label) => label.includes('passwords')));
});

test('a pause until the morning ends at eight: of the same day if it is still night, and over a clock change', () => {
  const end = (hour: number, day = 10) => new Date(pauseEnd('morning', new Date(2026, 2, day, hour)) ?? '');
  assert.deepEqual([end(23).getDate(), end(23).getHours()], [11, 8]);
  assert.deepEqual([end(2).getDate(), end(2).getHours()], [10, 8]);
  assert.deepEqual([end(22, 28).getDate(), end(22, 28).getHours()], [29, 8]);
  assert.equal(pauseEnd('hour', now), new Date(2026, 2, 10, 10, 30).toISOString());
  assert.equal(pauseEnd('none', now), null);
});

test('a long reason is truncated for the menu, to one line', () => {
  const reason = `The server said:\n${'no '.repeat(200)}`;
  const words = statusText(appStatusOf({ process: { state: 'given_up', reason } }));
  assert.ok(words.length <= 90 && !words.includes('\n'), words);
});

test('an update that is ready is offered, but not while the app ends', () => {
  const update = { state: 'ready', version: '2.0.0' } as const;
  assert.deepEqual(itemOf(appStatusOf({ update }), 'Restart to update to 2.0.0'), {
    label: 'Restart to update to 2.0.0',
    action: { do: 'install' },
  });
  const ending = appStatusOf({ update, process: { state: 'finishing', reason: 'Sending.' } });
  assert.ok(!labels(trayMenu(ending, now)).some((label) => label.startsWith('Restart')));
});
