import { spawn as spawnProcess, type ChildProcess } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Log } from '../../daemon/base/log.ts';
import type { ChimeSound } from '../../daemon/config/schema/sections.ts';
import { scaleVolume } from './wave-file.ts';

export type SoundPlayer = {
  /** Plays a sound, from 0 (silence) to 1; a sound that still plays ends. Never throws and never waits. */
  play(sound: ChimeSound, volume: number): void;
  /** Ends the current sound. */
  close(): void;
};

type SoundPlayerDeps = {
  /** The paths of the WAV files, by the names of the sounds. */
  folder: string;
  log: Pick<Log, 'warn'>;
  platform: NodeJS.Platform;
  spawn?: typeof spawnProcess;
};

/** No sound is longer than a second: a program that still runs then waits for a sound server that does not answer. */
const maxPlayMs = 5_000;

/**
 * Plays sounds with a program of the system. Without such a program, or a sound server, it is silent and reports so once.
 */
export function createSoundPlayer({ folder, log, platform, spawn = spawnProcess }: SoundPlayerDeps): SoundPlayer {
  const cache = soundCache(folder);
  let playback: Playback | undefined;
  /** The program that played last, if any. */
  let lastProgram: Program | undefined;
  let hasReported = false;

  function attempt(file: string, [program, ...others]: readonly Program[], failures: readonly string[]): void {
    if (!program) return reportFailures(failures);
    playback = startPlayback({ spawn, platform }, program(file), (failure) => {
      playback = undefined;
      if (failure !== undefined) return attempt(file, others, [...failures, failure]);
      lastProgram = program;
      hasReported = false;
    });
  }

  function reportFailures(failures: readonly string[]): void {
    lastProgram = undefined;
    if (hasReported) return;
    hasReported = true;
    log.warn({ failures }, `no chime could be played: ${remedyText(platform)}`);
  }

  return {
    play(sound, volume) {
      playback?.stop();
      playback = undefined;
      if (sound === 'none' || !(volume > 0)) return;
      try {
        const file = cache.fileOf(sound, Math.min(volume, 1));
        const programs = programsOf(platform);
        attempt(
          file,
          lastProgram ? [lastProgram, ...programs.filter((program) => program !== lastProgram)] : programs,
          [],
        );
      } catch (failed) {
        if (!hasReported) log.warn({ err: failed }, 'a chime could not be read or prepared');
        hasReported = true;
      }
    },
    close() {
      playback?.stop();
      playback = undefined;
      cache.close();
    },
  };
}

type Command = { file: string; args: readonly string[]; env?: Record<string, string> };
type Program = (sound: string) => Command;

/** Programs that play a WAV file, the most likely first. The path is absolute, so that it is never taken for an option. */
const linuxPrograms: readonly Program[] = [
  (sound) => ({ file: 'pw-play', args: ['--', sound] }),
  (sound) => ({ file: 'paplay', args: ['--', sound] }),
  (sound) => ({ file: 'aplay', args: ['-q', '--', sound] }),
];
const macPrograms: readonly Program[] = [(sound) => ({ file: 'afplay', args: [sound] })];
// The path is passed in the environment, which needs no quoting.
const windowsPrograms: readonly Program[] = [
  (sound) => ({
    file: 'powershell.exe',
    args: [
      '-NoProfile',
      '-NonInteractive',
      '-Command',
      '(New-Object System.Media.SoundPlayer $env:POSTHORN_CHIME).PlaySync()',
    ],
    env: { POSTHORN_CHIME: sound },
  }),
];

function programsOf(platform: NodeJS.Platform): readonly Program[] {
  if (platform === 'darwin') return macPrograms;
  return platform === 'win32' ? windowsPrograms : linuxPrograms;
}

function remedyText(platform: NodeJS.Platform): string {
  if (platform === 'darwin' || platform === 'win32') return 'check that the system has an audio device';
  return 'it takes a sound server and one of pw-play, paplay and aplay (packages pipewire-bin, pulseaudio-utils, alsa-utils)';
}

type Playback = { stop(): void };
type PlaybackDeps = { spawn: typeof spawnProcess; platform: NodeJS.Platform };

/** `onEnd` receives how it ended, and why it did not play; never after `end`. */
function startPlayback(
  { spawn, platform }: PlaybackDeps,
  { file, args, env }: Command,
  onEnd: (failure?: string) => void,
): Playback {
  const isGroup = platform !== 'win32';
  const child = spawn(file, args, {
    stdio: ['ignore', 'ignore', 'pipe'],
    // A process group: child processes of a player end with it.
    detached: isGroup,
    windowsHide: true,
    ...(env && { env: { ...process.env, ...env } }),
  });
  let hasEnded = false;
  let stderrText = '';
  const finish = (failure?: string) => {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(timer);
    onEnd(failure);
  };
  const timer = setTimeout(() => {
    killProcess(child, isGroup);
    finish(`${file} didn’t end`);
  }, maxPlayMs).unref();
  child.stderr?.on('data', (text) => (stderrText = `${stderrText}${String(text)}`.slice(0, 200)));
  child.on('error', (failed) => finish(`${file}: ${failed.message}`));
  child.on('close', (code, signal) =>
    finish(code === 0 ? undefined : `${file}: ${stderrText.trim() || (signal ?? code)}`),
  );
  // A sound does not keep the process running.
  child.unref();
  return {
    stop() {
      hasEnded = true;
      clearTimeout(timer);
      killProcess(child, isGroup);
    },
  };
}

function killProcess(child: ChildProcess, isGroup: boolean): void {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  try {
    if (isGroup) process.kill(-child.pid, 'SIGTERM');
    else child.kill();
  } catch (failed) {
    // ESRCH: it has ended by itself.
    if ((failed as NodeJS.ErrnoException).code !== 'ESRCH') throw failed;
  }
}

/** Each sound at each volume as a separate file, because the programs differ in their volume options, and some have none. */
function soundCache(folder: string) {
  let cacheFolder: string | undefined;
  const fileByName = new Map<string, string>();
  return {
    fileOf(sound: string, volume: number): string {
      const name = `${sound}-${Math.round(volume * 1000)}.wav`;
      const known = fileByName.get(name);
      if (known !== undefined) return known;
      cacheFolder ??= mkdtempSync(join(tmpdir(), 'posthorn-chimes-'));
      const file = join(cacheFolder, name);
      writeFileSync(file, scaleVolume(readFileSync(join(folder, `${sound}.wav`)), volume), { mode: 0o600 });
      fileByName.set(name, file);
      return file;
    },
    close() {
      fileByName.clear();
      if (cacheFolder !== undefined) rmSync(cacheFolder, { recursive: true, force: true });
      cacheFolder = undefined;
    },
  };
}
