import { ProviderError, type FolderRole, type RemoteFolder } from '../../provider.ts';
import type { GmailLabel } from '../api/gmail-api.ts';

/** The folder of all mail, which is no label in the API. */
export const allMailId = '';

type SystemFolder = { id: string; path: string; name: string; role: FolderRole };

/** The paths that these labels have over IMAP, so that an account keeps its labels when it changes between the two. */
const systemFolders: readonly SystemFolder[] = [
  { id: 'INBOX', path: 'INBOX', name: 'INBOX', role: 'inbox' },
  { id: 'SENT', path: '[Gmail]/Sent Mail', name: 'Sent Mail', role: 'sent' },
  { id: 'DRAFT', path: '[Gmail]/Drafts', name: 'Drafts', role: 'drafts' },
  { id: 'TRASH', path: '[Gmail]/Trash', name: 'Trash', role: 'trash' },
  { id: 'SPAM', path: '[Gmail]/Spam', name: 'Spam', role: 'spam' },
  { id: 'IMPORTANT', path: '[Gmail]/Important', name: 'Important', role: 'important' },
  { id: allMailId, path: '[Gmail]/All Mail', name: 'All Mail', role: 'all_mail' },
];

/** Labels that are flags of the message. */
const flagLabels = ['UNREAD', 'STARRED'];

/** The labels whose messages have to be listed to know the folders and flags of all mail. */
export const systemLabelIds = [...systemFolders.map(({ id }) => id).filter((id) => id !== allMailId), ...flagLabels];

export const separator = '/';

/** The labels of an account as folders: system labels, and those that the user created. Categories and chats are none. */
export type LabelFolders = {
  folders: RemoteFolder[];
  /** The label id of a path; undefined if there is no such folder. */
  idOf(path: string): string | undefined;
  pathOf(labelId: string): string | undefined;
  /** The user's labels by id, with their paths. */
  own: ReadonlyMap<string, string>;
};

export function labelFolders(
  labels: readonly GmailLabel[],
  paths: Readonly<Record<string, string>> = {},
): LabelFolders {
  const system = systemFolders.map((folder) => ({ ...folder, path: paths[folder.id] ?? folder.path }));
  const taken = new Set(system.map(({ path }) => path));
  // A label of the user with the path of a system folder could not be told from it.
  const own = labels.filter(({ type, name }) => type === 'user' && !taken.has(name));
  const idByPath = new Map([
    ...system.map(({ id, path }) => [path, id] as const),
    ...own.map(({ id, name }) => [name, id] as const),
  ]);
  const pathById = new Map([...idByPath].map(([path, id]) => [id, path]));
  return {
    folders: [
      ...system.map(({ path, name, role }): RemoteFolder => ({
        path,
        name,
        separator,
        role,
        selectable: true,
        kind: 'system',
      })),
      ...own.map(({ name, color }): RemoteFolder => ({
        path: name,
        name: name.slice(name.lastIndexOf(separator) + 1),
        separator,
        selectable: true,
        kind: 'user',
        ...(color?.backgroundColor && { color: color.backgroundColor }),
      })),
    ],
    idOf: (path) => idByPath.get(path),
    pathOf: (labelId) => pathById.get(labelId),
    own: new Map(own.map(({ id, name }) => [id, name])),
  };
}

/** Throws ProviderError `refused` if there is no such folder. */
export function requireLabelId(folders: LabelFolders, path: string): string {
  const id = folders.idOf(path);
  if (id !== undefined) return id;
  throw new ProviderError('refused', `Gmail has no label named ${path}.`);
}

/** The paths of the folders that hold a message with these labels: mail in Trash or Spam is in no other folder. */
export function foldersOf(labelIds: readonly string[], { pathOf }: Pick<LabelFolders, 'pathOf'>): string[] {
  const hidden = labelIds.includes('TRASH') ? 'TRASH' : labelIds.includes('SPAM') ? 'SPAM' : undefined;
  const ids = hidden === undefined ? [allMailId, ...labelIds] : [hidden];
  return [...new Set(ids)].flatMap((id) => pathOf(id) ?? []);
}

export function flagsOf(labelIds: readonly string[]): string[] {
  return [
    ...(labelIds.includes('DRAFT') ? ['\\Draft'] : []),
    ...(labelIds.includes('STARRED') ? ['\\Flagged'] : []),
    ...(labelIds.includes('UNREAD') ? [] : ['\\Seen']),
  ];
}

/** A chat message, which the API may list with mail. */
export function isChat(labelIds: readonly string[]): boolean {
  return labelIds.includes('CHAT');
}

/** The labels that a message gets and loses with these flags. Gmail has no other flags, so those are ignored. */
export function labelEditOf({ add, remove }: { add: readonly string[]; remove: readonly string[] }): {
  addLabelIds: string[];
  removeLabelIds: string[];
} {
  const has = (flags: readonly string[], name: string) => flags.some((flag) => flag.toLowerCase() === name);
  const chosen = (seen: readonly string[], flagged: readonly string[]) => [
    ...(has(seen, '\\seen') ? ['UNREAD'] : []),
    ...(has(flagged, '\\flagged') ? ['STARRED'] : []),
  ];
  return { addLabelIds: chosen(remove, add), removeLabelIds: chosen(add, remove) };
}
