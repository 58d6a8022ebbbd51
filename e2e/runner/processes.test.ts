import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { groupFiles, shareProcesses } from './processes.ts';

const plain = `test('it works', () => {});`;

test('every file runs once, small files together, and files that kill alone', () => {
  const small = Array.from({ length: 60 }, (_, index) => `daemon/mail/part-${index}.test.ts`);
  const files = [...small, 'e2e/faults/sync-kills.ci.test.ts', 'e2e/web/page.test.ts', 'electron/desktop.test.ts'];
  const { groups, alone } = groupFiles(files, (path) =>
    path.includes('desktop') ? `import './fake/register.ts';` : plain,
  );
  assert.deepEqual([...groups.flat(), ...alone].toSorted(), files.toSorted());
  assert.deepEqual(alone, files.slice(60));
  assert.deepEqual(
    groups.map((group) => group.length),
    [30, 30],
  );
});

test('page tests share a browser, except those that open their own', () => {
  const sources: Record<string, string> = {
    'e2e/web/mailbox/snooze-and-label-menus.test.ts': 'suiteApp();',
    'e2e/web/shell/command-palette.test.ts': 'suiteApp(); await sharedBrowser();',
    'e2e/web/history.test.ts': 'suiteApp({ isAlone: true });',
    'e2e/web/morning.test.ts': 'suiteInbox();',
    'e2e/web/writing.test.ts': 'await sharedBrowser();',
    'e2e/web/shell/sounds-and-notifications.test.ts': 'suiteFakeApp();',
    'e2e/web/frames.test.ts': 'await launchBrowser();',
  };
  const { groups, alone } = groupFiles(Object.keys(sources), (path) => sources[path] ?? '');
  assert.deepEqual(groups, [Object.keys(sources).slice(0, 4), Object.keys(sources).slice(4, 6)]);
  assert.deepEqual(alone, ['e2e/web/frames.test.ts']);
});

test('the longest start first, and page tests beside tests that wait for servers', (t) => {
  const sources = [
    'daemon/base/loop.test.ts',
    'e2e/faults/sync-kills.ci.test.ts',
    'e2e/web/mailbox/new-mail.test.ts',
    'e2e/web/pages/first-run.test.ts',
  ];
  const { programs, close } = shareProcesses(sources);
  t.after(close);
  const order = programs.toSorted().map((program) => readFileSync(program, 'utf8'));
  const places = sources.map((path) => order.findIndex((text) => text.includes(path)));
  assert.deepEqual(places, [2, 1, 0, 0]);
});

test('a file that would affect others has a process of its own', () => {
  const noticed = [
    `beforeEach(() => undefined);`,
    `process.env['LANG'] = 'de';`,
    `process.env.LANG = 'de';`,
    `process.on('warning', () => undefined);`,
    `t.mock.timers.enable();`,
  ];
  for (const source of noticed) assert.deepEqual(groupFiles(['web/a.test.ts'], () => source).groups, [], source);
  for (const source of [
    plain,
    `before(open);`,
    `after(close);`,
    `  beforeEach(() => undefined);`,
    `if (process.env['CI'] === 'true') test('x');`,
  ])
    assert.deepEqual(groupFiles(['web/a.test.ts'], () => source).alone, [], source);
});
