import type { InputOf, ReaderHandlers } from '../../handler-types.ts';
import type { adminRequests } from './contract.ts';
import { logLines } from './log-files.ts';
import { levelNumberOf, levelNumbers, readableLine } from './log-line.ts';
import { pageOf } from './paging.ts';

type Rows = typeof adminRequests;
type LogsRequest = InputOf<Rows['logs']>;

/** `logFile` is the newest log file; absent if no log is written. */
export function logReaders({ logFile }: { logFile?: string | undefined }): Pick<ReaderHandlers<Rows>, 'logs'> {
  return {
    logs(request) {
      const lines = logFile === undefined ? [] : pageOf(matchingLines(logFile, request), request);
      return { kind: 'LogLines', lines: lines.map((line) => formatLine(line, request)) };
    },
  };
}

function* matchingLines(logFile: string, request: LogsRequest): Generator<string, undefined> {
  const { level, search } = request;
  const minLevel = level === undefined ? 0 : levelNumbers[level];
  const searched = search?.toLowerCase();
  for (const line of logLines(logFile)) {
    if (levelNumberOf(line) < minLevel) continue;
    if (!searched || formatLine(line, request).toLowerCase().includes(searched)) yield line;
  }
}

function formatLine(line: string, { format }: LogsRequest): string {
  return format === 'json' ? line : readableLine(line);
}
