import { closeSync, existsSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { systemReason } from './system-reason.ts';
import { dirname } from 'node:path';
import pino from 'pino';

export type Log = pino.Logger;

/** Keys that must never appear in a log line, whichever caller passes them. */
const secretKeys = [
  'token',
  'password',
  'passphrase',
  'new_passphrase',
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
 * A log that cannot be written stops nothing: its lines are lost and counted, and the count is written as soon as possible.
 */
function rotatingFile(file: string, limits: Limits): { write(line: string): void; setLimits(limits: Limits): void } {
  let { maxBytes, maxFiles } = limits;
  let handle: number | undefined;
  let size = 0;
  let lost = 0;

  const open = (): number => {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const opened = openSync(file, 'a', 0o600);
    size = fstatSync(opened).size;
    return opened;
  };

  const rotate = () => {
    if (handle !== undefined) closeSync(handle);
    handle = undefined;
    rmSync(maxFiles > 1 ? `${file}.${maxFiles - 1}` : file, { force: true });
    for (let n = maxFiles - 2; n >= 0; n--) renameIfThere(n === 0 ? file : `${file}.${n}`, `${file}.${n + 1}`);
  };

  const append = (line: string) => {
    const bytes = Buffer.byteLength(line);
    if (size > 0 && size + bytes > maxBytes) rotate();
    handle ??= open();
    size += writeSync(handle, line);
  };

  const report = (failed: unknown) =>
    process.stderr.write(`The log ${file} can’t be written: ${systemReason(failed)}\n`);

  const write = (line: string) => {
    try {
      if (lost > 0) append(lostLine(lost, line));
      lost = 0;
      append(line);
    } catch (failed) {
      if (lost++ === 0) report(failed);
    }
  };

  return {
    write,
    setLimits(limits) {
      ({ maxBytes, maxFiles } = limits);
      try {
        for (let n = maxFiles; existsSync(`${file}.${n}`); n++) rmSync(`${file}.${n}`);
      } catch (failed) {
        report(failed);
      }
    },
  };
}

/** A line in the format of the others, with the time of the next one. */
function lostLine(count: number, next: string): string {
  const { time } = JSON.parse(next) as { time: number };
  const msg = 'lines of this log were lost, because it couldn’t be written';
  return `${JSON.stringify({ level: 50, time, count, msg })}\n`;
}

function renameIfThere(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (failed) {
    if (!(failed instanceof Error && 'code' in failed && failed.code === 'ENOENT')) throw failed;
  }
}

export const silentLog: Log = pino({ level: 'silent' });
