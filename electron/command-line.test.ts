import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import './fake/register.ts';
import { waitLimitMs } from '../daemon/test-until.ts';
import { testFolder } from '../daemon/test-folder.ts';

const { commandLineWords } = await import('./command-line.ts');

const project = join(import.meta.dirname, '..');
const launcher = join(project, 'resources', 'packaging', 'cli', 'posthorn');

test('the words after --cli are those of the command line, and a link or a path never starts it', () => {
  const words = (...args: string[]) => commandLineWords(['/opt/Posthorn/posthorn-app', ...args], false);
  assert.deepEqual(words('--ozone-platform=headless', '--cli', '--', 'list', '--json'), ['list', '--json']);
  assert.deepEqual(commandLineWords(['electron', '.', '--cli', 'status'], true), ['status']);
  assert.equal(commandLineWords(['electron', '--cli', 'status'], true), undefined);
  assert.deepEqual(words('--cli', '--', '--', 'x'), ['--', 'x']);
  assert.deepEqual(words('--cli'), []);
  for (const args of [[], ['--hidden'], ['mailto:a@example.org', '--cli', 'send'], ['/tmp/x.eml', '--cli']])
    assert.equal(words(...args), undefined, args.join(' '));
});

test('the command line runs in the app’s own program, without a window', () => {
  const program = join(project, 'electron', 'main.ts');
  const run = (...words: string[]) =>
    spawnSync(process.execPath, ['--import', new URL('./fake/register.ts', import.meta.url).href, program, ...words], {
      encoding: 'utf8',
      timeout: waitLimitMs,
      env: { ...process.env, SVC_INSTANCE: 'posthorn-none', SVC_SOCKET_PATH: join(testFolder(), 'none') },
    });
  const { status, stderr } = run('--cli', '--', 'status');
  assert.equal(status, 3, stderr);
  assert.match(stderr, /Posthorn isn’t running/);
  const mistyped = run('--cli', '--', 'archve');
  assert.equal(mistyped.status, 2);
  assert.match(mistyped.stderr, /Did you mean archive\?/);
  assert.match(
    run('--cli', '--', 'help', 'show').stdout,
    /^Usage: posthorn show\|read[^]*Examples:\n {2}posthorn show /,
  );
  // A program with a language model starts it like this, and closes its input at the end.
  assert.deepEqual([run('--cli', '--', 'mcp').status, run('--cli', '--', 'mcp').stdout], [0, '']);
});

test(
  'the launcher passes words on unchanged, from a link too, and alone it opens the app',
  { skip: process.platform === 'win32' },
  () => {
    const folder = testFolder();
    const launchers = join(folder, 'resources', 'bin');
    mkdirSync(launchers, { recursive: true });
    cpSync(launcher, join(launchers, 'posthorn'));
    const app = join(folder, 'posthorn-app');
    writeFileSync(app, '#!/bin/sh\nfor word in "$@"; do printf "%s|" "$word"; done\n');
    chmodSync(app, 0o755);
    symlinkSync(join(launchers, 'posthorn'), join(folder, 'link'));
    const run = (...words: string[]) => execFileSync(join(folder, 'link'), words, { encoding: 'utf8' });
    const start = process.platform === 'linux' ? '--ozone-platform=headless|--cli|--|' : '--cli|--|';
    assert.equal(run('show', 'a b', '--json', '*', ''), `${start}show|a b|--json|*||`);
    assert.equal(run(), '');
  },
);
