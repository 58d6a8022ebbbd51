import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { SMTPServer } from 'smtp-server';
import { waitLimitMs, until } from '../daemon/test-until.ts';
import './fake/register.ts';
import { recordingShell, type RecordedShell } from './fake/recording-shell.ts';
import type { PageState } from './shell/shell-port.ts';

// The real utility process with a real daemon, on made-up mail. One app is shared: the tests run in the order of its life.

const { app, newDesktop, utilityProcess } = await import('./fake/electron.ts');
const { runDesktop } = await import('./desktop.ts');

const home = mkdtempSync(join(tmpdir(), 'posthorn-utility-'));
const env = {
  SVC_CONFIG_DIR: join(home, 'config'),
  SVC_DATA_DIR: join(home, 'data'),
  SVC_SOCKET_PATH: join(home, 'socket'),
  SVC_KEYCHAIN: 'off',
};
const configFile = join(env.SVC_CONFIG_DIR, 'config.toml');
const downloads = join(home, 'downloads');
const portFile = join(env.SVC_CONFIG_DIR, 'bridge-port');
const environment = { ...process.env };
const desktop = newDesktop();
// As an AppImage starts it where the system allows no sandbox.
desktop.switches.push('no-sandbox');

/** A server that accepts a message and answers when the test wants it. */
const taken = Promise.withResolvers<void>();
const released = Promise.withResolvers<void>();
const subjects: (string | undefined)[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  disableReverseLookup: true,
  async onData(stream, _session, answer) {
    const text = Buffer.concat(await stream.toArray()).toString();
    taken.resolve();
    await released.promise;
    subjects.push(/^Subject: (.*)\r$/m.exec(text)?.[1]);
    answer();
  },
});

let shell: RecordedShell;

before(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.server.address() as AddressInfo;
  mkdirSync(env.SVC_CONFIG_DIR);
  const send = `{ type = "smtp", host = "127.0.0.1", port = ${port}, use_tls = false, auth_required = false }`;
  const account = `name = "Me"\nemail = "me@example.test"\nsync = { type = "fake" }\nsend = ${send}\n`;
  writeFileSync(
    configFile,
    `[general]\ndownload_dir = ${JSON.stringify(downloads)}\n[bridge]\nport = 0\n[notifications.chimes]\nenabled = false\n[accounts.me]\n${account}`,
  );
  Object.assign(process.env, env);
  const { openShell, recording } = recordingShell();
  await runDesktop({
    utilityPath: join(import.meta.dirname, 'utility.ts'),
    openShell,
    loadUpdater: async () => assert.fail('an app from source looked for updates'),
    argv: [],
    crashBackoff: { delaysMs: [0], maxCrashes: 3, windowMs: 3_600_000 },
    quitTimeouts: { exitMs: waitLimitMs, sendingMs: waitLimitMs, quietMs: 0, pollMs: 1_000 },
  });
  shell = recording();
});
after(async () => {
  for (const child of desktop.processes) child.kill('SIGKILL');
  app.quit();
  await desktop.quitDone.promise;
  process.env = environment;
  server.close();
  rmSync(home, { recursive: true, force: true, maxRetries: 5 });
});

async function ask(address: string, body?: object): Promise<Record<string, unknown>> {
  const page = shell.pages.at(-1);
  assert.ok(page && 'url' in page, JSON.stringify(page));
  const answer = await fetch(new URL(`/api/v1${address}`, page.url), {
    headers: { authorization: `Bearer ${shell.deps.token()}`, 'content-type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(waitLimitMs),
  });
  const text = await answer.text();
  assert.equal(answer.status, 200, text);
  return JSON.parse(text) as Record<string, unknown>;
}

const nextPage = (): Promise<PageState> => shell.untilPages(shell.pages.length + 1);
const isThere = (url: string) =>
  fetch(url, { signal: AbortSignal.timeout(waitLimitMs) }).then(
    () => true,
    () => false,
  );

test('the real daemon is served under the given token, and answers the questions of tray and menu', async () => {
  const page = await shell.untilPages(1);
  assert.ok('url' in page && !page.isDemo, JSON.stringify(page));
  assert.equal(shell.deps.token(), readFileSync(join(env.SVC_CONFIG_DIR, 'bridge-token'), 'utf8').trim());
  assert.equal((await ask('/admin/status'))['instance'], 'posthorn-dev');
  const { report } = (await ask('/admin/diagnostics')) as { report: { findings: { code: string }[] } };
  assert.ok(
    report.findings.some(({ code }) => code === 'sandbox_off'),
    'the doctor says that the window has no sandbox',
  );
  assert.deepEqual(await shell.deps.request('sync', null), null);
  assert.equal(await shell.deps.request('sending', null), false);
  const until = '2999-01-01T00:00:00.000Z';
  assert.deepEqual(await shell.deps.request('pause', { until }), { paused_until: until });
  assert.deepEqual(await shell.deps.request('pause', { until: null }), { paused_until: null });
  await assert.rejects(shell.deps.request('pause', { until: '2001-01-01T00:00:00Z' }), { code: 'in_the_past' });
  for (const paused of [true, false]) {
    assert.equal(await shell.deps.request('pause_agents', { paused }), null);
    assert.equal((await ask('/platform/agents'))['paused'], paused);
  }
});

test('a mail file that was opened with the app is imported, and what is no mail is refused', async () => {
  const file = join(home, 'Lunch.eml');
  writeFileSync(
    file,
    'From: Bo <bo@example.test>\r\nSubject: Lunch\r\nMessage-ID: <lunch@example.test>\r\n\r\nNoon?\r\n',
  );
  assert.deepEqual(await shell.deps.request('import_files', { paths: [file] }), { added: 1, known: 0, failed: 0 });
  const none = join(home, 'none.eml');
  await assert.rejects(shell.deps.request('import_files', { paths: [none] }), { message: /none\.eml|no such|exist/i });
});

test('files are attached to a new message, and a folder is refused without one', async () => {
  const file = join(home, 'plan.txt');
  writeFileSync(file, 'Soup at noon');
  const { draft_path } = await shell.deps.request('attach_files', { paths: [file] });
  const sessions = JSON.stringify(await ask('/mail/compose/sessions'));
  assert.ok(sessions.includes(JSON.stringify(draft_path)));
  await assert.rejects(shell.deps.request('attach_files', { paths: [file, home] }), { message: /is a folder/ });
  assert.equal(JSON.stringify(await ask('/mail/compose/sessions')), sessions);
});

type Mailbox = { groups: { rows: { id: string; subject: string }[] }[] };

test('the file of a message is saved for its owner only, or into the download folder', async () => {
  const eml = join(home, 'Menu.eml');
  const part = 'Content-Type: text/plain\r\nContent-Disposition: attachment; filename="menu.txt"\r\n\r\nSoup\r\n';
  const mixed = 'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n';
  writeFileSync(
    eml,
    `From: Bo <bo@example.test>\r\nSubject: Menu\r\n${mixed}--b\r\n\r\nSee.\r\n--b\r\n${part}--b--\r\n`,
  );
  await shell.deps.request('import_files', { paths: [eml] });
  const { mailbox } = (await ask('/mail/mailbox?view=messages&lens_kind=all_mail')) as { mailbox: Mailbox };
  const rows = mailbox.groups.flatMap(({ rows: each }) => each);
  const message_id = rows.find(({ subject }) => subject === 'Menu')?.id ?? '';
  const { body } = (await ask(`/mail/messages/${message_id}/body`)) as { body: { attachments: { id: string }[] } };
  const attachment = { message_id, attachment_id: body.attachments[0]?.id ?? '' };
  const { path } = await shell.deps.request('save_attachment', { ...attachment, to: 'temporary' });
  assert.equal(readFileSync(path, 'utf8').trim(), 'Soup');
  if (process.platform !== 'win32') assert.equal(statSync(path).mode & 0o077, 0);
  const saved = await shell.deps.request('save_attachment', { ...attachment, to: 'downloads' });
  assert.equal(join(saved.path, '..'), downloads);
  const none = { message_id, attachment_id: 'none', to: 'temporary' as const };
  await assert.rejects(shell.deps.request('save_attachment', none), { code: /attachment_not_found|malformed/ });
});

test('the last list is removed with an account', async () => {
  const lastView = join(env.SVC_DATA_DIR, 'desktop', 'last-view.json');
  writeFileSync(lastView, '{}');
  const settings = readFileSync(configFile, 'utf8');
  writeFileSync(
    configFile,
    `${settings}\n[accounts.other]\nname = "Other"\nemail = "o@example.test"\nsync = { type = "fake" }\n`,
  );
  await until('the account is there', async () => {
    return JSON.stringify(await ask('/platform/accounts')).includes('o@example.test');
  });
  assert.equal(existsSync(lastView), true, 'a new account removes nothing');
  writeFileSync(configFile, settings);
  await until('the list is removed', () => !existsSync(lastView));
});

test('checklist 3: a disabled bridge leaves no port and no port file, and the app says why and enables it again', async () => {
  const before = shell.pages.at(-1);
  assert.ok(before && 'url' in before);
  const next = nextPage();
  await ask('/platform/settings', { key: 'bridge.enabled', value: false });
  const page = await next;
  assert.ok('reason' in page && page.remedy === 'enable_bridge', JSON.stringify(page));
  assert.match(page.reason, /turned off/);
  assert.deepEqual([await isThere(before.url), existsSync(portFile)], [false, false]);
  assert.equal(shell.deps.token(), undefined);
  assert.equal(await shell.deps.request('sync', null), null);

  const again = nextPage();
  await shell.deps.request('enable_bridge', null);
  assert.deepEqual(await again, before);
  assert.match(readFileSync(configFile, 'utf8'), /^enabled = true$/m);
});

test('the switch to a demo and back reports the page each time, with its new token', async () => {
  const own = { page: shell.pages.at(-1), token: shell.deps.token() };
  const demo = nextPage();
  await ask('/platform/demo', { on: true });
  const page = await demo;
  assert.ok('url' in page && page.isDemo, JSON.stringify(page));
  assert.notEqual(shell.deps.token(), own.token);
  const back = nextPage();
  await ask('/platform/demo', { on: false });
  assert.deepEqual([await back, shell.deps.token()], [own.page, own.token]);
  assert.equal(desktop.processes.length, 1);
});

test('checklist 122: a shutdown through the API answers before it stops, and is not a crash', async () => {
  assert.ok(await ask('/admin/shutdown', {}));
  await shell.untilProcessState('shut_down');
  assert.equal(desktop.processes[0]?.exitCode, 0);
  assert.equal(desktop.processes.length, 1);
  assert.equal(existsSync(portFile), false);
});

test('a taken port is reported; another one brings the page, is stored, and is the address of each later start', async (t) => {
  const squatter = createServer().listen(0, '127.0.0.1');
  await once(squatter, 'listening');
  t.after(() => squatter.close());
  const { port } = squatter.address() as AddressInfo;
  writeFileSync(configFile, readFileSync(configFile, 'utf8').replace('port = 0', `port = ${port}`));
  const next = nextPage();
  shell.deps.restart();
  const page = await next;
  assert.ok('reason' in page && page.remedy === 'other_port', JSON.stringify(page));
  const other = nextPage();
  await shell.deps.request('other_port', null);
  const found = await other;
  assert.ok('url' in found && new URL(found.url).port === readFileSync(portFile, 'utf8').trim());
  const { origin, port: chosen } = new URL(found.url);
  assert.match(readFileSync(configFile, 'utf8'), new RegExp(`^port = ${chosen}$`, 'm'));
  const later = nextPage();
  const ended = once(desktop.processes.at(-1)!, 'exit');
  await ask('/admin/shutdown', {});
  await ended;
  shell.deps.restart();
  const again = await later;
  assert.ok('url' in again && new URL(again.url).origin === origin, 'the page keeps what it stores by its address');
});

test('a quit during a send lets the send complete', async () => {
  const { session } = await ask('/mail/compose/session', {
    kind: 'new',
    to: 'ada@example.test',
    subject: 'On the way',
    body: 'Nearly there.',
  });
  const { draftPath: draft_path } = session as { draftPath: string };
  // Held for a second, and the test does not wait for the answer: an open request would itself delay the end.
  await ask('/mail/compose/session/send', { draft_path, hold_seconds: 1 });
  await taken.promise;
  assert.equal(await shell.deps.request('sending', null), true);
  app.quit();
  await shell.untilProcessState('finishing');
  assert.equal(desktop.processes.at(-1)?.exitCode, null);
  // After that only the message keeps the daemon from stopping, which would give the server little time for its answer.
  await until(
    'the bridge has closed',
    () => lastLogged('The bridge has closed') > lastLogged('The bridge is listening'),
  );
  released.resolve();
  await desktop.quitDone.promise;
  assert.deepEqual([subjects, desktop.processes.at(-1)?.exitCode], [['On the way'], 0]);
  const { DatabaseSync } = await import('node:sqlite');
  using store = new DatabaseSync(join(env.SVC_DATA_DIR, 'mail.db'), { readOnly: true });
  const [send, ...others] = store.prepare('SELECT state, ended_at FROM outbox').all();
  assert.deepEqual([send?.['state'], others], ['sent', []]);
  assert.ok(Date.parse(String(send?.['ended_at'])) <= lastLogged('the daemon stops'), 'it stops after the answer came');
});

test('a released app runs no compiled code from a folder that its user can write to; an app from source does', async () => {
  const { NODE_COMPILE_CACHE: _cache, ...outer } = environment;
  for (const [words, hasCache] of [
    [['--release'], false],
    [[], true],
  ] as const) {
    const folder = mkdtempSync(join(home, 'start-'));
    const dataDir = join(folder, 'data');
    mkdirSync(join(folder, 'config'));
    writeFileSync(join(folder, 'config', 'config.toml'), '[bridge]\nport = 0\n');
    const places = {
      SVC_CONFIG_DIR: join(folder, 'config'),
      SVC_DATA_DIR: dataDir,
      SVC_SOCKET_PATH: join(folder, 's'),
    };
    const utility = utilityProcess.fork(join(import.meta.dirname, 'utility.ts'), [...words], {
      env: { ...outer, ...env, ...places },
    });
    const ended = once(utility, 'exit');
    await new Promise<void>((resolve) => {
      utility.on('message', ({ kind }: { kind: string }) => kind === 'ready' && resolve());
    });
    utility.postMessage({ kind: 'close' });
    await ended;
    assert.equal(existsSync(join(dataDir, 'code-cache')), hasCache, words.join());
  }
});

/** When the daemon last wrote this into its log, in milliseconds; 0 if never. */
function lastLogged(message: string): number {
  // After the last line end there is nothing, or the beginning of a line.
  const lines = readFileSync(join(env.SVC_DATA_DIR, 'logs', 'daemon.log'), 'utf8')
    .split('\n')
    .slice(0, -1);
  const found = lines.map((line) => JSON.parse(line) as { msg?: string; time?: number | string });
  return new Date(found.findLast(({ msg }) => msg === message)?.time ?? 0).getTime();
}
