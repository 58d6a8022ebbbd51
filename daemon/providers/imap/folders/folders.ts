import type { ImapFlow } from 'imapflow';
import type { RemoteFolder } from '../../provider.ts';
import { listFolderEntries } from './folder-list.ts';
import type { FolderListState } from './folder-list-state.ts';
import { dueFolders, markSkippedFolders } from './folder-rotation.ts';
import { closeFolder } from '../connection/connection-queue.ts';
import { isIntact } from './mailbox-name.ts';
import { statusesOf } from './mailbox-status.ts';

import type { FolderEntry, ListedFolder } from './folder-entry.ts';

export type { FolderStatus } from './mailbox-status.ts';

export async function listFolders(client: ImapFlow, state?: FolderListState): Promise<RemoteFolder[]> {
  const folderEntries = await listFolderEntries(client, state, { withStatus: false });
  return folderEntries.map(({ folder }) => folder);
}

/** All folders with their state, in sync order: INBOX, folders with a role, the others, those of other users. */
export async function listWithStatus(client: ImapFlow, state?: FolderListState): Promise<ListedFolder[]> {
  const folderEntries = await entriesInSyncOrder(client, state);
  return withStatuses(client, folderEntries, folderEntries);
}

/**
 * Like `listWithStatus`, but with very many folders on a server that cannot report all states at once, most are skipped each
 * time: a folder without changes is checked only every few rounds.
 */
export async function listInRotation(client: ImapFlow, state: FolderListState): Promise<ListedFolder[]> {
  const folderEntries = await entriesInSyncOrder(client, state);
  const due = dueFolders(state.rotation, folderEntries);
  return markSkippedFolders(state.rotation, await withStatuses(client, folderEntries, due), due);
}

async function entriesInSyncOrder(client: ImapFlow, state: FolderListState | undefined): Promise<FolderEntry[]> {
  // STATUS of the open folder may be out of date (RFC 9051, section 6.3.11).
  await closeFolder(client);
  const folderEntries = await listFolderEntries(client, state, { withStatus: true });
  return folderEntries.toSorted((a, b) => syncOrderOf(a) - syncOrderOf(b) || (a.folder.path < b.folder.path ? -1 : 1));
}

/** With the states that came with the list or, if there are none, the states of the requested folders, read one by one. */
async function withStatuses(
  client: ImapFlow,
  folderEntries: readonly FolderEntry[],
  due: readonly FolderEntry[],
): Promise<ListedFolder[]> {
  const hasListStatus = folderEntries.some(({ listEntry }) => listEntry.status);
  const queried = due.filter(({ folder, listEntry }) => folder.selectable && isIntact(listEntry.name));
  const statuses = hasListStatus
    ? undefined
    : await statusesOf(
        client,
        queried.map(({ listEntry }) => listEntry.name),
      );
  return folderEntries.map(({ folder, listEntry }) => {
    const status = statuses ? statuses.get(listEntry.name) : listEntry.status;
    return {
      ...folder,
      ...(status && { status }),
      ...(!isIntact(listEntry.name) && { error: undecodableNameMessage(folder) }),
    };
  });
}

function undecodableNameMessage({ name }: RemoteFolder): string {
  return `The server reports the name of the folder ${name} incorrectly, so it can’t be opened. Rename it on the server.`;
}

function syncOrderOf({ folder: { role }, isOwn }: FolderEntry): number {
  if (role === 'inbox') return 0;
  return role ? 1 : isOwn ? 2 : 3;
}
