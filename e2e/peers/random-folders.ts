import type { ImapFlow } from 'imapflow';
import type { Random } from '../../daemon/providers/fake/random.ts';

/** Who chooses among the folders of a mailbox. */
export type Chooser = { client: ImapFlow; random: Random };

/** Folders nobody deletes or renames. */
const fixed = ['INBOX', 'Sent', 'Drafts', 'Trash', 'Junk', 'Archive'];

/** A few names, so that a folder often gets the name of one that is gone. */
const names = ['Travel', 'Travel/2026', 'Bills', 'Family', 'Lists/new'];

export function folderName({ random }: Chooser): string {
  return random.pick(names);
}

export async function anyFolder({ client, random }: Chooser): Promise<string> {
  return random.chance(0.3) ? 'INBOX' : random.pick(await paths(client));
}

export async function renamableFolder({ client, random }: Chooser): Promise<string | undefined> {
  const loose = (await paths(client)).filter((path) => !fixed.includes(path));
  return loose.length > 0 ? random.pick(loose) : undefined;
}

/** Not one with folders in it: Dovecot goes on listing that, and refuses to open it. */
export async function deletableFolder({ client, random }: Chooser): Promise<string | undefined> {
  const all = await paths(client);
  const leaves = all.filter((path) => !fixed.includes(path) && !all.some((other) => isIn(other, path)));
  return leaves.length > 0 ? random.pick(leaves) : undefined;
}

/** A name that `path` can be given: unused, and not inside itself. */
export async function newNameFor({ client, random }: Chooser, path: string): Promise<string> {
  const taken = await paths(client);
  const isFree = (name: string) => !taken.some((each) => each === name || isIn(each, name)) && !isIn(name, path);
  const free = names.filter(isFree);
  return free.length > 0 ? random.pick(free) : `${path} ${random.below(1000)}`;
}

function isIn(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`);
}

async function paths(client: ImapFlow): Promise<string[]> {
  const listed = await client.list();
  return listed.filter(({ flags }) => !flags.has('\\Noselect') && !flags.has('\\NonExistent')).map(({ path }) => path);
}
