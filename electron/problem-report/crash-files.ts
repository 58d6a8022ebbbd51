import { readdirSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { CrashFile } from '../../daemon/contract/desktop.ts';

/** Files that are older, and all but the newest few, are removed at a start. */
const keptMs = 30 * 86_400_000;
const keptFiles = 5;

/** The minidumps that Crashpad has written into its folder, newest first. */
export function crashFilesIn(folder: string): (CrashFile & { path: string })[] {
  return dumpsIn(folder)
    .flatMap((path) => {
      const found = statSync(path, { throwIfNoEntry: false });
      return found ? [{ path, name: basename(path), bytes: found.size, at: found.mtime.toISOString() }] : [];
    })
    .toSorted((one, other) => (one.at < other.at ? 1 : -1));
}

export function removeOldCrashFiles(folder: string, now: Date): void {
  const limit = new Date(now.getTime() - keptMs).toISOString();
  for (const [index, { path, at }] of crashFilesIn(folder).entries())
    if (index >= keptFiles || at < limit) rmSync(path, { force: true });
}

/** Its subfolders have other names on each system. */
function dumpsIn(folder: string): string[] {
  if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return [];
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith('.dmp')).map((name) => join(folder, name));
}
