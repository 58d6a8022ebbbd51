import type { InputOf, Readers } from '../../handling.ts';
import type { adminRequests } from './contract.ts';
import { logLines } from './log-files.ts';
import { levelNumberOf, levelNumbers, readableLine } from './log-line.ts';
import { pageOf } from './paging.ts';

type Rows = typeof adminRequests;
type Wish = InputOf<Rows['logs']>;

/** `logFile` is the newest file of the log; absent where none is written. */
export function logReaders({ logFile }: { logFile?: string | undefined }): Pick<Readers<Rows>, 'logs'> {
  return {
    logs(wish) {
      const lines = logFile === undefined ? [] : pageOf(wantedLines(logFile, wish), wish);
      return { kind: 'LogLines', lines: lines.map((line) => shown(line, wish)) };
    },
  };
}

function* wantedLines(logFile: string, wish: Wish): Generator<string, undefined> {
  const { level, search } = wish;
  const least = level === undefined ? 0 : levelNumbers[level];
  const wanted = search?.toLowerCase();
  for (const line of logLines(logFile)) {
    if (levelNumberOf(line) < least) continue;
    if (!wanted || shown(line, wish).toLowerCase().includes(wanted)) yield line;
  }
}

function shown(line: string, { format }: Wish): string {
  return format === 'json' ? line : readableLine(line);
}
