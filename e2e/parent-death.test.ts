import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { test, type TestContext } from 'node:test';
import { pathToFileURL } from 'node:url';
import { testFolder } from '../daemon/test-folder.ts';
import { until } from '../daemon/test-until.ts';
import { headlessProgram } from './use-bundle.ts';

const project = join(import.meta.dirname, '..');
const isWindows = process.platform === 'win32' && 'processes have no signals on Windows';

/**
 * A folder in which the npm scripts run the daemon of this project: with the scripts, without packages to install, and with
 * a page that need not be built.
 */
function createClone(): string {
  const folder = testFolder();
  for (const name of ['run.mjs', 'install.mjs', 'outdated.mjs', '.npmrc'])
    cpSync(join(project, name), join(folder, name));
  const { scripts } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8')) as { scripts: object };
  const described = { name: 'clone', version: '1.0.0', type: 'module' };
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...described, scripts }));
  const lock = { ...described, lockfileVersion: 3, packages: { '': { name: 'clone', version: '1.0.0' } } };
  writeFileSync(join(folder, 'package-lock.json'), JSON.stringify(lock));
  for (const made of ['web/dist/index.html', 'web/dist/viewer/viewer.js', 'web/dist/viewer/viewer.css']) {
    mkdirSync(join(folder, made, '..'), { recursive: true });
    writeFileSync(join(folder, made), '');
  }
  mkdirSync(join(folder, 'daemon'));
  const program = pathToFileURL(join(project, headlessProgram)).href;
  writeFileSync(
    join(folder, 'headless.ts'),
    `console.log('pids', process.pid, process.ppid);\nawait import(${JSON.stringify(program)});\n`,
  );
  return folder;
}

type Started = { child: ChildProcess; folder: string; daemon: number; runner: number; portFile: string; log(): string };

/** Starts the daemon with `command` and waits until it answers. */
async function start(
  context: TestContext,
  [command = '', ...words]: readonly string[],
  { detached = false } = {},
): Promise<Started> {
  const folder = createClone();
  const home = testFolder();
  const { NODE_TEST_CONTEXT: _context, NODE_OPTIONS: _options, npm_lifecycle_event: _event, ...rest } = process.env;
  const env = {
    ...rest,
    SVC_CONFIG_DIR: join(home, 'config'),
    SVC_DATA_DIR: join(home, 'data'),
    SVC_SOCKET_PATH: join(home, 's'),
    SVC_KEYCHAIN: 'off',
    SVC_TEST: '1',
  };
  const child = spawn(command, words, { cwd: folder, env, stdio: ['ignore', 'pipe', 'inherit'], detached });
  const lines = createInterface(child.stdout);
  const pids: number[] = [];
  lines.on('line', (line) => {
    if (line.startsWith('pids ')) pids.push(...line.split(' ').slice(1).map(Number));
  });
  context.after(() => {
    for (const pid of [child.pid, ...pids.toReversed()])
      if (pid !== undefined && isRunning(pid)) process.kill(pid, 'SIGKILL');
  });
  const portFile = join(home, 'config', 'bridge-port');
  // The file may be seen before the output is read.
  await until('the daemon answers', () => (existsSync(portFile) && pids.length > 0) || child.exitCode !== null);
  assert.equal(child.exitCode, null, 'it ended at its start');
  const [daemon, runner] = pids;
  assert.ok(daemon && runner);
  const log = () => readFileSync(join(home, 'data', 'logs', 'daemon.log'), 'utf8');
  return { child, folder, daemon, runner, portFile, log };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** The daemon has ended in good order: it has closed the bridge and the store, and holds neither port nor lock. */
async function untilStoppedInOrder({ daemon, portFile, log }: Started): Promise<void> {
  await until('the daemon has ended', () => !isRunning(daemon));
  assert.equal(existsSync(portFile), false);
  assert.match(log(), /the daemon has stopped/);
}

const asNode = [process.execPath, 'run.mjs', 'daemon', '--bridge-port', '0'];
const asNpm = ['npm', 'run', 'daemon', '--', '--bridge-port', '0'];

for (const signal of ['SIGTERM', 'SIGHUP'] as const) {
  test(`${signal} to npm stops the daemon in good order`, { skip: isWindows }, async (context) => {
    const started = await start(context, asNpm);
    started.child.kill(signal);
    await untilStoppedInOrder(started);
  });
}

test(
  'Ctrl-C in a terminal, which is SIGINT to npm and all it started, stops the daemon in good order',
  { skip: isWindows },
  async (context) => {
    const started = await start(context, asNpm, { detached: true });
    process.kill(-(started.child.pid ?? 0), 'SIGINT');
    await untilStoppedInOrder(started);
  },
);

test('SIGTERM to the runner stops the daemon in good order', { skip: isWindows }, async (context) => {
  const started = await start(context, asNode);
  started.child.kill('SIGTERM');
  await once(started.child, 'exit');
  await untilStoppedInOrder(started);
});

test('a killed npm leaves no daemon behind', { skip: isWindows }, async (context) => {
  const started = await start(context, asNpm);
  started.child.kill('SIGKILL');
  await untilStoppedInOrder(started);
});

test('a killed runner leaves no daemon behind', { skip: isWindows }, async (context) => {
  const started = await start(context, asNode);
  process.kill(started.runner, 'SIGKILL');
  await untilStoppedInOrder(started);
});

test('a killed shell of npm leaves no daemon behind', { skip: isWindows }, async (context) => {
  // A shell with a command after ours stays between npm and the runner.
  const started = await start(context, ['sh', '-c', `${asNpm.join(' ')}; true`]);
  started.child.kill('SIGKILL');
  const npm = Number(/\) \S (\d+)/.exec(readFileSync(`/proc/${started.runner}/stat`, 'utf8'))?.[1]);
  process.kill(npm, 'SIGKILL');
  await untilStoppedInOrder(started);
});
