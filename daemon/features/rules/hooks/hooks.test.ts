import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { movableClock } from '../../../base/clock.ts';
import { testFolder } from '../../../test-folder.ts';
import { until } from '../../../test-until.ts';
import { runCommand, type CommandResult } from './run-command.ts';

const folder = testFolder();
let count = 0;

/** A program of these lines for the shell. */
function program(...lines: string[]): string {
  const file = join(folder, `program-${++count}`);
  writeFileSync(file, ['#!/bin/sh', ...lines, ''].join('\n'));
  chmodSync(file, 0o755);
  return file;
}

type Run = { result: Promise<CommandResult>; clock: ReturnType<typeof movableClock>; stop: AbortController };

function start(command: string, { input = '{}', seconds = 30 } = {}): Run {
  const [clock, stop] = [movableClock('2026-03-10T08:00:00Z'), new AbortController()];
  return { clock, stop, result: runCommand(command, { input, timeoutMs: seconds * 1000, clock, signal: stop.signal }) };
}

/** The process ids that a program has written to a file, one a line. */
const pidsIn = (file: string) => readFileSync(file, 'utf8').trim().split('\n').map(Number);
const whenWritten = (file: string, lines = 1) =>
  until(`${file} has ${lines} lines`, () => existsSync(file) && readFileSync(file, 'utf8').split('\n').length > lines);

function isAlive(pid: number): boolean {
  try {
    // A process that was killed and not collected yet does no work any more.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
const whenDead = (file: string) => until('its processes are gone', () => !pidsIn(file).some(isAlive));

suite('commands of rules', { skip: process.platform !== 'linux' && 'needs /proc' }, () => {
  test('a command gets its arguments unexpanded, the message on standard input, and no other environment', async () => {
    process.env['POSTHORN_TEST_SECRET'] = 'hidden';
    const show = program('printf "%s|" "$@"', 'cat', 'env | grep -c SECRET');
    const { result } = start(`${show} '$HOME' "*" "a b" \`id\``, { input: '{"subject":"$(id)"}' });
    const { state, output, exit_code } = await result;
    delete process.env['POSTHORN_TEST_SECRET'];
    assert.deepEqual([state, exit_code, output], ['failed', 1, '$HOME|*|a b|`id`|{"subject":"$(id)"}0\n']);
  });

  test('one that hangs and ignores signals is killed with its children at the time limit (checklist 166)', async () => {
    const pids = join(folder, 'hanging');
    const command = program(
      'trap "" TERM INT HUP',
      `(trap "" TERM HUP; echo $$ >> ${pids}; while :; do sleep 1; done) &`,
      `echo $! >> ${pids}`,
      `sleep 1000 & echo $! >> ${pids}`,
      'while :; do sleep 1; done',
    );
    const { result, clock } = start(command, { seconds: 5 });
    await whenWritten(pids, 3);
    clock.advance(5000);
    const { state, error } = await result;
    assert.deepEqual([state, error], ['timed_out', 'It was stopped after 5 seconds.']);
    await whenDead(pids);
  });

  test('what a program leaves behind is killed when it ends, and does not hold up the result', async () => {
    const pids = join(folder, 'left');
    const { result } = start(program(`sleep 1000 & echo $! > ${pids}`, 'echo done'));
    const { state, output } = await result;
    assert.deepEqual([state, output], ['succeeded', 'done\n']);
    await whenDead(pids);
  });

  test('one that floods its output is stopped, and the beginning is kept', async () => {
    const { result } = start('/usr/bin/yes');
    const { state, output, isCut, error } = await result;
    assert.deepEqual(
      [state, isCut, output.length, error],
      ['failed', true, 16_384, 'It wrote more than 4 MB, so it was stopped.'],
    );
  });

  test('one that closes its standard input does its work', async () => {
    const { result } = start(program('exec 0<&-', 'echo fine'), { input: 'x'.repeat(2_000_000) });
    assert.deepEqual(await result.then(({ state, output }) => [state, output]), ['succeeded', 'fine\n']);
  });

  test('one that cannot be started says why', async () => {
    const missing = await start('/no/such/program').result;
    assert.deepEqual([missing.state, missing.error], ['failed', 'There is no such program.']);
    const locked = join(folder, 'locked');
    writeFileSync(locked, '');
    assert.equal((await start(locked).result).error, 'You don’t have permission to run the program.');
  });

  test('one that runs when the daemon stops is killed', async () => {
    const pids = join(folder, 'stopped');
    const { result, stop } = start(program(`echo $$ > ${pids}`, 'sleep 1000'));
    await whenWritten(pids);
    stop.abort();
    assert.deepEqual((await result).error, 'Posthorn was closed while it ran, so it was stopped.');
    await whenDead(pids);
  });
});
