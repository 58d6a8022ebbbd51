import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '../../daemon/test-until.ts';
import { stopServer, launchServer, type ServerProcess } from './server-process.ts';

/** A sound server with a null device: sounds are recorded, and inaudible. */
type SoundServer = {
  /** The environment that a player needs. */
  env: Record<string, string>;
  /** All recorded sounds, once there are this many and the last one has ended. */
  recordedSounds(count: number): Promise<Int16Array[]>;
  stop(): Promise<void>;
};

const programs = ['pulseaudio', 'pactl', 'parec', 'paplay'].map((name) => `/usr/bin/${name}`);
/** Samples per second of a recording, mono, 16 bits. */
const sampleRate = 44_100;

/** Why tests that record sound are skipped; the reason begins with `peer:` if it could be installed. */
export function soundMissing(): string | undefined {
  if (process.platform !== 'linux') return 'PulseAudio is for Linux.';
  const missing = programs.find((path) => !existsSync(path));
  return (
    missing && `peer: listening needs ${missing}, which is not here (apt-get install pulseaudio pulseaudio-utils).`
  );
}

/** Starts a real PulseAudio in a temporary folder, and records all sounds played there. */
export async function startSound(): Promise<SoundServer> {
  const dir = mkdtempSync(join(tmpdir(), 'posthorn-sound-'));
  const socket = join(dir, 'pulse.sock');
  const recording = join(dir, 'recording.raw');
  const env = { XDG_RUNTIME_DIR: dir, PULSE_RUNTIME_PATH: join(dir, 'pulse'), PULSE_SERVER: `unix:${socket}` };
  const own = ['/usr/bin/env', ...Object.entries({ ...env, HOME: dir }).map(([name, value]) => `${name}=${value}`)];
  const modules = [
    `module-native-protocol-unix auth-anonymous=1 socket=${socket}`,
    'module-null-sink sink_name=nobody',
  ];
  const server = launchServer(
    'PulseAudio',
    [
      ...own,
      'pulseaudio',
      '-n',
      '--daemonize=no',
      '--use-pid-file=no',
      '--exit-idle-time=-1',
      '--disable-shm=yes',
      ...modules.map((module) => `--load=${module}`),
    ],
    { dir },
  );
  const recorder = () =>
    launchServer(
      'parec',
      [
        ...own,
        'parec',
        '--device=nobody.monitor',
        '--raw',
        '--latency-msec=20',
        `--rate=${sampleRate}`,
        '--channels=1',
        '--format=s16le',
        recording,
      ],
      { dir },
    );
  const samples = () => (existsSync(recording) ? readFileSync(recording) : Buffer.alloc(0));
  const stop = () => stopServer(server, dir);
  try {
    await until('PulseAudio answers', () => isServerReady(env)).catch(withLog(server));
    const recorderProcess = recorder();
    await until('parec records', () => samples().length > 0).catch(withLog(recorderProcess));
    return {
      env,
      async recordedSounds(count) {
        const isOver = () => soundsIn(samples()).filter(({ hasEnded }) => hasEnded).length >= count;
        await until(`${count} sounds are recorded`, isOver);
        return soundsIn(samples()).map((sound) => sound.samples);
      },
      stop: () => stopServer(recorderProcess, join(dir, 'none')).then(stop),
    };
  } catch (error) {
    await stop();
    throw error;
  }
}

function withLog({ log }: ServerProcess) {
  return (cause: unknown): never => {
    throw new Error(`The sound server was not started. Its log: ${log()}`, { cause });
  };
}

function isServerReady(env: Record<string, string>): Promise<boolean> {
  return new Promise((resolve) => {
    spawn('pactl', ['info'], { env: { ...process.env, ...env }, stdio: 'ignore' })
      .on('error', () => resolve(false))
      .on('exit', (code) => resolve(code === 0));
  });
}

/** A sound is over after this much silence. */
const silenceSamples = 0.25 * sampleRate;
/** Less than this is inaudible. */
const minAudibleSample = 4;

function soundsIn(recorded: Buffer): { samples: Int16Array; hasEnded: boolean }[] {
  const all = Int16Array.from({ length: Math.floor(recorded.length / 2) }, (_, at) => recorded.readInt16LE(at * 2));
  const sounds: { from: number; to: number }[] = [];
  for (const [at, sample] of all.entries()) {
    if (Math.abs(sample) < minAudibleSample) continue;
    const last = sounds.at(-1);
    if (last && at - last.to < silenceSamples) last.to = at;
    else sounds.push({ from: at, to: at });
  }
  return sounds.map(({ from, to }) => ({
    samples: all.subarray(from, to + 1),
    hasEnded: all.length - to > silenceSamples,
  }));
}
