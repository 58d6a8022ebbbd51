import type { FolderRole } from '../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { foldedName, fullNameOf, openRenamings } from '../label-paths.ts';
import { labelMap, labelsOf, type Label } from '../labels.ts';
import { addLabel, type FolderEdit } from './folders.ts';

/** What a role's folder is called where the server has none. */
const usualNames: Partial<Record<FolderRole, string>> = {
  archive: 'Archive',
  trash: 'Trash',
  spam: 'Spam',
};

/** What the ids mean that a label of one use has in every account (wire-contract, section 15). */
const usualIds: Record<string, FolderRole> = {
  INBOX: 'inbox',
  SENT: 'sent',
  DRAFT: 'drafts',
  DRAFTS: 'drafts',
  TRASH: 'trash',
  SPAM: 'spam',
  ARCHIVE: 'archive',
  STARRED: 'starred',
};

/**
 * The label that a name, with its levels or without, a server's path or an id stands for in an account; labels that cannot
 * hold mail never do.
 */
export function labelNamed(db: ReadDb, account: Pick<Account, 'id'>, name: string): Label | undefined {
  const labels = labelsOf(db, [account]).filter(({ synthetic, selectable }) => !synthetic && selectable);
  const renamings = openRenamings(db, [account]);
  const folded = foldedName(name);
  const role = usualIds[name.toUpperCase()];
  return (
    labels.find(({ label_id }) => label_id === folded) ??
    labels.find(({ provider_id }) => provider_id === name) ??
    labels.find((label) => role !== undefined && label.role === role) ??
    labels.find((label) => foldedName(fullNameOf(label, renamings)) === folded) ??
    labels.find((label) => foldedName(label.name) === folded)
  );
}

/** The label mail of a role goes to, and what has to be made first. */
export type RoleTarget = { label: number; edit?: FolderEdit };

/**
 * The account's folder for a role: the one it has, or one that is made. Where folders are labels, the archive is all
 * mail without a place in the inbox.
 */
export function roleTarget(db: WriteDb, account: Account, role: 'archive' | 'trash' | 'spam'): RoleTarget {
  const { everything } = labelMap(db, account.id);
  if (role === 'archive' && everything !== undefined) return { label: everything };
  const label = db.get<{ id: number }>(sql`
    SELECT id FROM labels WHERE account = ${account.id} AND synthetic = 0 AND role = ${role} AND pending IS NOT 'delete'`);
  return label ? { label: label.id } : madeFolder(db, account, usualNames[role] ?? role, role);
}

/** The folder of this name, or one that is made. */
export function madeFolder(db: WriteDb, account: Account, name: string, role: FolderRole | null = null): RoleTarget {
  const named = folderAt(db, account, name);
  if (!named || named.pending === 'delete' || !named.selectable)
    return newFolder(db, account, { path: name, name, role });
  if (role !== null && named.role === null) db.run(sql`UPDATE labels SET role = ${role} WHERE id = ${named.id}`);
  return { label: named.id };
}

/** A label and what makes its folder; one that is kept for who takes its end back is that label again. */
export function newFolder(
  db: WriteDb,
  account: Account,
  { path, name, role = null, color = null }: Parameters<typeof addLabel>[2],
): { label: number; edit: FolderEdit } {
  const former = folderAt(db, account, path);
  if (former) db.run(sql`UPDATE labels SET name = ${name}, color = ${color} WHERE id = ${former.id}`);
  const label = former?.id ?? addLabel(db, account, { path, name, role, color });
  return { label, edit: { do: 'create', label } };
}

function folderAt(db: ReadDb, account: Account, path: string): Label | undefined {
  return db.get<Label>(sql`
    SELECT * FROM labels WHERE account = ${account.id} AND synthetic = 0 AND provider_id = ${path}`);
}
