import type { ImapFlow, ListResponse } from 'imapflow';
import type { FolderRole, RemoteFolder } from '../provider.ts';

const rolesByUse: Record<string, FolderRole> = {
  '\\Inbox': 'inbox',
  '\\Sent': 'sent',
  '\\Drafts': 'drafts',
  '\\Trash': 'trash',
  '\\Junk': 'spam',
  '\\Archive': 'archive',
  '\\All': 'all_mail',
  '\\Flagged': 'starred',
};

/** A folder and what STATUS said of it; without `status` the folder has to be opened to know. */
export type ListedFolder = RemoteFolder & { status?: FolderStatus };

export type FolderStatus = { messages: number; uidnext: number; uidvalidity: number; modseq: bigint | undefined };

export async function listFolders(client: ImapFlow): Promise<RemoteFolder[]> {
  return (await client.list()).map(remoteFolder);
}

/** All folders with their state, in the order they are synced: INBOX, then those with a role, then the rest. */
export async function listStates(client: ImapFlow): Promise<ListedFolder[]> {
  // Dovecot tells the state of the folder that is open as it was at the last command; a NOOP brings it up to date.
  if (client.mailbox) await client.noop();
  const statusQuery = { messages: true, uidNext: true, uidValidity: true, highestModseq: true };
  const listed = await client.list({ statusQuery });
  return listed
    .map((entry) => {
      const status = statusOf(entry);
      return { ...remoteFolder(entry), ...(status ? { status } : {}) };
    })
    .toSorted((a, b) => rankOf(a) - rankOf(b));
}

function remoteFolder(entry: ListResponse): RemoteFolder {
  const role = roleOf(entry);
  return {
    path: entry.path,
    name: entry.name,
    ...(role ? { role } : {}),
    selectable: !hasFlag(entry, '\\Noselect') && !hasFlag(entry, '\\NonExistent'),
    kind: role ? 'system' : 'folder',
  };
}

/** By the server's word (RFC 6154), else by a usual name, which counts at the top or right below INBOX only. */
function roleOf(entry: ListResponse): FolderRole | undefined {
  if (hasFlag(entry, '\\Important')) return 'important';
  const { specialUse, specialUseSource, parentPath } = entry;
  const isTrusted = specialUseSource !== 'name' || ['', 'INBOX'].includes(parentPath.toUpperCase());
  return isTrusted ? rolesByUse[specialUse ?? ''] : undefined;
}

function hasFlag(entry: ListResponse, flag: string): boolean {
  return [...entry.flags].some((one) => one.toLowerCase() === flag.toLowerCase());
}

function statusOf({ status }: ListResponse): FolderStatus | undefined {
  const { messages, uidNext, uidValidity, highestModseq } = status ?? {};
  if (messages === undefined || !uidNext || !uidValidity) return undefined;
  return { messages, uidnext: uidNext, uidvalidity: Number(uidValidity), modseq: highestModseq };
}

function rankOf({ role }: RemoteFolder): number {
  if (role === 'inbox') return 0;
  return role ? 1 : 2;
}
