import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import type { Content } from '../../mail/attachments/content.ts';
import { safeFileName } from './file-name.ts';
import { writeToFolder } from './write-attachment.ts';

type OpenedFilesDeps = {
  clock: Clock;
  /** The folder of the cache. */
  folder: () => string;
};

const retentionMs = 86_400_000;
const cleanupIntervalMs = 3_600_000;

/**
 * The path of a file with the attachment's content, for a program to open: the file of the last time if it is unchanged,
 * else a new one, so that the user's changes are not lost. Throws what `writeToFolder` throws.
 */
export async function openedFile(
  { clock, folder }: OpenedFilesDeps,
  content: Content,
  signal: AbortSignal,
): Promise<string> {
  const { attachment_id, filename } = content.attachment;
  const folderOfAttachment = join(openedFolder(folder()), attachment_id);
  const known = join(folderOfAttachment, safeFileName(filename));
  const isThere = statSync(known, { throwIfNoEntry: false })?.size === content.size;
  const path = isThere ? known : await writeToFolder(folderOfAttachment, content, { signal });
  const now = clock.now();
  utimesSync(path, now, now);
  return path;
}

/** Removes the files a day after they were last opened or changed; runs every hour, and at the start. */
export function openedFilesLoop({ clock, folder }: OpenedFilesDeps): Loop {
  return {
    name: 'opened attachments',
    async run(signal) {
      while (!signal.aborted) {
        removeBefore(openedFolder(folder()), clock.now().getTime() - retentionMs);
        await clock.wait(cleanupIntervalMs, signal);
      }
    },
  };
}

function openedFolder(folder: string): string {
  return join(folder, 'opened');
}

function removeBefore(folder: string, before: number): void {
  for (const subfolder of entriesOf(folder)) {
    for (const file of entriesOf(subfolder)) {
      const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (changed !== undefined && changed < before) rmSync(file, { recursive: true, force: true });
    }
    if (entriesOf(subfolder).length === 0) rmSync(subfolder, { recursive: true, force: true });
  }
}

/** The paths in a folder; none if the folder does not exist. */
function entriesOf(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
