import { readdirSync, rmSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Loop } from '../../base/loop.ts';
import type { Content } from '../../mail/attachments/content.ts';
import { safeFileName } from './file-name.ts';
import { writeToFolder } from './write-attachment.ts';

export type OpenedFilesDeps = {
  clock: Clock;
  /** Where what can be fetched again is kept. */
  folder: () => string;
};

const retentionMs = 86_400_000;
const cleanupIntervalMs = 3_600_000;

/**
 * The path of a file that holds an attachment, for a program to open: the one it was given the last time where that is as
 * it was, else a new one, so that what somebody wrote into it is not lost. Throws what `writeInto` throws.
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

/** Removes the files a day after they were opened or changed last; every hour, and at the start. */
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
  for (const own of entriesOf(folder)) {
    for (const file of entriesOf(own)) {
      const changed = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
      if (changed !== undefined && changed < before) rmSync(file, { recursive: true, force: true });
    }
    if (entriesOf(own).length === 0) rmSync(own, { recursive: true, force: true });
  }
}

/** The paths of what lies in a folder; none where there is no such folder. */
function entriesOf(folder: string): string[] {
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() ?? false;
  return isFolder ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
