import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { DesktopNotification } from '../../daemon/notifications/desktop.ts';
import { until } from '../../daemon/test-until.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { createNodeNotifierBackend, type NodeNotifier } from './node-notifier-backend.ts';
import type { NotifierDeps } from './notifier-backend.ts';
import { createNotifier } from './notifier.ts';

const notice: DesktopNotification = {
  id: 'mail:1',
  kind: 'mail',
  title: '-t "Bob" $(touch here)',
  body: '--help <b>`touch here`</b>\n&amp; C:\\new',
  path: '/inbox/m/1',
  actions: [
    { id: 'archive', label: 'Archive' },
    { id: 'reply', label: 'Reply', path: '/compose?reply=1' },
  ],
};
const onLinux = { skip: process.platform !== 'linux' && 'notify-send is of Linux only.' };

function recordingDeps(platform: NodeJS.Platform) {
  const calls: string[] = [];
  const deps: NotifierDeps = {
    log: { warn: (_about: unknown, message?: unknown) => void calls.push(`warned: ${String(message)}`) },
    open: (path) => void calls.push(`opened ${path}`),
    onAction: (id, action) => void calls.push(`${id} ${action}`),
    platform,
  };
  return { calls, deps };
}

/** Sets environment variables until the test ends. */
function withEnvironment(t: TestContext, values: Record<string, string>): void {
  const before = Object.fromEntries(Object.keys(values).map((name) => [name, process.env[name]]));
  Object.assign(process.env, values);
  t.after(() => {
    for (const [name, value] of Object.entries(before))
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
}

test('without a desktop that is logged once, and no call fails', onLinux, async (t) => {
  withEnvironment(t, { DBUS_SESSION_BUS_ADDRESS: `unix:path=${join(testFolder(), 'none')}` });
  const { calls, deps: parts } = recordingDeps('linux');
  const notifier = createNotifier(parts);
  notifier.show(notice);
  notifier.show({ ...notice, id: 'mail:2' });
  notifier.withdraw(['mail:1', 'mail:3']);
  await notifier.close();
  assert.deepEqual(calls, ['warned: notifications cannot be shown on this desktop']);
});

/** Shows the notice with the `notify-send` in `folder`. */
function showWithProgramOf(t: TestContext, folder: string) {
  chmodSync(join(folder, 'notify-send'), 0o755);
  const address = `unix:path=${folder}`;
  withEnvironment(t, { PATH: `${folder}:${process.env['PATH']}`, DBUS_SESSION_BUS_ADDRESS: address });
  const { calls, deps } = recordingDeps('linux');
  const notifier = createNotifier(deps);
  notifier.show(notice);
  return { notifier, calls };
}

test('an older notify-send gets the text of mail as text, never as options or commands', onLinux, async (t) => {
  const folder = testFolder();
  const argumentsFile = join(folder, 'given');
  writeFileSync(
    join(folder, 'notify-send'),
    `#!/bin/sh\n[ "$1" = --version ] && exec echo notify-send 0.7.9\nprintf '%s\\0' "$@" > '${argumentsFile}.part' && mv '${argumentsFile}.part' '${argumentsFile}'\n`,
  );
  const { notifier, calls } = showWithProgramOf(t, folder);
  await until('notify-send is given it', () => existsSync(argumentsFile));
  await notifier.close();
  const [title, body, ...rest] = readFileSync(argumentsFile, 'utf8').split('\0');
  assert.equal(title, '\u2011t "Bob" $(touch here)');
  assert.equal(body, '\u2011-help &lt;b&gt;`touch here`&lt;/b&gt;\\n&amp;amp; C:\\\\new');
  assert.ok(rest.every((word) => word === '' || !word.includes('touch')));
  assert.deepEqual([existsSync('here'), calls], [false, []]);
});

test('a desktop that takes seconds for each step shows a notification and closes it', onLinux, async (t) => {
  const folder = testFolder();
  const closed = join(folder, 'closed');
  const program = join(folder, 'slow.cjs');
  writeFileSync(
    program,
    `const print = (line) => setTimeout(() => console.log(line), 2_200);
     if (process.argv[2] === '--version') return void print('notify-send 0.8.3');
     process.on('SIGINT', () => setTimeout(() => {
       require('node:fs').writeFileSync(${JSON.stringify(closed)}, '');
       process.exit();
     }, 700));
     print(7);
     setInterval(() => undefined, 60_000);`,
  );
  writeFileSync(join(folder, 'notify-send'), `#!/bin/sh\nexec '${process.execPath}' '${program}' "$@"\n`);
  const { notifier, calls } = showWithProgramOf(t, folder);
  notifier.withdraw([notice.id]);
  await until('it is closed', () => existsSync(closed));
  await notifier.close();
  assert.deepEqual(calls, []);
});

test('a notification is closed although its program ends before it can close it', onLinux, async (t) => {
  const folder = testFolder();
  const called = join(folder, 'called');
  writeFileSync(
    join(folder, 'notify-send'),
    '#!/bin/sh\n[ "$1" = --version ] && exec echo notify-send 0.8.3\necho 7\nexec sleep 600\n',
  );
  writeFileSync(join(folder, 'gdbus'), `#!/bin/sh\necho "$@" >> '${called}'\n`);
  chmodSync(join(folder, 'gdbus'), 0o755);
  const { notifier, calls } = showWithProgramOf(t, folder);
  notifier.withdraw([notice.id]);
  await until(
    'the server is asked to close it',
    () => existsSync(called) && readFileSync(called, 'utf8').endsWith(' 7\n'),
  );
  await notifier.close();
  assert.match(readFileSync(called, 'utf8'), /--method org\.freedesktop\.Notifications\.CloseNotification 7\n$/);
  assert.deepEqual(calls, []);
});

test('on other systems a click opens the conversation, and a button does its action', async () => {
  const { calls, deps: parts } = recordingDeps('darwin');
  const notifications: Record<string, unknown>[] = [];
  let answered: Parameters<NodeNotifier['notify']>[1];
  const library: NodeNotifier = {
    notify(options, callback) {
      notifications.push(options);
      answered = callback;
    },
  };
  const way = await createNodeNotifierBackend(
    { ...parts, reportFailure: (failed) => calls.push(String(failed)) },
    async () => library,
  );
  await way.show(notice);
  assert.deepEqual(notifications[0], {
    title: '\u2011t "Bob" $(touch here)',
    message: '\u2011-help <b>`touch here`</b>\n&amp; C:\\new',
    group: 'mail:1',
    actions: ['Archive', 'Reply'],
    wait: true,
    sound: false,
  });
  answered?.(null, 'activate', {});
  answered?.(null, 'activate', { activationValue: 'Archive' });
  answered?.(null, 'activate', { activationValue: 'Reply' });
  answered?.(null, 'dismissed', {});
  answered?.(new Error('no'), undefined, undefined);
  await way.withdraw('mail:1');
  assert.deepEqual(calls, ['opened /inbox/m/1', 'mail:1 archive', 'opened /compose?reply=1', 'Error: no']);
  assert.deepEqual(notifications[1], { remove: 'mail:1' });
});
