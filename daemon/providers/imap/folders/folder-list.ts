import type { ImapFlow } from 'imapflow';
import { reasonOf } from '../../../base/failure.ts';
import { roleByName } from '../../folder-names.ts';
import type { FolderRole, RemoteFolder } from '../../provider.ts';
import { warnOnce } from './folder-list-state.ts';
import type { ChosenRoles, FolderListState } from './folder-list-state.ts';
import { contestedPaths, rolesOf } from './folder-roles.ts';
import type { Candidate } from './folder-roles.ts';
import { isSelectable, listAll } from './list-command.ts';
import type { MailboxListEntry, ListResult } from './list-command.ts';
import { isIntact, pathOf, readableName } from './mailbox-name.ts';
import { statusesOf } from './mailbox-status.ts';
import { isOwn, rootName, namespacesOf } from './namespaces.ts';
import { imapErrorOf } from '../connection/errors.ts';
import type { FolderEntry } from './folder-entry.ts';

/** All folders of an account, each with its role. With `withStatus` also their states, if the list can include them. */
export async function listFolderEntries(
  client: ImapFlow,
  state: FolderListState | undefined,
  { withStatus }: { withStatus: boolean },
): Promise<FolderEntry[]> {
  const namespaces = namespacesOf(client);
  const { entries, failed } = await listAll(client, { withStatus });
  const listed = entries.map((listEntry) => {
    const own = isOwn(namespaces, listEntry.name);
    return { listEntry, isOwn: own, folder: plainFolder(client, listEntry, own) };
  });
  const folderEntries = await markDeletedFolders(client, listed, state);
  const candidates = folderEntries
    .filter(({ listEntry, folder }) => folder.selectable && isIntact(listEntry.name))
    .map(candidateOf);
  const chosen = chosenPaths(client, folderEntries, state?.chosen ?? {});
  const roles = rolesOf(await withMessageCounts(client, candidates, chosen), chosen);
  if (state) warnOfNamespaces(state, client.host, failed);
  if (state) warnOfChoices(state, roles, chosen);
  return folderEntries.map(({ folder, ...folderEntry }) => ({
    ...folderEntry,
    folder: withRole(folder, roles.get(folder.path)),
  }));

  function candidateOf({ listEntry, folder, isOwn: own }: FolderEntry): NamedCandidate {
    const { name, status } = listEntry;
    const usualRole = roleByName(readableName(client, rootName(namespaces, listEntry) ?? ''));
    // The folders of other users have no roles for this account.
    const flags = own ? listEntry.flags : new Set<string>();
    return { name, path: folder.path, flags, usualRole, messages: status?.messages };
  }
}

/** A listed folder that was deleted holds no mail, unless it was created again. */
async function markDeletedFolders(
  client: ImapFlow,
  folderEntries: readonly FolderEntry[],
  state: FolderListState | undefined,
): Promise<readonly FolderEntry[]> {
  const doubtful = folderEntries.filter(({ folder }) => folder.selectable && state?.deletedPaths.has(folder.path));
  if (!state || doubtful.length === 0) return folderEntries;
  const statuses = await statusesOf(
    client,
    doubtful.map(({ listEntry }) => listEntry.name),
  );
  for (const { listEntry, folder } of doubtful)
    if (statuses.has(listEntry.name)) state.deletedPaths.delete(folder.path);
  return folderEntries.map((folderEntry) =>
    state.deletedPaths.has(folderEntry.folder.path)
      ? { ...folderEntry, folder: { ...folderEntry.folder, selectable: false } }
      : folderEntry,
  );
}

type NamedCandidate = Candidate & { name: string };

function plainFolder(client: ImapFlow, entry: MailboxListEntry, own: boolean): RemoteFolder {
  const parts = partsOf(client, entry);
  // The folders of other users often have the same names as the user's own.
  const name = (own ? parts.at(-1) : parts.join('/')) || 'Unnamed folder';
  const { separator } = entry;
  const path = pathOf(client, entry.name);
  return { path, name, ...(separator !== undefined && { separator }), selectable: isSelectable(entry), kind: 'folder' };
}

function withRole(folder: RemoteFolder, role: FolderRole | undefined): RemoteFolder {
  return role ? { ...folder, role, kind: 'system' } : folder;
}

function partsOf(client: ImapFlow, { name, separator }: MailboxListEntry): string[] {
  const parts = separator === undefined ? [name] : name.split(separator);
  return parts.map((part) => readableName(client, part)).filter((part) => part !== '');
}

/** The user's choices, by path. Levels may also be separated by `/`, whatever the server's separator is. */
function chosenPaths(
  client: ImapFlow,
  folderEntries: readonly FolderEntry[],
  chosen: ChosenRoles,
): Map<string, FolderRole> {
  const choices = Object.entries(chosen) as [FolderRole, string | undefined][];
  const found = choices.flatMap(([role, path]) => {
    if (path === undefined) return [];
    const folderEntry =
      folderEntries.find(({ folder }) => folder.path === path) ??
      folderEntries.find(({ listEntry }) => partsOf(client, listEntry).join('/') === path);
    return folderEntry ? [[folderEntry.folder.path, role] as const] : [];
  });
  return new Map(found);
}

/** With message counts for the folders whose role depends on them. */
async function withMessageCounts(
  client: ImapFlow,
  candidates: readonly NamedCandidate[],
  chosen: ReadonlyMap<string, FolderRole>,
): Promise<NamedCandidate[]> {
  const paths = new Set(contestedPaths(candidates, chosen));
  const unknown = candidates.filter(({ path, messages }) => paths.has(path) && messages === undefined);
  if (unknown.length === 0) return [...candidates];
  const statuses = await statusesOf(
    client,
    unknown.map(({ name }) => name),
  );
  return candidates.map((each) => ({ ...each, messages: each.messages ?? statuses.get(each.name)?.messages }));
}

function warnOfNamespaces(state: FolderListState, host: string, failed: ListResult['failed']): void {
  for (const { prefix, error } of failed) {
    const details = { prefix, reason: reasonOf(imapErrorOf(error, host)) };
    warnOnce(state, `space ${prefix}`, details, 'a namespace of the server can’t be listed; its folders are missing');
  }
}

function warnOfChoices(
  state: FolderListState,
  roles: ReadonlyMap<string, FolderRole>,
  chosen: ReadonlyMap<string, FolderRole>,
): void {
  const granted = new Set([...chosen].flatMap(([path, role]) => (roles.get(path) === role ? [role] : [])));
  for (const [role, chosenPath] of Object.entries(state.chosen) as [FolderRole, string | undefined][]) {
    if (chosenPath === undefined || granted.has(role)) continue;
    const reason = `the folder that [accounts.<key>.folders] names for ${role} isn’t on the server or holds no mail`;
    warnOnce(state, `role ${role}`, { role }, `${reason}; another is chosen`);
  }
}
