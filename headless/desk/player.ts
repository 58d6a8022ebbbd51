import { spawn as spawnProcess, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../daemon/base/log.ts';
import type { ChimeSound } from '../../daemon/config/sections.ts';
import { quieter } from './player-wave.ts';

export type Player = {
  /** Plays a sound, from 0 (silence) to 1; one that is still sounding ends. Never throws and never waits. */
  play(sound: ChimeSound, volume: number): void;
  /** Ends what sounds. */
  close(): void;
};

export type PlayerParts = {
  /** Where the WAV files of the sounds lie, by their names. */
  folder: string;
  log: Pick<Log, 'warn'>;
  platform: NodeJS.Platform;
  spawn?: typeof spawnProcess;
};

/** No sound lasts a second: what has not ended by then waits for a sound server that does not answer. */
const longestMs = 5_000;

/** Plays sounds with what the system has for it. Without such a program, or a sound server, it is silent and says so once. */
export function createPlayer({ folder, log, platform, spawn = spawnProcess }: PlayerParts): Player {
  const cache = soundCache(folder);
  let sounding: Voice | undefined;
  /** The program that played last, if any did. */
  let known: Program | undefined;
  let hasComplained = false;

  function attempt(file: string, [program, ...others]: readonly Program[], troubles: readonly string[]): void {
    if (!program) return complain(troubles);
    sounding = startVoice({ spawn, platform }, program(file), (trouble) => {
      sounding = undefined;
      if (trouble !== undefined) return attempt(file, others, [...troubles, trouble]);
      known = program;
      hasComplained = false;
    });
  }

  function complain(troubles: readonly string[]): void {
    known = undefined;
    if (hasComplained) return;
    hasComplained = true;
    log.warn({ troubles }, `no chime could be played: ${remedy(platform)}`);
  }

  return {
    play(sound, volume) {
      sounding?.end();
      sounding = undefined;
      if (sound === 'none' || !(volume > 0)) return;
      try {
        const file = cache.fileOf(sound, Math.min(volume, 1));
        const programs = programsOf(platform);
        attempt(file, known ? [known, ...programs.filter((program) => program !== known)] : programs, []);
      } catch (failed) {
        if (!hasComplained) log.warn({ err: failed }, 'a chime could not be read or prepared');
        hasComplained = true;
      }
    },
    close() {
      sounding?.end();
      sounding = undefined;
      cache.close();
    },
  };
}

type Command = { file: string; words: readonly string[]; env?: Record<string, string> };
type Program = (sound: string) => Command;

/** Programs that play a WAV file, the likeliest first. The path is absolute, so that it is never taken for an option. */
const linux: readonly Program[] = [
  (sound) => ({ file: 'pw-play', words: ['--', sound] }),
  (sound) => ({ file: 'paplay', words: ['--', sound] }),
  (sound) => ({ file: 'aplay', words: ['-q', '--', sound] }),
];
const mac: readonly Program[] = [(sound) => ({ file: 'afplay', words: [sound] })];
// The path travels in the environment: no quoting can go wrong there.
const windows: readonly Program[] = [
  (sound) => ({
    file: 'powershell.exe',
    words: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '(New-Object System.Media.SoundPlayer $env:POSTHORN_CHIME).PlaySync()',
    ],
    env: { POSTHORN_CHIME: sound },
  }),
];

function programsOf(platform: NodeJS.Platform): readonly Program[] {
  if (platform === 'darwin') return mac;
  return platform === 'win32' ? windows : linux;
}

function remedy(platform: NodeJS.Platform): string {
  if (platform === 'darwin' || platform === 'win32') return 'look whether the system has a device for sound';
  return 'it takes a sound server and one of pw-play, paplay and aplay (packages pipewire-bin, pulseaudio-utils, alsa-utils)';
}

type Voice = { end(): void };
type VoiceParts = { spawn: typeof spawnProcess; platform: NodeJS.Platform };

/** `onEnd` hears how it ended, with why it did not play; never after `end`. */
function startVoice(
  { spawn, platform }: VoiceParts,
  { file, words, env }: Command,
  onEnd: (trouble?: string) => void,
): Voice {
  const isGroup = platform !== 'win32';
  const child = spawn(file, words, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A group of its own: what a player starts ends with it.
    detached: isGroup,
    windowsHide: true,
    ...(env && { env: { ...process.env, ...env } }),
  });
  let isOver = false;
  let said = '';
  const over = (trouble?: string) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    onEnd(trouble);
  };
  const timer = setTimeout(() => {
    stop(child, isGroup);
    over(`${file} did not end`);
  }, longestMs).unref();
  child.stderr?.on('data', (text) => (said = `${said}${String(text)}`.slice(0, 200)));
  child.on('error', (failed) => over(`${file}: ${failed.message}`));
  child.on('close', (code, signal) => over(code === 0 ? undefined : `${file}: ${said.trim() || (signal ?? code)}`));
  // A sound keeps no process from ending.
  child.unref();
  return {
    end() {
      isOver = true;
      clearTimeout(timer);
      stop(child, isGroup);
    },
  };
}

function stop(child: ChildProcess, isGroup: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (isGroup) process.kill(-child.pid, 'SIGTERM');
    else child.kill();
  } catch (failed) {
    // ESRCH: it has ended by itself.
    if ((failed as NodeJS.ErrnoException).code !== 'ESRCH') throw failed;
  }
}

/** Each sound at each volume as a file of its own, for no two programs take a volume alike, and some take none. */
function soundCache(folder: string) {
  let place: string | undefined;
  const made = new Map<string, string>();
  return {
    fileOf(sound: string, volume: number): string {
      const name = `${sound}-${Math.round(volume * 1000)}.wav`;
      const known = made.get(name);
      if (known !== undefined) return known;
      place ??= mkdtempSync(join(tmpdir(), 'posthorn-chimes-'));
      const file = join(place, name);
      writeFileSync(file, quieter(readFileSync(join(folder, `${sound}.wav`)), volume), { mode: 0o600 });
      made.set(name, file);
      return file;
    },
    close() {
      made.clear();
      if (place !== undefined) rmSync(place, { recursive: true, force: true });
      place = undefined;
    },
  };
}
