import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, beforeEach, test } from 'node:test';
import { waitLimitMs } from '../daemon/test-until.ts';
import './fake/register.ts';
import { attachmentsIn } from './opened-files.ts';
import { recordingShell } from './fake/recording-shell.ts';
import type { FakeUtilityCommand } from './fake/fake-utility.ts';

const { app, cancelableEvent, newDesktop, powerMonitor } = await import('./fake/electron.ts');
const { runDesktop } = await import('./desktop.ts');

const hourMs = 3_600_000;
const standIn = join(import.meta.dirname, 'fake', 'fake-utility.ts');
const home = mkdtempSync(join(tmpdir(), 'posthorn-desktop-'));
const env = { SVC_CONFIG_DIR: home, SVC_DATA_DIR: join(home, 'data') };
const noUpdater = async () => assert.fail('an app from source looked for updates');

let desktop: ReturnType<typeof newDesktop>;

beforeEach(() => {
  desktop = newDesktop();
  delete process.env['POSTHORN_STAND_IN'];
});
afterEach(async () => {
  for (const child of desktop.processes) child.kill('SIGKILL');
  app.quit();
  await desktop.quitDone.promise;
});
after(() => rmSync(home, { recursive: true, force: true }));

type Start = {
  platform?: NodeJS.Platform;
  fares?: string;
  argv?: string[];
  waits?: number[];
  patience?: number;
  glance?: number;
};

async function start({
  platform = process.platform,
  fares,
  argv = [],
  waits: delaysMs = [0],
  patience: exitMs = waitLimitMs,
  glance: pollMs = 20,
}: Start = {}) {
  if (fares) process.env['POSTHORN_STAND_IN'] = fares;
  const { openShell, recording } = recordingShell();
  await runDesktop({
    utilityPath: standIn,
    openShell,
    loadUpdater: noUpdater,
    argv,
    env,
    platform,
    crashBackoff: { delaysMs, maxCrashes: 3, windowMs: hourMs },
    quitTimeouts: { exitMs, sendingMs: hourMs, quietMs: 0, pollMs },
  });
  return recording();
}

async function running(settings?: Start) {
  const shell = await start(settings);
  await shell.untilPages(1);
  return shell;
}

const order = (message: FakeUtilityCommand) => void desktop.processes.at(-1)?.send(message);
const states = ({ processes }: { processes: { state: string }[] }) => processes.map(({ state }) => state);

/** Kills the running process, and waits until the next has reported its page. */
async function crash(shell: Awaited<ReturnType<typeof start>>): Promise<void> {
  const pages = shell.pages.length;
  desktop.processes.at(-1)?.kill('SIGSEGV');
  await shell.untilPages(pages + 1);
}

test('the app starts the daemon process, shows its page, and has its token, which is in no address or argument', async () => {
  const shell = await running();
  assert.deepEqual(states(shell), ['starting', 'running']);
  assert.deepEqual(shell.pages, [{ url: 'http://127.0.0.1:4040/', isDemo: false }]);
  assert.equal(shell.deps.token(), 'a-token-of-the-bridge');
  const [child] = desktop.processes;
  assert.ok(!child?.spawnargs.join().includes('a-token-of-the-bridge'));
  assert.equal(desktop.paths['userData'], join(home, 'data', 'desktop'));
});

test('crashes are kept on this computer, and sent to nobody', async () => {
  await running();
  assert.deepEqual(desktop.crashReporting, { uploadToServer: false });
  assert.equal(desktop.paths['crashDumps'], join(home, 'data', 'desktop', 'crashes'));
});

test('messages of the daemon reach the shell, and actions of the user reach the daemon', async () => {
  const shell = await running();
  const status = {
    state: 'synced',
    unread: 3,
    approvals: 0,
    agents_paused: null,
    passwords: null,
    paused_until: null,
  } as const;
  const notification = { id: 'n', kind: 'mail', title: 'Ada', body: 'Lunch', path: '/inbox/m/1', actions: [] } as const;
  order({ kind: 'tell', message: { kind: 'status', status } });
  order({ kind: 'tell', message: { kind: 'show', notification } });
  shell.deps.onNotificationAction('n', 'archive');
  await shell.untilWithdrawn('archive');
  assert.deepEqual(
    [shell.statuses, shell.notifications, shell.withdrawn],
    [[status], [notification], ['n', 'archive']],
  );
  const until = '2026-03-10T17:00:00.000Z';
  assert.deepEqual(await shell.deps.request('pause', { until }), { paused_until: until });
  await assert.rejects(shell.deps.request('sync', null), { message: 'No account yet.', code: 'no_account' });
});

test('a crash is reported and answered with a restart, and without a page there is no token', async () => {
  const shell = await running();
  await crash(shell);
  assert.deepEqual(states(shell), ['starting', 'running', 'restarting', 'running']);
  const [, , restarting] = shell.processes;
  assert.ok(restarting?.state === 'restarting' && restarting.attempt === 1);
  assert.match(restarting.reason, /quit unexpectedly\. Your stored mail is safe\.$/);
  const lines = readFileSync(join(home, 'data', 'logs', 'desktop.log'), 'utf8');
  assert.match(lines, /quit unexpectedly.*"the daemon process has crashed"/);
});

test('three crashes within the period end the restarts, until the user starts it again', async () => {
  const shell = await running();
  await crash(shell);
  await crash(shell);
  desktop.processes.at(-1)?.kill('SIGSEGV');
  const givenUp = await shell.untilProcessState('given_up');
  assert.match('reason' in givenUp ? givenUp.reason : '', /This happened 3 times in a short time\.$/);
  assert.equal(shell.deps.token(), undefined);
  await assert.rejects(shell.deps.request('sync', null), /isn’t running\. Restart it/);
  shell.deps.restart();
  await shell.untilPages(4);
  assert.deepEqual(states(shell).slice(-3), ['given_up', 'starting', 'running']);
  // Earlier crashes are forgotten: the next crash is the first again.
  await crash(shell);
  assert.equal(shell.processes.findLast(({ state }) => state === 'restarting')?.state, 'restarting');
});

test('a process that dies before it is ready counts as a crash', async () => {
  const shell = await start({ fares: 'crashes at start' });
  await shell.untilProcessState('given_up');
  assert.equal(desktop.processes.length, 3);
});

test('a quit during the delay before a restart starts nothing more', async () => {
  const shell = await running({ waits: [60_000] });
  desktop.processes[0]?.kill('SIGSEGV');
  await shell.untilProcessState('restarting');
  app.quit();
  await desktop.quitDone.promise;
  assert.equal(desktop.processes.length, 1);
});

test('checklist 122: a daemon that was shut down through its API is not a crash: the app stays, and offers to start it', async () => {
  const shell = await running();
  order({ kind: 'tell', message: { kind: 'shut_down' } });
  await shell.untilProcessState('shut_down');
  assert.deepEqual([desktop.processes.length, desktop.processes[0]?.exitCode], [1, 0]);
  assert.deepEqual(states(shell), ['starting', 'running', 'shut_down']);
  shell.deps.restart();
  await shell.untilPages(2);
  assert.equal(shell.deps.token(), 'a-token-of-the-bridge');
});

test('a failed start is explained in the words of the daemon, and retried when the user wants it', async () => {
  const shell = await start({ fares: 'fails' });
  assert.deepEqual(await shell.untilProcessState('failed'), {
    state: 'failed',
    reason: 'The database is newer.',
    code: 'database_newer',
  });
  delete process.env['POSTHORN_STAND_IN'];
  shell.deps.restart();
  await shell.untilPages(1);
  assert.deepEqual(states(shell), ['starting', 'failed', 'starting', 'running']);
});

test('checklist 3: without its bridge the daemon runs on, and the app says why there is no page and offers the remedy', async () => {
  const shell = await running();
  const reason = 'The bridge is turned off.';
  order({ kind: 'tell', message: { kind: 'page_unavailable', reason, remedy: 'enable_bridge' } });
  assert.deepEqual(await shell.untilPages(2), { reason, remedy: 'enable_bridge' });
  assert.equal(shell.deps.token(), undefined);
  assert.equal(states(shell).at(-1), 'running');
});

test('when the page moves, as after the switch to a demo, the shell gets its new address and token', async () => {
  const shell = await running();
  const message = { kind: 'ready', url: 'http://127.0.0.1:4050', token: 'a-token-of-the-demo', isDemo: true } as const;
  order({ kind: 'tell', message });
  assert.deepEqual(await shell.untilPages(2), { url: message.url, isDemo: true });
  assert.equal(shell.deps.token(), message.token);
});

test('if another Posthorn has the mail its page can be shown, and one without a page is only reported', async (t) => {
  const other = createServer((request, response) => {
    const isHealth = request.url === '/api/v1/health';
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(isHealth ? { service: 'posthorn' } : { token: 'a-token-of-the-other' }));
  });
  other.listen(0, '127.0.0.1');
  await once(other, 'listening');
  t.after(() => other.close());
  const { port } = other.address() as AddressInfo;
  const portFile = join(home, 'bridge-port');
  writeFileSync(portFile, `${port}\n`);
  const shell = await start({ fares: 'runs elsewhere' });
  const reason = 'Posthorn is already running.';
  assert.deepEqual(await shell.untilProcessState('elsewhere'), { state: 'elsewhere', reason, hasPage: true });
  shell.deps.useOtherInstance();
  assert.deepEqual(await shell.untilPages(1), { url: `http://127.0.0.1:${port}`, isDemo: false });
  assert.equal(shell.deps.token(), 'a-token-of-the-other');

  rmSync(portFile);
  shell.deps.restart();
  assert.deepEqual(await shell.untilProcessState('elsewhere', 3), { state: 'elsewhere', reason, hasPage: false });
});

test('the app quits after the daemon process has ended cleanly', async () => {
  const shell = await running();
  app.quit();
  await desktop.quitDone.promise;
  assert.deepEqual([desktop.processes[0]?.exitCode, shell.isClosed], [0, true]);
  assert.ok(!states(shell).includes('shut_down'));
});

test('a quit during a send waits until the message was sent, and says so', async () => {
  // It gets the question once, and has all the time it needs to answer.
  const shell = await running({ fares: 'sends', patience: 0, glance: waitLimitMs });
  app.quit();
  const waiting = await shell.untilProcessState('finishing');
  assert.equal('reason' in waiting && waiting.reason, 'Posthorn quits as soon as a message has been sent.');
  assert.equal(desktop.processes[0]?.exitCode, null);
  order({ kind: 'is_sending', is: false });
  await desktop.quitDone.promise;
  assert.equal(desktop.processes[0]?.exitCode, 0);
});

test('a daemon process that does not end when asked is killed', async () => {
  await running({ fares: 'deaf', patience: 0 });
  app.quit();
  await desktop.quitDone.promise;
  assert.equal(desktop.processes[0]?.signalCode, 'SIGTERM');
});

test('a shutdown of the computer is held back until the daemon process has ended', async () => {
  await running();
  const event = cancelableEvent();
  powerMonitor.emit('shutdown', event);
  await desktop.quitDone.promise;
  assert.deepEqual([event.defaultPrevented, desktop.processes[0]?.exitCode], [true, 0]);
});

test('Windows waits with the sign-out until the daemon process has ended, also while the app has no window', async () => {
  const shell = await running({ platform: 'win32', fares: 'sends', patience: 0, glance: waitLimitMs });
  const [window] = desktop.bareWindows;
  assert.deepEqual([desktop.windows.length, window?.options.show], [0, false]);
  assert.ok(window);
  const event = cancelableEvent();
  window.emit('query-session-end', event);
  assert.equal(event.defaultPrevented, true);
  await shell.untilProcessState('finishing');
  order({ kind: 'is_sending', is: false });
  await desktop.quitDone.promise;
  const later = cancelableEvent();
  window.emit('query-session-end', later);
  assert.deepEqual([desktop.processes[0]?.exitCode, later.defaultPrevented, window.isGone], [0, false, true]);
});

test('a closed terminal and an error that nothing handles are in the log, and do not end the app', async () => {
  await running();
  process.stderr.emit('error', Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }));
  // The test runner listens too.
  const [listener] = process.listeners('unhandledRejection').slice(-1);
  listener?.(new Error('nobody waits for this'), Promise.resolve());
  const lines = readFileSync(join(home, 'data', 'logs', 'desktop.log'), 'utf8');
  assert.match(lines, /nobody waits for this/);
  assert.doesNotMatch(lines, /EPIPE/);
});

test('mail files that are opened with the app reach the window, also from a second start and from the Finder', async () => {
  const shell = await running({ argv: ['posthorn', '/mail/a.eml', '--flag.eml', 'https://x.example/b.eml'] });
  app.emit('second-instance', {}, [], '/', { links: [], files: ['/mail/b.MBOX', '/etc/passwd', 7], isHidden: false });
  const event = cancelableEvent();
  app.emit('open-file', event, '/mail/c.eml');
  app.emit('open-file', cancelableEvent(), '/mail/program.sh');
  assert.equal(event.defaultPrevented, true);
  assert.deepEqual(shell.openedFiles, [['/mail/a.eml'], ['/mail/b.MBOX'], ['/mail/c.eml']]);
  assert.deepEqual(shell.opened, []);
});

test('files that are sent to the app are attached to a new message; a link cannot give any', async () => {
  const shell = await running({ argv: ['electron', '.', '--attach', '/pictures/a.png', '/mail/b.eml'] });
  const second = { links: [], files: [], attachments: ['/pictures/c.png', 'd.png', 7], isHidden: false };
  app.emit('second-instance', {}, [], '/', second);
  assert.deepEqual(shell.attachedFiles, [['/pictures/a.png', '/mail/b.eml'], ['/pictures/c.png']]);
  assert.deepEqual([shell.openedFiles, shell.opened], [[], []]);
  assert.deepEqual(attachmentsIn(['mailto:a@example.org', '--attach', '/etc/passwd'], '/'), []);
});

test('SIGTERM ends everything cleanly, and afterwards it has no listener', async () => {
  const before = process.listenerCount('SIGTERM');
  await running();
  process.kill(process.pid, 'SIGTERM');
  await desktop.quitDone.promise;
  assert.equal(desktop.processes[0]?.exitCode, 0);
  assert.equal(process.listenerCount('SIGTERM'), before);
});

test('the daemon is informed that the computer has woken', async () => {
  const shell = await running();
  powerMonitor.emit('suspend');
  powerMonitor.emit('resume');
  await shell.untilWithdrawn('resumed');
});

test('a link of the command line, of a second start and of the system opens in the page', async () => {
  const shell = await running({ argv: ['posthorn', '--flag', 'mailto:bo@example.org?subject=Hi'] });
  app.emit('second-instance', {}, [], '', { links: ['posthorn://search/invoice', 7], isHidden: false });
  const event = cancelableEvent();
  app.emit('open-url', event, 'posthorn://compose');
  app.emit('open-url', cancelableEvent(), 'https://news.example/');
  assert.equal(event.defaultPrevented, true);
  assert.deepEqual(shell.opened, ['/compose?to=bo%40example.org&subject=Hi', '/search?q=invoice', '/compose']);
});

test('a second start brings the app to the front, unless it was the hidden start at sign-in', async () => {
  const shell = await running({ argv: ['posthorn', '--hidden'] });
  assert.equal(shell.deps.isHidden, true);
  app.emit('second-instance', {}, [], '', { links: [], isHidden: true });
  app.emit('second-instance', {}, [], '', { links: [], isHidden: false });
  app.emit('second-instance', {}, [], '', undefined);
  assert.deepEqual(shell.opened, [undefined, undefined]);
});

test('the second instance passes on its links, starts nothing and quits', async () => {
  desktop.isFirstInstance = false;
  await assert.rejects(start({ argv: ['posthorn', 'mailto:bo@example.org'] }), /no shell was opened/);
  await desktop.quitDone.promise;
  const links = ['mailto:bo@example.org'];
  assert.deepEqual(desktop.additionalData, { links, files: [], attachments: [], isHidden: false });
  assert.deepEqual(desktop.processes, []);
});

test('an app that cannot show its page says so and ends, and is not left without a window', async () => {
  const openShell = () => {
    throw new Error('No icons are there.');
  };
  await runDesktop({ utilityPath: standIn, openShell, loadUpdater: noUpdater, argv: [], env });
  await desktop.quitDone.promise;
  assert.deepEqual(desktop.errors, ['Posthorn couldn’t start: No icons are there.']);
  assert.deepEqual(desktop.processes, []);
});

test('if its folder cannot be created the app says so and ends', async () => {
  const blocked = join(home, 'blocked');
  mkdirSync(home, { recursive: true });
  writeFileSync(blocked, '');
  const { openShell } = recordingShell();
  await runDesktop({
    utilityPath: standIn,
    openShell,
    loadUpdater: noUpdater,
    argv: [],
    env: { SVC_DATA_DIR: blocked },
  });
  await desktop.quitDone.promise;
  assert.match(desktop.errors.join(), /^Posthorn couldn’t start: .*blocked.* can’t be used: /);
  assert.deepEqual(desktop.processes, []);
});
