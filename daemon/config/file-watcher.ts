import { realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Log } from '../base/log.ts';
import { isMissing } from './private-file.ts';

/** Calls `look` after a file has changed; ends with what it answers. */
export type WatchFile = (file: string, look: () => void, log: Log) => () => void;

/**
 * Calls `look` once a file that was written, replaced, made or removed has been left alone for `quietMs`. Watches the
 * folder, for editors replace files, and that of the file a link leads to; and asks the disk every `everyMs`, for
 * a folder may come later, or be one that tells nothing.
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

/** The folders of the file and of what it links to, watched for its names. `renew` finds out which these are now. */
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
      if (!isMissing(thrown))
        log.warn({ err: thrown }, 'a folder cannot be watched; its file is looked at now and then');
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
    // Missing or out of reach: then there is nothing but the link to watch.
    return undefined;
  }
}

type FileStat = { ino: bigint; size: bigint; mtimeNs: bigint };

/** Differs once the file does; of a file that cannot be asked it is the reason. */
function stampOf(file: string, format = ({ ino, size, mtimeNs }: FileStat) => `${ino} ${size} ${mtimeNs}`): string {
  try {
    const stat = statSync(file, { bigint: true, throwIfNoEntry: false });
    return stat ? format(stat) : 'missing';
  } catch (thrown) {
    return String(thrown);
  }
}
