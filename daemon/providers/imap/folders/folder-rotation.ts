import type { FolderStatus } from './mailbox-status.ts';
import type { FolderEntry, ListedFolder } from './folder-entry.ts';

/** Which round it is, and of each folder what its status was when it was last asked for, and whether that was new. */
export type FolderRotation = { round: number; statuses: Map<string, { status: string; isNew: boolean }> };

/** So few folders are all looked at each time. */
const maxFoldersWithoutRotation = 200;

/** Of more folders, one in which nothing happens is looked at once in so many times. */
const roundCount = 5;

/** The folders whose turn it is: those with a role, those that changed when last seen, and a share of the others. */
export function dueFolders(rotation: FolderRotation, folderEntries: readonly FolderEntry[]): FolderEntry[] {
  const currentRound = rotation.round++ % roundCount;
  if (folderEntries.length <= maxFoldersWithoutRotation) return [...folderEntries];
  return folderEntries.filter(
    ({ folder: { path, role } }, index) =>
      role !== undefined || index % roundCount === currentRound || rotation.statuses.get(path)?.isNew !== false,
  );
}

/** Remembers what the status of each folder is now, and lets those rest that are not due and show nothing new. */
export function markSkippedFolders(
  rotation: FolderRotation,
  folders: readonly ListedFolder[],
  due: readonly FolderEntry[],
): ListedFolder[] {
  const paths = new Set(due.map(({ folder }) => folder.path));
  return folders.map((folder) => {
    const isNew = folder.status !== undefined && recordStatus(rotation, folder.path, folder.status);
    return isNew || paths.has(folder.path) ? folder : { ...folder, isSkipped: true };
  });
}

/** Whether the status is another than last time. At first sight it is nothing new: then the folder is due anyway. */
function recordStatus(
  { statuses }: FolderRotation,
  path: string,
  { messages, uidnext, uidvalidity, modseq }: FolderStatus,
): boolean {
  const status = [messages, uidnext, uidvalidity, modseq].join(' ');
  const before = statuses.get(path);
  const isNew = before !== undefined && before.status !== status;
  statuses.set(path, { status, isNew });
  return isNew;
}
