import type { ImapFlow } from 'imapflow';
import { ProviderError, type FolderChange } from '../../provider.ts';
import type { FolderListState } from './folder-list-state.ts';
import { listFolders } from './folders.ts';
import { newPath } from './namespaces.ts';

/** `Provider.editFolder` for IMAP: the existing folders are checked first, because servers differ in how they refuse. */
export async function editFolder(client: ImapFlow, change: FolderChange, state: FolderListState): Promise<string> {
  const exists = async (wanted: string) =>
    (await listFolders(client, state)).some(({ path, selectable }) => path === wanted && selectable);
  switch (change.do) {
    case 'create': {
      const wanted = newPath(client, change.path);
      // Dovecot lists folders that do not exist yet, and then creates them without an error.
      if (!(await exists(wanted)) && (await client.mailboxCreate(wanted)).created) return wanted;
      if (change.isIdempotent && (await exists(wanted))) return wanted;
      throw new ProviderError('refused', `There’s already a folder named ${change.path}.`);
    }
    case 'rename': {
      const to = newPath(client, change.to);
      if (change.isIdempotent && !(await exists(change.path)) && (await exists(to))) return to;
      await client.mailboxRename(change.path, to);
      return to;
    }
    case 'delete':
      if (change.isIdempotent && !(await exists(change.path))) return change.path;
      if (change.onlyIfEmpty) await assertEmpty(client, change.path);
      await client.mailboxDelete(change.path);
      state.deletedPaths.add(change.path);
      return change.path;
  }
}

/** Deleting a folder deletes the mail in it, except where folders are labels. */
async function assertEmpty(client: ImapFlow, path: string): Promise<void> {
  if (client.capabilities.has('X-GM-EXT-1')) return;
  const status = await client.status(path, { messages: true });
  if (status && status.messages === 0) return;
  throw new ProviderError('refused', `The folder ${path} received new mail, so it wasn’t deleted.`);
}
