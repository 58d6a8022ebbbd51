import type { FolderRole } from '../../../providers/provider.ts';
import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { labelNameKey, fullNameOf, pendingRenames } from '../../labels/paths.ts';
import { labelMap, labelsOf, type Label } from '../../labels/labels.ts';
import { addLabel, type FolderEdit } from './folder-edits.ts';

/** Names for the folder of a role, if the server has none. */
const defaultFolderNames: Partial<Record<FolderRole, string>> = {
  archive: 'Archive',
  trash: 'Trash',
  spam: 'Spam',
};

/** The ids that mean the label of a role in every account (wire-contract, section 15). */
const rolesByWellKnownId: Record<string, FolderRole> = {
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
 * The label of an account for a name, with or without its levels, a server path or an id; never a label that cannot
 * hold mail.
 */
export function findLabelByName(db: ReadDb, account: Pick<Account, 'id'>, name: string): Label | undefined {
  const labels = labelsOf(db, [account]).filter(({ synthetic, selectable }) => !synthetic && selectable);
  const renamings = pendingRenames(db, [account]);
  const folded = labelNameKey(name);
  const role = rolesByWellKnownId[name.toUpperCase()];
  return (
    labels.find(({ label_id }) => label_id === folded) ??
    labels.find(({ provider_id }) => provider_id === name) ??
    labels.find((label) => role !== undefined && label.role === role) ??
    labels.find((label) => labelNameKey(fullNameOf(label, renamings)) === folded) ??
    labels.find((label) => labelNameKey(label.name) === folded)
  );
}

/** The target label for a role, and the edit that must create it first. */
type LabelTarget = { label: number; edit?: FolderEdit };

/**
 * The account's folder for a role: the existing one or a new one. If folders are labels, the archive is all mail
 * outside the inbox.
 */
export function labelTargetForRole(db: WriteDb, account: Account, role: 'archive' | 'trash' | 'spam'): LabelTarget {
  const { serverAllMail } = labelMap(db, account.id);
  if (role === 'archive' && serverAllMail !== undefined) return { label: serverAllMail };
  const label = db.get<{ id: number }>(sql`
    SELECT id FROM labels WHERE account = ${account.id} AND synthetic = 0 AND role = ${role} AND pending IS NOT 'delete'`);
  return label ? { label: label.id } : findOrCreateFolder(db, account, defaultFolderNames[role] ?? role, role);
}

/** The folder with this name: the existing one or a new one. */
export function findOrCreateFolder(
  db: WriteDb,
  account: Account,
  name: string,
  role: FolderRole | null = null,
): LabelTarget {
  const named = labelAtPath(db, account, name);
  if (!named || named.pending === 'delete' || !named.selectable)
    return createFolder(db, account, { path: name, name, role });
  if (role !== null && named.role === null) db.run(sql`UPDATE labels SET role = ${role} WHERE id = ${named.id}`);
  return { label: named.id };
}

/** A label with the edit that creates its folder; a deleted label that is kept for undo is reused. */
export function createFolder(
  db: WriteDb,
  account: Account,
  { path, name, role = null, color = null }: Parameters<typeof addLabel>[2],
): { label: number; edit: FolderEdit } {
  const existing = labelAtPath(db, account, path);
  if (existing) db.run(sql`UPDATE labels SET name = ${name}, color = ${color} WHERE id = ${existing.id}`);
  const label = existing?.id ?? addLabel(db, account, { path, name, role, color });
  return { label, edit: { do: 'create', label } };
}

function labelAtPath(db: ReadDb, account: Account, path: string): Label | undefined {
  return db.get<Label>(sql`
    SELECT * FROM labels WHERE account = ${account.id} AND synthetic = 0 AND provider_id = ${path}`);
}
