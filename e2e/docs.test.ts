import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { after, before, suite, test } from 'node:test';
import { addressOf, isOnHttp } from '../daemon/contract/define.ts';
import { requestsByName } from '../daemon/contract.ts';
import { apiBase, ownRoutes } from '../bridge/own-routes.ts';
import { waitLimitMs, until } from '../daemon/test-until.ts';
import { noFsyncProgram } from './use-bundle.ts';
import { anchorsIn, examplesIn, exampleFaults, linksIn, type CommandOutcome } from './docs-examples.ts';

const project = join(import.meta.dirname, '..');
const pages = globSync(['README.md', 'CONTRIBUTING.md', 'docs/*.md'], { cwd: project }).toSorted();
const textOf = (page: string) => readFileSync(join(project, page), 'utf8');
/** The time limit for all examples of a page, in milliseconds. */
const examplesTimeoutMs = 6 * waitLimitMs;

const skip =
  process.platform !== 'linux'
    ? 'the examples name the folders of Linux'
    : spawnSync('curl', ['--version']).error
      ? 'peer: the examples need curl (apt-get install curl)'
      : false;

suite('the examples in docs/', { skip }, () => {
  const home = mkdtempSync(join(tmpdir(), 'posthorn-docs-'));
  const env = homeEnvironment(home);
  let stop: (() => Promise<void>) | undefined;
  before(async () => (stop = await startDemo(home, env)));
  after(async () => {
    await stop?.();
    rmSync(home, { recursive: true, force: true, maxRetries: 5 });
  });

  for (const page of ['docs/scripts.md', 'docs/agents.md', 'docs/command-line.md']) {
    test(`${page}: every command runs as written, and gives the answer on the page`, async () => {
      const examples = examplesIn(textOf(page));
      assert.ok(examples.length >= 5, 'the page has examples');
      const outcomes = await runAll(
        examples.map(({ command }) => command),
        env,
      );
      const faults = examples.flatMap((example, at) => exampleFaults(example, outcomes[at]));
      assert.deepEqual(faults, []);
    });
  }
});

test('every address that the pages name exists', () => {
  const served = [...requestsByName().values()].filter(isOnHttp).map(addressOf);
  const own = Object.values(ownRoutes).map((route) => addressOf(route));
  const known = new Set([...served, ...own].map(({ method, path }) => `${method} ${path}`));
  const spoken = pages.flatMap((page) =>
    [...textOf(page).matchAll(/`((?:GET|POST|DELETE) \/[^`\s]*)`/g)].map(([, address = '']) => ({ page, address })),
  );
  assert.ok(spoken.length > 10);
  const isKnown = (address: string) => known.has(address.split('?')[0]?.replace(apiBase, '') ?? '');
  assert.deepEqual(
    spoken.filter(({ address }) => !isKnown(address)),
    [],
  );
});

test('every link between the pages resolves', () => {
  const broken = pages.flatMap((page) =>
    linksIn(textOf(page)).flatMap(({ target, anchor }) => {
      const file = target === '' ? page : join(dirname(page), target);
      if (!existsSync(join(project, file))) return [`${page}: ${target}`];
      const isThere = anchor === '' || anchorsIn(textOf(file)).includes(anchor);
      return isThere ? [] : [`${page}: ${target}#${anchor}`];
    }),
  );
  assert.deepEqual(broken, []);
});

/** The environment of a user whose home is `home`, with the current Node. */
function homeEnvironment(home: string): NodeJS.ProcessEnv {
  const ours = Object.entries(process.env).filter(([name]) => !/^(SVC_|XDG_|NODE_TEST)/.test(name));
  const runtime = join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  return {
    ...Object.fromEntries(ours),
    HOME: home,
    XDG_RUNTIME_DIR: runtime,
    SVC_KEYCHAIN: 'off',
    // npx would ask its registry for a newer npm.
    NPM_CONFIG_UPDATE_NOTIFIER: 'false',
    PATH: [dirname(process.execPath), process.env['PATH']].join(delimiter),
  };
}

/** Starts the demo as `npm run demo` does, and waits until search covers all of its mail. */
async function startDemo(home: string, env: NodeJS.ProcessEnv): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [...noFsyncProgram, '--demo=500', '--bridge-port', '0'], {
    cwd: project,
    env,
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let stderrText = '';
  child.stderr.on('data', (text) => (stderrText += String(text)));
  const stop = async () => {
    if (child.exitCode !== null) return;
    const ended = once(child, 'exit');
    child.kill('SIGTERM');
    await ended;
  };
  await until('all mail of the demo can be found', async () => {
    if (child.exitCode !== null) throw new Error('It ended.');
    return isComplete(join(home, '.config', 'posthorn-demo'));
  }).catch(async (cause: unknown) => {
    await stop();
    throw new Error(`The demo did not start. Its output: ${stderrText.slice(-2000)}`, { cause });
  });
  return stop;
}

async function isComplete(settings: string): Promise<boolean> {
  if (!existsSync(join(settings, 'bridge-port'))) return false;
  const [port, token] = ['bridge-port', 'bridge-token'].map((name) =>
    readFileSync(join(settings, name), 'utf8').trim(),
  );
  const answer = await fetch(`http://127.0.0.1:${port}${apiBase}/admin/status`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { total_messages, search_coverage, sync_statuses } = (await answer.json()) as {
    total_messages: number;
    search_coverage: { indexed: number };
    sync_statuses: { sync_in_progress: boolean; last_success_at: string | null }[];
  };
  const isQuiet = sync_statuses.every((each) => !each.sync_in_progress && each.last_success_at !== null);
  return isQuiet && total_messages > 0 && search_coverage.indexed === total_messages;
}

/** Runs the commands of a page in sequence in one shell, as a reader would, and returns the output of each. */
async function runAll(commands: readonly string[], env: NodeJS.ProcessEnv): Promise<CommandOutcome[]> {
  const separator = '\u001e';
  const script = commands.map((command) => `${command}\nprintf '${separator}%s${separator}' "$?"\n`).join('');
  const child = spawn('sh', ['-c', script], {
    cwd: project,
    env,
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: examplesTimeoutMs,
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece: string) => (text += piece));
  await once(child, 'close');
  const pieces = text.split(separator);
  return commands.map((_, at) => ({ output: pieces[at * 2] ?? '', code: Number(pieces[at * 2 + 1] ?? Number.NaN) }));
}
