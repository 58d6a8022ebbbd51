import { realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Log } from '../base/log.ts';
import { isMissing } from './private-file.ts';

/** Calls `onChange` after a file has changed. The returned function stops watching. */
export type WatchFile = (file: string, onChange: () => void, log: Log) => () => void;

/**
 * Calls `onChange` once a written, replaced, created or removed file has been unchanged for `quietMs`. Watches the folder,
 * because editors replace files, and the folder of a link's target. Also polls the disk every `pollIntervalMs`, because a
 * folder may be created later or may not report events.
 */
export function watchFile(
  file: string,
  onChange: () => void,
  log: Log,
  { quietMs = 150, pollIntervalMs = 2_000 }: { quietMs?: number; pollIntervalMs?: number } = {},
): () => void {
  let lastStamp = stampOf(file);
  let settleTimer: NodeJS.Timeout | undefined;
  const scheduleChange = () => {
    clearTimeout(settleTimer);
    settleTimer = setTimeout(handleChange, quietMs).unref();
  };
  const folderWatchers = watchFolders(file, scheduleChange, log);
  const handleChange = () => {
    lastStamp = stampOf(file);
    folderWatchers.renew();
    onChange();
  };
  const pollTimer = setInterval(() => {
    if (stampOf(file) !== lastStamp) scheduleChange();
  }, pollIntervalMs).unref();
  folderWatchers.renew();
  return () => {
    clearInterval(pollTimer);
    clearTimeout(settleTimer);
    folderWatchers.close();
  };
}

/** The watched folders of the file and of its link target. `renew` determines the current ones. */
function watchFolders(file: string, onChange: () => void, log: Log): { renew(): void; close(): void } {
  let watchers: FSWatcher[] = [];
  let watchedPaths = '';
  const close = () => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const open = (path: string) => {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) onChange();
      });
      watchers.push(watcher.on('error', (error) => log.debug({ err: error }, 'a folder can no longer be watched')));
    } catch (thrown) {
      if (!isMissing(thrown)) log.warn({ err: thrown }, 'a folder cannot be watched; its file is polled');
    }
  };
  const renew = () => {
    const paths = [...new Set([file, targetOf(file) ?? file])];
    const folders = paths.map((path) => `${path} ${stampOf(dirname(path), ({ ino }) => `${ino}`)}`).join('\n');
    if (folders === watchedPaths) return;
    watchedPaths = folders;
    close();
    paths.forEach(open);
  };
  return { renew, close };
}

function targetOf(file: string): string | undefined {
  try {
    return realpathSync(file);
  } catch {
    // Missing or inaccessible: only the link itself is watched.
    return undefined;
  }
}

type FileStat = { ino: bigint; size: bigint; mtimeNs: bigint };

/** A value that differs when the file changes. For a file that cannot be inspected it is the error. */
function stampOf(file: string, format = ({ ino, size, mtimeNs }: FileStat) => `${ino} ${size} ${mtimeNs}`): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat ? format(stat) : 'missing';
  } catch (thrown) {
    return String(thrown);
  }
}
