import type { FolderStatus } from './mailbox-status.ts';
import type { FolderEntry, ListedFolder } from './folder-entry.ts';

/** The number of the round, and for each folder its last status and whether that was a change. */
export type FolderRotation = { round: number; statuses: Map<string, { status: string; isNew: boolean }> };

/** Up to this number of folders, all are visited each time. */
const maxFoldersWithoutRotation = 200;

/** With more folders, a folder without changes is visited once in this many rounds. */
const roundCount = 5;

/** The folders that are due: those with a role, those that changed at the last visit, and a share of the others. */
export function dueFolders(rotation: FolderRotation, folderEntries: readonly FolderEntry[]): FolderEntry[] {
  const currentRound = rotation.round++ % roundCount;
  if (folderEntries.length <= maxFoldersWithoutRotation) return [...folderEntries];
  return folderEntries.filter(
    ({ folder: { path, role } }, index) =>
      role !== undefined || index % roundCount === currentRound || rotation.statuses.get(path)?.isNew !== false,
  );
}

/** Stores the current status of each folder, and skips folders that are not due and have not changed. */
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

/** Whether the status differs from the last one. A first status is not a change: the folder is due anyway. */
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
