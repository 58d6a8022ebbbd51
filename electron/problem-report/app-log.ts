import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { isMissing } from '../../daemon/config/private-file.ts';

const levels: Record<number, string> = { 40: 'WARN', 50: 'ERROR', 60: 'FATAL' };
const maxBytes = 200_000;
const maxLines = 60;

/**
 * The latest warnings and errors of the app's own log. Of each only its time, the words of the program and an error code: an
 * error’s message may contain names of files or addresses.
 */
export function appLogLines(file: string): string[] {
  return endOf(file).split('\n').flatMap(lineOf).slice(-maxLines);
}

function lineOf(text: string): string[] {
  try {
    const { time, level, msg, err } = JSON.parse(text) as Record<string, unknown>;
    const name = levels[Number(level)];
    if (name === undefined || typeof msg !== 'string') return [];
    const code = (err as { code?: unknown } | undefined)?.code;
    const moment = new Date(typeof time === 'number' ? time : String(time)).toISOString();
    return [
      `${moment} ${name} ${msg}${typeof code === 'string' && /^[A-Z_0-9]{2,40}$/.test(code) ? ` (${code})` : ''}`,
    ];
  } catch {
    // The first line may be cut.
    return [];
  }
}

function endOf(file: string): string {
  try {
    const handle = openSync(file, 'r');
    try {
      const { size } = fstatSync(handle);
      const bytes = Buffer.alloc(Math.min(size, maxBytes));
      readSync(handle, bytes, 0, bytes.length, size - bytes.length);
      return bytes.toString('utf8');
    } finally {
      closeSync(handle);
    }
  } catch (thrown) {
    if (isMissing(thrown)) return '';
    throw thrown;
  }
}
