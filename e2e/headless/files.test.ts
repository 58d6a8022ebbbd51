import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { testFolder } from '../../daemon/test-folder.ts';
import { until } from '../../daemon/test-until.ts';
import { startTestProcess } from './test-process.ts';

const modeOf = (file: string) => statSync(file).mode & 0o777;

test('ready means that the port file has the bound port, tokens are only for the owner, and all is removed or closed after a stop (checklist 1, 2, 4, 12, 25)', async (t) => {
  const daemon = await startTestProcess(t);
  assert.match(daemon.linesWritten, new RegExp(`http://127\\.0\\.0\\.1:${daemon.port()}`));
  assert.equal((await daemon.ask('/admin/status')).status, 200);
  const daemonToken = join(daemon.files.config, 'daemon-token');
  assert.deepEqual(
    [modeOf(join(daemon.files.config, 'bridge-token')), modeOf(daemonToken), modeOf(daemon.portFile)],
    [0o600, 0o600, 0o600],
  );
  assert.notEqual(readFileSync(daemonToken, 'utf8').trim(), daemon.token());
  assert.ok(!existsSync(join(daemon.files.data, 'bridge-port')));
  assert.equal((await daemon.stop()).code, 0);
  assert.ok(!existsSync(daemon.portFile));
});

test('a stale port file is replaced, permissions of the token file are restricted, and the token survives a restart (checklist 4, 26)', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'bridge-port'), '1\n');
  writeFileSync(join(folder, 'config', 'bridge-token'), 'a-token-of-my-own\n', { mode: 0o644 });
  const first = await startTestProcess(t, { folder });
  assert.deepEqual([first.token(), modeOf(join(first.files.config, 'bridge-token'))], ['a-token-of-my-own', 0o600]);
  assert.match(first.log(), /bridge-token.*other users could read this/);
  assert.notEqual(first.port(), 1);
  await first.stop();
  const again = await startTestProcess(t, { folder });
  assert.equal(again.token(), 'a-token-of-my-own');
  assert.equal((await again.ask('/health')).status, 200);
});

const noModes = process.platform === 'win32' && 'Windows has no file modes';

/** The paths below `folder` to which other users have any right. */
function openToOthers(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(
    (path) => (statSync(join(folder, path)).mode & 0o077) !== 0,
  );
}

/** Folders that were there before, in which others may look. */
function openFolder(): string {
  const folder = testFolder();
  for (const name of ['', 'config', 'data']) {
    mkdirSync(join(folder, name), { recursive: true });
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

/** With the umask that most systems have. */
async function withUsualUmask<T>(start: () => Promise<T>): Promise<T> {
  const before = process.umask(0o022);
  try {
    return await start();
  } finally {
    process.umask(before);
  }
}

test(
  'in folders that others may look into, everything that is stored is for its owner only',
  { skip: noModes },
  async (t) => {
    const folder = openFolder();
    const daemon = await withUsualUmask(() =>
      startTestProcess(t, { folder, args: ['--demo=500', '--bridge-port', '0'] }),
    );
    await until('mail is stored', async () => {
      const { count } = (await (await daemon.ask('/mail/count?q=in:inbox')).json()) as { count: number };
      return count > 0;
    });
    for (const path of [
      'mail.db',
      'mail.db-wal',
      'mail.db-shm',
      'index.db',
      'activity.db',
      'lock.db',
      'logs/daemon.log',
    ])
      assert.equal(modeOf(join(folder, 'data', path)), 0o600, path);
    assert.deepEqual([openToOthers(join(folder, 'data')), openToOthers(join(folder, 'config'))], [[], []]);
    assert.deepEqual([modeOf(join(folder, 'data')), modeOf(join(folder, 'config'))], [0o755, 0o755]);
    await daemon.stop();
    assert.deepEqual([openToOthers(join(folder, 'data')), openToOthers(join(folder, 'config'))], [[], []]);
  },
);

test(
  'rights that were given to others are taken from them at the start; log and doctor say so (checklist 26)',
  { skip: noModes },
  async (t) => {
    const folder = openFolder();
    const first = await startTestProcess(t, { folder });
    await first.stop();
    const [data, config] = [join(folder, 'data'), join(folder, 'config')];
    writeFileSync(join(data, 'notes.txt'), 'a file of the user', { mode: 0o644 });
    writeFileSync(join(config, 'secrets.toml'), '[passwords]\n', { mode: 0o644 });
    const loosened = [
      join(data, 'mail.db'),
      join(data, 'blobs'),
      join(config, 'bridge-token'),
      join(config, 'secrets.toml'),
    ];
    for (const path of loosened) chmodSync(path, 0o755);
    const again = await startTestProcess(t, { folder });
    for (const path of loosened) {
      assert.equal(modeOf(path) & 0o077, 0, path);
      assert.ok(again.log().includes(JSON.stringify(path)), path);
    }
    assert.equal(modeOf(join(data, 'notes.txt')), 0o644);
    const { report } = (await (await again.ask('/admin/diagnostics')).json()) as {
      report: { findings: { code: string; message: string }[] };
    };
    const closed = report.findings.find(({ code }) => code === 'files_closed');
    assert.match(
      closed?.message ?? '',
      /^Other users of this computer could read .* and 3 more until Posthorn started and removed their access\./,
    );
    await again.stop();
    const third = await startTestProcess(t, { folder });
    const later = (await (await third.ask('/admin/diagnostics')).json()) as {
      report: { findings: { code: string }[] };
    };
    assert.ok(later.report.findings.every(({ code }) => code !== 'files_closed'));
  },
);

test('a token of 13 characters works, and the doctor calls it short', async (t) => {
  const folder = testFolder();
  mkdirSync(join(folder, 'config'));
  writeFileSync(join(folder, 'config', 'bridge-token'), 'e2e-test-1234', { mode: 0o600 });
  const daemon = await startTestProcess(t, { folder });
  assert.equal(daemon.token(), 'e2e-test-1234');
  const { report } = (await (await daemon.ask('/admin/diagnostics')).json()) as {
    report: { findings: { code: string; message: string }[] };
  };
  const short = report.findings.filter(({ code }) => code === 'token_short');
  assert.deepEqual(
    short.map(({ message }) => message),
    [
      `The key in ${join(folder, 'config', 'bridge-token')} has 13 characters. A key of fewer than 16 could be guessed.`,
    ],
  );
});

test('release, source and demo have separate folders (checklist 27, 28)', async (t) => {
  const roots = testFolder();
  const unset = {
    SVC_CONFIG_DIR: '',
    SVC_DATA_DIR: '',
    SVC_SOCKET_PATH: '',
    XDG_CONFIG_HOME: join(roots, 'c'),
    XDG_DATA_HOME: join(roots, 'd'),
    XDG_RUNTIME_DIR: join(roots, 'r'),
  };
  const source = await startTestProcess(t, { env: unset });
  const demo = await startTestProcess(t, { env: unset, args: ['--demo=500', '--bridge-port', '0'] });
  const named = await startTestProcess(t, { env: { ...unset, SVC_INSTANCE: 'mine' } });
  for (const [daemon, instance] of [
    [source, 'posthorn-dev'],
    [demo, 'posthorn-demo'],
    [named, 'mine'],
  ] as const) {
    const port = Number(readFileSync(join(roots, 'c', instance, 'bridge-port'), 'utf8'));
    assert.match(daemon.linesWritten, new RegExp(`:${port}$`));
    assert.ok(existsSync(join(roots, 'd', instance, 'mail.db')));
  }
});

test('the log contains no token and the terminal stays silent (checklist 21, 51)', async (t) => {
  const daemon = await startTestProcess(t, {
    config: '[logging]\nlevel = "trace"\n',
    args: ['--demo=500', '--bridge-port', '0'],
  });
  const events = `/events?token=${daemon.token()}`;
  const socket = new WebSocket(`ws://127.0.0.1:${daemon.port()}/api/v1${events}`);
  await new Promise((resolve) => socket.addEventListener('open', resolve));
  for (const path of ['/mail/search?q=canary', events, `/auth/local-token?token=${daemon.token()}`])
    await daemon.ask(path);
  socket.close();
  await daemon.stop();
  assert.match(daemon.log(), /the daemon is running/);
  assert.ok(!daemon.log().includes(daemon.token()));
  assert.doesNotMatch(daemon.log(), /@[a-z-]+\.example/);
  assert.equal(daemon.errors(), '');
});

test('files are saved into the folder that user-dirs.dirs names', { skip: process.platform !== 'linux' }, async (t) => {
  const folder = testFolder();
  const configHome = join(folder, 'desktop');
  mkdirSync(configHome);
  writeFileSync(join(configHome, 'user-dirs.dirs'), 'XDG_DOWNLOAD_DIR="$HOME/Saved files"\n');
  const daemon = await startTestProcess(t, {
    folder,
    args: ['--demo=500', '--bridge-port', '0'],
    env: { HOME: folder, XDG_CONFIG_HOME: configHome, XDG_DOWNLOAD_DIR: '' },
  });
  type Search = { groups: { rows: { id: string }[] }[] };
  let message_id = '';
  await until('a message with a file is found', async () => {
    const { groups } = (await (await daemon.ask('/mail/search?scope=messages&q=has:attachment')).json()) as Search;
    message_id = groups[0]?.rows[0]?.id ?? '';
    return message_id !== '';
  });
  const { body } = (await (await daemon.ask(`/mail/messages/${message_id}/body`)).json()) as {
    body: { attachments: { id: string }[] };
  };
  const saved = await daemon.request('/mail/attachments/download', {
    message_id,
    attachment_id: body.attachments[0]?.id,
  });
  const { file } = (await saved.json()) as { file: { path: string } };
  assert.ok(file.path.startsWith(join(folder, 'Saved files', '/')), file.path);
  assert.ok(existsSync(file.path));
});
