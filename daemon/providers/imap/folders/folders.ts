import type { ImapFlow } from 'imapflow';
import type { RemoteFolder } from '../../provider.ts';
import { listPlaces } from './folder-list.ts';
import type { Place } from './folder-list.ts';
import type { FolderMemory } from './folder-memory.ts';
import { dueFolders, restedFolders } from './folder-turns.ts';
import { leaveFolder } from '../connection/line.ts';
import { isIntact } from './mailbox-name.ts';
import { statusesOf } from './mailbox-status.ts';
import type { FolderStatus } from './mailbox-status.ts';

export type { FolderStatus } from './mailbox-status.ts';

/** A folder and what STATUS said of it; without `status` the folder has to be opened to know. */
export type ListedFolder = RemoteFolder & {
  status?: FolderStatus;
  /** Why it cannot be opened at all, in a sentence. */
  trouble?: string;
  /** It need not be looked at this time unless `status`, where it is known, shows something new. */
  rests?: boolean;
};

export async function listFolders(client: ImapFlow, memory?: FolderMemory): Promise<RemoteFolder[]> {
  const places = await listPlaces(client, memory, { withStatus: false });
  return places.map(({ folder }) => folder);
}

/** All folders with their state, in the order they are synced: INBOX, those with a role, the rest, those of others. */
export async function listStates(client: ImapFlow, memory?: FolderMemory): Promise<ListedFolder[]> {
  const places = await statedPlaces(client, memory);
  return withStates(client, places, places);
}

/**
 * As `listStates`, but of very many folders on a server that cannot tell at once what happened in them most `rest` each
 * time: one in which nothing happens is asked about every few times.
 */
export async function listInTurn(client: ImapFlow, memory: FolderMemory): Promise<ListedFolder[]> {
  const places = await statedPlaces(client, memory);
  const due = dueFolders(memory.turns, places);
  return restedFolders(memory.turns, await withStates(client, places, due), due);
}

async function statedPlaces(client: ImapFlow, memory: FolderMemory | undefined): Promise<Place[]> {
  // Of the folder that is open STATUS may tell what was (RFC 9051, section 6.3.11).
  await leaveFolder(client);
  const places = await listPlaces(client, memory, { withStatus: true });
  return places.toSorted((a, b) => rankOf(a) - rankOf(b) || (a.folder.path < b.folder.path ? -1 : 1));
}

/** With the states that came with the list or, where none did, those that `asked` are asked for one by one. */
async function withStates(
  client: ImapFlow,
  places: readonly Place[],
  asked: readonly Place[],
): Promise<ListedFolder[]> {
  const cameAlong = places.some(({ entry }) => entry.status);
  const names = asked.filter(({ folder, entry }) => folder.selectable && isIntact(entry.name));
  const told = cameAlong
    ? undefined
    : await statusesOf(
        client,
        names.map(({ entry }) => entry.name),
      );
  return places.map(({ folder, entry }) => {
    const status = told ? told.get(entry.name) : entry.status;
    return { ...folder, ...(status && { status }), ...(!isIntact(entry.name) && { trouble: unreadable(folder) }) };
  });
}

function unreadable({ name }: RemoteFolder): string {
  return `The server does not spell the folder ${name} in a way it could be opened by. Rename it on the server.`;
}

function rankOf({ folder: { role }, isOwn }: Place): number {
  if (role === 'inbox') return 0;
  return role ? 1 : isOwn ? 2 : 3;
}
