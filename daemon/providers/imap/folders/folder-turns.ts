import type { Place } from './folder-list.ts';
import type { ListedFolder } from './folders.ts';
import type { FolderStatus } from './mailbox-status.ts';

/** Which round it is, and of each folder what its status was when it was last asked for, and whether that was new. */
export type Turns = { round: number; seen: Map<string, { status: string; isNew: boolean }> };

/** So few folders are all looked at each time. */
const few = 200;

/** Of more folders, one in which nothing happens is looked at once in so many times. */
const rounds = 5;

/** The folders whose turn it is: those with a role, those that changed when last seen, and a share of the others. */
export function dueFolders(turns: Turns, places: readonly Place[]): Place[] {
  const turn = turns.round++ % rounds;
  if (places.length <= few) return [...places];
  return places.filter(
    ({ folder: { path, role } }, index) =>
      role !== undefined || index % rounds === turn || turns.seen.get(path)?.isNew !== false,
  );
}

/** Remembers what the status of each folder is now, and lets those rest that are not due and show nothing new. */
export function restedFolders(turns: Turns, folders: readonly ListedFolder[], due: readonly Place[]): ListedFolder[] {
  const paths = new Set(due.map(({ folder }) => folder.path));
  return folders.map((folder) => {
    const isNew = folder.status !== undefined && noteStatus(turns, folder.path, folder.status);
    return isNew || paths.has(folder.path) ? folder : { ...folder, rests: true };
  });
}

/** Whether the status is another than last time. At first sight it is nothing new: then the folder is due anyway. */
function noteStatus({ seen }: Turns, path: string, { messages, uidnext, uidvalidity, modseq }: FolderStatus): boolean {
  const status = [messages, uidnext, uidvalidity, modseq].join(' ');
  const before = seen.get(path);
  const isNew = before !== undefined && before.status !== status;
  seen.set(path, { status, isNew });
  return isNew;
}
