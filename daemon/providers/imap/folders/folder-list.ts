import type { ImapFlow } from 'imapflow';
import { reasonOf } from '../../../base/failure.ts';
import { roleByName } from '../../folder-names.ts';
import type { FolderRole, RemoteFolder } from '../../provider.ts';
import { warnOnce } from './folder-memory.ts';
import type { ChosenRoles, FolderMemory } from './folder-memory.ts';
import { rivals, rolesOf } from './folder-roles.ts';
import type { Candidate } from './folder-roles.ts';
import { isSelectable, listAll } from './listing.ts';
import type { Entry, Listing } from './listing.ts';
import { isIntact, pathOf, readableName } from './mailbox-name.ts';
import { statusesOf } from './mailbox-status.ts';
import { isOwn, rootName, spacesOf } from './namespaces.ts';
import { troubleOf } from '../connection/trouble.ts';

/** A folder as the server lists it, and as it is known here. */
export type Place = { entry: Entry; folder: RemoteFolder; isOwn: boolean };

/** All folders of an account, each with what it is for. With `withStatus` also their states, if the list can tell them. */
export async function listPlaces(
  client: ImapFlow,
  memory: FolderMemory | undefined,
  { withStatus }: { withStatus: boolean },
): Promise<Place[]> {
  const spaces = spacesOf(client);
  const { entries, failed } = await listAll(client, { withStatus });
  const listed = entries.map((entry) => {
    const own = isOwn(spaces, entry.name);
    return { entry, isOwn: own, folder: plainFolder(client, entry, own) };
  });
  const places = await withoutGone(client, listed, memory);
  const candidates = places.filter(({ entry, folder }) => folder.selectable && isIntact(entry.name)).map(candidateOf);
  const chosen = chosenPaths(client, places, memory?.chosen ?? {});
  const roles = rolesOf(await weighed(client, candidates, chosen), chosen);
  if (memory) warnOfSpaces(memory, client.host, failed);
  if (memory) warnOfChoices(memory, roles, chosen);
  return places.map(({ folder, ...place }) => ({ ...place, folder: withRole(folder, roles.get(folder.path)) }));

  function candidateOf({ entry, folder, isOwn: own }: Place): Weighable {
    const { name, status } = entry;
    const usualRole = roleByName(readableName(client, rootName(spaces, entry) ?? ''));
    // What other people's folders are for is their affair.
    const flags = own ? entry.flags : new Set<string>();
    return { name, path: folder.path, flags, usualRole, messages: status?.messages };
  }
}

/** What is listed of deleted folders holds no mail, unless somebody has made them anew. */
async function withoutGone(
  client: ImapFlow,
  places: readonly Place[],
  memory: FolderMemory | undefined,
): Promise<readonly Place[]> {
  const doubtful = places.filter(({ folder }) => folder.selectable && memory?.gone.has(folder.path));
  if (!memory || doubtful.length === 0) return places;
  const statuses = await statusesOf(
    client,
    doubtful.map(({ entry }) => entry.name),
  );
  for (const { entry, folder } of doubtful) if (statuses.has(entry.name)) memory.gone.delete(folder.path);
  return places.map((place) =>
    memory.gone.has(place.folder.path) ? { ...place, folder: { ...place.folder, selectable: false } } : place,
  );
}

type Weighable = Candidate & { name: string };

function plainFolder(client: ImapFlow, entry: Entry, own: boolean): RemoteFolder {
  const parts = partsOf(client, entry);
  // Folders of other people are often named alike, and like one's own.
  const name = (own ? parts.at(-1) : parts.join('/')) || 'Unnamed folder';
  const { separator } = entry;
  const path = pathOf(client, entry.name);
  return { path, name, ...(separator !== undefined && { separator }), selectable: isSelectable(entry), kind: 'folder' };
}

function withRole(folder: RemoteFolder, role: FolderRole | undefined): RemoteFolder {
  return role ? { ...folder, role, kind: 'system' } : folder;
}

function partsOf(client: ImapFlow, { name, separator }: Entry): string[] {
  const parts = separator === undefined ? [name] : name.split(separator);
  return parts.map((part) => readableName(client, part)).filter((part) => part !== '');
}

/** What a person chose, by path. Levels may also be parted by `/`, whatever the server's separator is. */
function chosenPaths(client: ImapFlow, places: readonly Place[], chosen: ChosenRoles): Map<string, FolderRole> {
  const wishes = Object.entries(chosen) as [FolderRole, string | undefined][];
  const found = wishes.flatMap(([role, wish]) => {
    if (wish === undefined) return [];
    const place =
      places.find(({ folder }) => folder.path === wish) ??
      places.find(({ entry }) => partsOf(client, entry).join('/') === wish);
    return place ? [[place.folder.path, role] as const] : [];
  });
  return new Map(found);
}

/** With the number of messages of those that only that can decide between. */
async function weighed(
  client: ImapFlow,
  candidates: readonly Weighable[],
  chosen: ReadonlyMap<string, FolderRole>,
): Promise<Weighable[]> {
  const paths = new Set(rivals(candidates, chosen));
  const unknown = candidates.filter(({ path, messages }) => paths.has(path) && messages === undefined);
  if (unknown.length === 0) return [...candidates];
  const statuses = await statusesOf(
    client,
    unknown.map(({ name }) => name),
  );
  return candidates.map((each) => ({ ...each, messages: each.messages ?? statuses.get(each.name)?.messages }));
}

function warnOfSpaces(memory: FolderMemory, host: string, failed: Listing['failed']): void {
  for (const { prefix, error } of failed) {
    const details = { prefix, reason: reasonOf(troubleOf(error, host)) };
    warnOnce(memory, `space ${prefix}`, details, 'a namespace of the server cannot be listed; its folders are missing');
  }
}

function warnOfChoices(
  memory: FolderMemory,
  roles: ReadonlyMap<string, FolderRole>,
  chosen: ReadonlyMap<string, FolderRole>,
): void {
  const granted = new Set([...chosen].flatMap(([path, role]) => (roles.get(path) === role ? [role] : [])));
  for (const [role, wish] of Object.entries(memory.chosen) as [FolderRole, string | undefined][]) {
    if (wish === undefined || granted.has(role)) continue;
    const words = `the folder that [accounts.<key>.folders] names for ${role} is not on the server or holds no mail`;
    warnOnce(memory, `role ${role}`, { role }, `${words}; another is chosen`);
  }
}
