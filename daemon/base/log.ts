import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import pino from 'pino';

export type Log = pino.Logger;

/** Keys that must never appear in a log line, whichever caller passes them. */
const secretKeys = [
  'token',
  'password',
  'pass',
  'secret',
  'authorization',
  'body',
  'source',
  'text',
  'html',
  'subject',
];

export type LogSettings = {
  level?: string;
  /** Also writes lines to standard error. */
  stderr?: boolean;
  /** Rotates the file when it reaches this many bytes. */
  maxBytes?: number;
  /** How many files are kept, including the newest. */
  maxFiles?: number;
};

export type OpenLog = Log & {
  /** Applies new options from the next line on, also to existing children. */
  reconfigure(settings: LogSettings): void;
};

/** The daemon's log: JSON lines. At info and above it contains no bodies, tokens, addresses or subjects. */
export function openLog({ file, ...settings }: LogSettings & { file?: string }): OpenLog {
  let { level, stderr, ...limits } = withDefaults(settings);
  const lines = file === undefined ? undefined : rotatingFile(file, limits);
  const effective = () => (lines || stderr ? level : 'silent');
  const log = pino(
    {
      level: effective(),
      base: undefined,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
    },
    {
      write(line: string) {
        lines?.write(line);
        if (stderr) process.stderr.write(line);
      },
    },
  );
  return Object.assign(log, {
    reconfigure(settings: LogSettings) {
      ({ level, stderr, ...limits } = withDefaults(settings));
      lines?.setLimits(limits);
      log.level = effective();
    },
  });
}

function withDefaults(settings: LogSettings): Required<LogSettings> {
  return { level: 'info', stderr: false, maxBytes: 10_000_000, maxFiles: 5, ...settings };
}

type Limits = { maxBytes: number; maxFiles: number };

/**
 * Writes each line synchronously, so that the last lines before a crash are kept. Older files are `<file>.1`, `<file>.2` …
 */
function rotatingFile(file: string, limits: Limits): { write(line: string): void; setLimits(limits: Limits): void } {
  let { maxBytes, maxFiles } = limits;
  mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
  const open = () => openSync(file, 'a', 0o600);
  let handle = open();
  let size = fstatSync(handle).size;

  const rotate = () => {
    closeSync(handle);
    rmSync(maxFiles > 1 ? `${file}.${maxFiles - 1}` : file, { force: true });
    for (let n = maxFiles - 2; n >= 0; n--) renameIfThere(n === 0 ? file : `${file}.${n}`, `${file}.${n + 1}`);
    handle = open();
    size = 0;
  };

  return {
    write(line) {
      const bytes = Buffer.byteLength(line);
      if (size > 0 && size + bytes > maxBytes) rotate();
      writeSync(handle, line);
      size += bytes;
    },
    setLimits(limits) {
      ({ maxBytes, maxFiles } = limits);
      for (let n = maxFiles; existsSync(`${file}.${n}`); n++) rmSync(`${file}.${n}`);
    },
  };
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (failed) {
    if (!(failed instanceof Error && 'code' in failed && failed.code === 'ENOENT')) throw failed;
  }
}

export const silentLog: Log = pino({ level: 'silent' });
