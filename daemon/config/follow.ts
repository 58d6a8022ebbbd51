import { realpathSync, statSync, watch, type FSWatcher } from 'node:fs';
import { basename, dirname } from 'node:path';
import type { Log } from '../base/log.ts';
import { isMissing } from './private-file.ts';

/** Calls `look` after a file has changed; ends with what it answers. */
export type Follow = (file: string, look: () => void, log: Log) => () => void;

/**
 * Calls `look` once a file that was written, replaced, made or removed has been left alone for `quietMs`. Watches the
 * folder, for editors replace files, and that of the file a link leads to; and asks the disk every `everyMs`, for
 * a folder may come later, or be one that tells nothing.
 */
export function followFile(
  file: string,
  look: () => void,
  log: Log,
  { quietMs = 150, everyMs = 2_000 }: { quietMs?: number; everyMs?: number } = {},
): () => void {
  let seen = stampOf(file);
  let settling: NodeJS.Timeout | undefined;
  const soon = () => {
    clearTimeout(settling);
    settling = setTimeout(lookAnew, quietMs).unref();
  };
  const watched = watchedFolders(file, soon, log);
  const lookAnew = () => {
    seen = stampOf(file);
    watched.renew();
    look();
  };
  const asking = setInterval(() => {
    if (stampOf(file) !== seen) soon();
  }, everyMs).unref();
  watched.renew();
  return () => {
    clearInterval(asking);
    clearTimeout(settling);
    watched.close();
  };
}

/** The folders of the file and of what it links to, watched for its names. `renew` finds out which these are now. */
function watchedFolders(file: string, changed: () => void, log: Log): { renew(): void; close(): void } {
  let watchers: FSWatcher[] = [];
  let watched = '';
  const close = () => {
    for (const watcher of watchers) watcher.close();
    watchers = [];
  };
  const open = (path: string) => {
    try {
      const watcher = watch(dirname(path), { persistent: false }, (_event, name) => {
        if (name === null || name === basename(path)) changed();
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
    if (folders === watched) return;
    watched = folders;
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

type Found = { ino: bigint; size: bigint; mtimeNs: bigint };

/** Differs once the file does; of a file that cannot be asked it is the reason. */
function stampOf(file: string, form = ({ ino, size, mtimeNs }: Found) => `${ino} ${size} ${mtimeNs}`): string {
  try {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found ? form(found) : 'missing';
  } catch (thrown) {
    return String(thrown);
  }
}
