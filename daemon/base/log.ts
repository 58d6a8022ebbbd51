import { closeSync, fstatSync, mkdirSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import pino from 'pino';

export type Log = pino.Logger;

/** Keys that must never reach a log line, whoever passes them. */
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
  file?: string;
  level?: string;
  /** Lines also go to standard error. */
  stderr?: boolean;
  /** A file of this many bytes makes room for a new one. */
  maxBytes?: number;
  /** How many files are kept, the newest included. */
  maxFiles?: number;
};

/** The daemon's log: JSON lines. At info and above it holds no bodies, tokens, addresses or subjects. */
export function openLog({
  file,
  level = 'info',
  stderr = false,
  maxBytes = 10_000_000,
  maxFiles = 5,
}: LogSettings): Log {
  const streams: pino.StreamEntry[] = [];
  if (file) streams.push({ level: level as pino.Level, stream: rotatingFile(file, { maxBytes, maxFiles }) });
  if (stderr) streams.push({ level: level as pino.Level, stream: process.stderr });
  return pino(
    {
      level: streams.length > 0 ? level : 'silent',
      base: undefined,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
    },
    pino.multistream(streams),
  );
}

/** Written line by line, so that the last words before a crash are there. Older files are `<file>.1`, `<file>.2` … */
function rotatingFile(
  file: string,
  { maxBytes, maxFiles }: { maxBytes: number; maxFiles: number },
): { write(line: string): void } {
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
