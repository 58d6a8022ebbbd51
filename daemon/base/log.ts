import pino from 'pino';
import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

export type Log = pino.Logger;

/** Keys that must never reach a log line, whoever passes them. */
const secretKeys = ['token', 'password', 'pass', 'secret', 'authorization', 'body', 'source', 'text', 'html'];

/**
 * The daemon's log: JSON lines in `file`, and on standard error when `stderr` is set. At info and above it holds no
 * bodies, tokens, addresses or subjects.
 */
export function openLog({ file, level = 'info', stderr = false }: { file?: string; level?: string; stderr?: boolean }): Log {
  const streams: pino.StreamEntry[] = [];
  if (file) {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    streams.push({ level: level as pino.Level, stream: pino.destination({ dest: file, sync: true, mode: 0o600 }) });
  }
  if (stderr) streams.push({ level: level as pino.Level, stream: process.stderr });
  return pino(
    {
      level: streams.length ? level : 'silent',
      base: undefined,
      redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`]), censor: '[left out]' },
    },
    pino.multistream(streams),
  );
}

export const silentLog: Log = pino({ level: 'silent' });
