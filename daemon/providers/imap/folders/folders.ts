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

/** All folders with their state, in the order they are synced: INBOX, those with a role, the rest, those of others. */
export async function listWithStatus(client: ImapFlow, state?: FolderListState): Promise<ListedFolder[]> {
  const folderEntries = await entriesInSyncOrder(client, state);
  return withStatuses(client, folderEntries, folderEntries);
}

/**
 * As `listStates`, but of very many folders on a server that cannot tell at once what happened in them most `rest` each
 * time: one in which nothing happens is asked about every few times.
 */
export async function listInRotation(client: ImapFlow, state: FolderListState): Promise<ListedFolder[]> {
  const folderEntries = await entriesInSyncOrder(client, state);
  const due = dueFolders(state.rotation, folderEntries);
  return markSkippedFolders(state.rotation, await withStatuses(client, folderEntries, due), due);
}

async function entriesInSyncOrder(client: ImapFlow, state: FolderListState | undefined): Promise<FolderEntry[]> {
  // Of the folder that is open STATUS may tell what was (RFC 9051, section 6.3.11).
  await closeFolder(client);
  const folderEntries = await listFolderEntries(client, state, { withStatus: true });
  return folderEntries.toSorted((a, b) => syncOrderOf(a) - syncOrderOf(b) || (a.folder.path < b.folder.path ? -1 : 1));
}

/** With the states that came with the list or, where none did, those that `asked` are asked for one by one. */
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
  return `The server does not spell the folder ${name} in a way it could be opened by. Rename it on the server.`;
}

function syncOrderOf({ folder: { role }, isOwn }: FolderEntry): number {
  if (role === 'inbox') return 0;
  return role ? 1 : isOwn ? 2 : 3;
}
