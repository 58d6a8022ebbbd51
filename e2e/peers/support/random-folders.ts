import type { ImapFlow } from 'imapflow';
import type { Random } from '../../../daemon/demo/random.ts';

/** Chooses among the folders of a mailbox. */
export type FolderChoiceContext = { client: ImapFlow; random: Random };

/** Folders that are never deleted or renamed. */
const systemFolders = ['INBOX', 'Sent', 'Drafts', 'Trash', 'Junk', 'Archive'];

/** A small set of names, so that a folder often gets the name of a deleted one. */
const candidateNames = ['Travel', 'Travel/2026', 'Bills', 'Family', 'Lists/new'];

export function folderName({ random }: FolderChoiceContext): string {
  return random.pick(candidateNames);
}

export async function anyFolder({ client, random }: FolderChoiceContext): Promise<string> {
  return random.chance(0.3) ? 'INBOX' : random.pick(await paths(client));
}

export async function renamableFolder({ client, random }: FolderChoiceContext): Promise<string | undefined> {
  const renamable = (await paths(client)).filter((path) => !systemFolders.includes(path));
  return renamable.length > 0 ? random.pick(renamable) : undefined;
}

/** Not a folder with children: Dovecot goes on listing it, and refuses to open it. */
export async function deletableFolder({ client, random }: FolderChoiceContext): Promise<string | undefined> {
  const all = await paths(client);
  const leaves = all.filter((path) => !systemFolders.includes(path) && !all.some((other) => isIn(other, path)));
  return leaves.length > 0 ? random.pick(leaves) : undefined;
}

/** A new name for `path`: unused, and not inside itself. */
export async function newNameFor({ client, random }: FolderChoiceContext, path: string): Promise<string> {
  const taken = await paths(client);
  const isFree = (name: string) => !taken.some((each) => each === name || isIn(each, name)) && !isIn(name, path);
  const free = candidateNames.filter(isFree);
  return free.length > 0 ? random.pick(free) : `${path} ${random.below(1000)}`;
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

async function paths(client: ImapFlow): Promise<string[]> {
  const listed = await client.list();
  return listed.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')).map(({ path }) => path);
}
