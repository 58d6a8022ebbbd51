import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test, type TestContext } from 'node:test';
import { until } from '../../daemon/test-until.ts';
import { testFolder } from '../../daemon/test-folder.ts';
import { createSoundPlayer } from './sound-player.ts';
import { decodeWave } from './wave-file.ts';

const chimes = join(import.meta.dirname, '../../resources/chimes');
const skip = process.platform === 'win32' && 'The programs that stand in for players are shell scripts.';

/** Fake players, by their behaviour when they are started with a sound. */
type Programs = Partial<Record<'pw-play' | 'paplay' | 'aplay' | 'afplay', string>>;

/** A player that finds only these programs, with their starts and output. */
function testPlayer(t: TestContext, programs: Programs, platform: NodeJS.Platform = 'linux') {
  const programFolder = testFolder();
  mkdirSync(programFolder, { recursive: true });
  for (const [name, does] of Object.entries(programs))
    writeFileSync(join(programFolder, name), `#!/bin/sh\n${does}\n`, { mode: 0o700 });
  const started: { file: string; args: readonly string[]; child: ChildProcess }[] = [];
  const warnings: string[] = [];
  const player = createSoundPlayer({
    folder: chimes,
    platform,
    log: { warn: (...values: unknown[]) => void warnings.push(String(values.at(-1))) },
    spawn: ((file: string, args: string[], options: object) => {
      const child = spawn(file, args, { ...options, env: { PATH: programFolder, PLACE: programFolder } });
      started.push({ file, args, child });
      return child;
    }) as typeof spawn,
  });
  t.after(() => player.close());
  return { player, programFolder, started, warnings, ended: (at: number) => endOf(started[at]?.child) };
}

/** How a process ended: its code, its signal, or why it did not start. */
function endOf(child: ChildProcess | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    child?.on('error', (failed) => resolve((failed as NodeJS.ErrnoException).code));
    child?.on('close', (code, signal) => resolve(code ?? signal));
  });
}

const soundOf = (words: readonly string[]) => words.at(-1) ?? '';
const peakOf = (samples: Int16Array) => samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);

test('a sound is played by the first available program, at the requested volume', { skip }, async (t) => {
  const { player, started, warnings, ended } = testPlayer(t, { paplay: 'exit 0', aplay: 'exit 0' });
  player.play('bell', 0.35);
  assert.equal(await ended(0), 'ENOENT');
  assert.equal(await ended(1), 0);
  assert.deepEqual(
    started.map(({ file, args }) => [file, args.slice(0, -1)]),
    [
      ['pw-play', ['--']],
      ['paplay', ['--']],
    ],
  );
  const original = decodeWave(readFileSync(join(chimes, 'bell.wav')));
  const played = decodeWave(readFileSync(soundOf(started[1]?.args ?? [])));
  assert.equal(played.length, original.length);
  assert.ok(Math.abs(peakOf(played) / peakOf(original) - 0.35) < 0.001);

  // The program that played last is tried first, and the sound file already exists.
  player.play('bell', 0.35);
  assert.equal(await ended(2), 0);
  assert.deepEqual([started[2]?.file, started[2]?.args, started.length], ['paplay', started[1]?.args, 3]);
  assert.deepEqual(warnings, []);
});

test(
  'checklist 172: the sound none makes no sound and no process, and neither does a volume of 0',
  { skip },
  async (t) => {
    const { player, started, ended } = testPlayer(t, { 'pw-play': 'exit 0' });
    player.play('none', 1);
    player.play('bell', 0);
    player.play('bell', Number.NaN);
    assert.equal(started.length, 0);
    player.play('bell', 1);
    assert.equal(await ended(0), 0);
    assert.equal(started.length, 1);
  },
);

test('a new sound ends the current one, with all processes that its program has started', { skip }, async (t) => {
  const lasting = 'sleep 60 & : > "$PLACE/child"; wait';
  const { player, programFolder, started, ended } = testPlayer(t, { 'pw-play': `PATH=/usr/bin:/bin; ${lasting}` });
  player.play('bell', 1);
  // Its end is reported once no process has its standard error open, and a child process could.
  const first = ended(0);
  await until('its program has started another one', () => existsSync(join(programFolder, 'child')));
  player.play('pop', 1);
  assert.equal(await first, 'SIGTERM');
  assert.equal(started.length, 2);
  const second = ended(1);
  player.close();
  assert.equal(await second, 'SIGTERM');
  assert.equal(existsSync(dirname(soundOf(started[0]?.args ?? []))), false);
});

test(
  'without a program or a sound server it is silent, reports so once, and tries again the next time',
  { skip },
  async (t) => {
    const refuses = 'echo "Connection refused" >&2; exit 1';
    const { player, started, warnings, ended } = testPlayer(t, { paplay: refuses });
    for (const round of [0, 1]) {
      player.play('thud', 1);
      for (const program of [0, 1, 2]) await ended(round * 3 + program);
    }
    assert.equal(started.length, 6);
    assert.equal(warnings.length, 1);
    assert.match(warnings[0] ?? '', /^no chime could be played: .*paplay/);
  },
);

test('macOS and Windows play with their own programs', async (t) => {
  for (const [platform, file] of [
    ['darwin', 'afplay'],
    ['win32', 'powershell.exe'],
  ] as const) {
    const { player, started, ended } = testPlayer(t, {}, platform);
    player.play('glass', 0.5);
    assert.equal(started[0]?.file, file);
    assert.equal(await ended(0), 'ENOENT');
  }
});

test('a missing sound file is reported once, and has no other effect', (t) => {
  const warnings: unknown[] = [];
  const log = { warn: (...values: unknown[]) => void warnings.push(values.at(-1)) };
  const player = createSoundPlayer({ folder: testFolder(), platform: 'linux', log });
  t.after(() => player.close());
  player.play('bell', 1);
  player.play('bell', 1);
  assert.deepEqual(warnings, ['a chime could not be read or prepared']);
});
