/**
 * `npm run bench -- cli [--size 1000] [--runs 25]`: the time until a command of the bundled command line has printed its
 * answer, against a Node that does nothing. The daemon runs beside it with demo mail.
 */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { until } from '../../daemon/test-until.ts';
import { runMilliseconds } from './peers/program-runs.ts';
import { bundleError } from './posthorn/bundle.ts';
import { median, printComparisons } from './report/table.ts';

const { values } = parseArgs({
  options: { size: { type: 'string', default: '1000' }, runs: { type: 'string', default: '25' } },
});
const project = join(import.meta.dirname, '../..');
const bundle = join(project, 'dist/bundle');
const goal = { atMost: 3.5 };

const unusable = await bundleError();
if (unusable) throw new Error(unusable);
const home = mkdtempSync(join(tmpdir(), 'posthorn-cli-'));
const env = environment();
const daemon = spawn(process.execPath, [join(bundle, 'headless.cjs'), `--demo=${values.size}`, '--bridge-port', '0'], {
  cwd: project,
  env: { ...process.env, ...env },
  stdio: 'ignore',
});
const ended = once(daemon, 'exit');
try {
  await until('the daemon answers', () => isAnswering());
  printComparisons(
    `The command line on ${values.size} messages, median of ${values.runs}`,
    [['help', 'send'], ['status'], ['list', '--limit', '20'], ['search', 'is:unread']].map((words) => measure(words)),
  );
} finally {
  daemon.kill('SIGTERM');
  await ended;
  rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
}

function environment(): Record<string, string> {
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const folders = { XDG_CONFIG_HOME: 'config', XDG_DATA_HOME: 'data', XDG_CACHE_HOME: 'cache' };
  return {
    ...Object.fromEntries(Object.entries(folders).map(([name, folder]) => [name, join(home, folder)])),
    XDG_RUNTIME_DIR: runtime,
    SVC_INSTANCE: 'posthorn-demo',
    SVC_KEYCHAIN: 'off',
    // The cache of a developer's shell would be an advantage that users do not have.
    NODE_COMPILE_CACHE: '',
  };
}

function isAnswering(): boolean {
  const { status } = spawnSync(process.execPath, [join(bundle, 'posthorn.cjs'), 'list'], {
    env: { ...process.env, ...env },
    stdio: 'ignore',
  });
  return status === 0;
}

function runPosthorn(words: readonly string[]): number {
  return runMilliseconds({ program: process.execPath, args: [join(bundle, 'posthorn.cjs'), ...words], env });
}

/** Both programs in turns, so that a busy moment meets both. */
function measure(words: readonly string[]) {
  const ours: number[] = [];
  const bare: number[] = [];
  for (let at = 0; at < Number(values.runs); at++) {
    ours.push(runPosthorn(words));
    bare.push(runMilliseconds({ program: process.execPath, args: ['-e', '0'], env }));
  }
  const peer = { name: 'node -e 0', value: median(bare) };
  return { name: `posthorn ${words.join(' ')}`, unit: 'ms', ours: median(ours), peer, goal };
}
