import { sql, type ReadDb, type WriteDb } from '../../../store/db.ts';
import type { Account } from '../../accounts/accounts.ts';
import { separatorOf } from '../../labels/paths.ts';
import { unusedLabelId, labelById, type Label } from '../../labels/labels.ts';

/** A folder's path, and its last level as displayed. */
type FolderName = { path: string; name: string };

/** A folder edit to be pushed. Labels by internal id. */
export type FolderEdit =
  | { do: 'create'; label: number }
  | { do: 'rename'; label: number; from: FolderName; to: FolderName }
  | { do: 'delete'; label: number };

export function parseFolderEdit(text: string): FolderEdit {
  return JSON.parse(text) as FolderEdit;
}

/** Shows an edit before it is pushed; in an account without a server it is complete. */
export function startFolderEdit(db: WriteDb, edit: FolderEdit, { isLocal }: { isLocal: boolean }): void {
  if (isLocal) return completeFolderEdit(db, edit, edit.do === 'rename' ? edit.to.path : undefined);
  switch (edit.do) {
    case 'create':
      db.run(sql`UPDATE labels SET pending = 'create', selectable = 1 WHERE id = ${edit.label}`);
      return;
    case 'rename':
      db.run(sql`UPDATE labels SET name = ${edit.to.name}, pending = 'rename' WHERE id = ${edit.label}`);
      return;
    case 'delete':
      db.run(sql`UPDATE labels SET pending = 'delete' WHERE id = ${edit.label}`);
  }
}

/**
 * Completes an edit that the server carried out: the label and its descendants are at `path` now, whatever a sync pass
 * found there meanwhile. Later pending edits are shown on top. The operation of this edit must not be open any more.
 */
export function completeFolderEdit(db: WriteDb, edit: FolderEdit, path?: string): void {
  const label = labelById(db, edit.label);
  if (!label) return;
  switch (edit.do) {
    case 'create':
      changeFolderPath(db, label, path ?? label.provider_id);
      db.run(sql`UPDATE labels SET pending = NULL, selectable = 1 WHERE id = ${label.id}`);
      break;
    case 'rename': {
      if (isDeletedLabel(label)) return;
      const to = path ?? edit.to.path;
      for (const below of descendantLabels(db, label))
        changeFolderPath(db, below, `${to}${below.provider_id.slice(label.provider_id.length)}`);
      changeFolderPath(db, label, to);
      db.run(sql`UPDATE labels SET name = ${edit.to.name}, pending = NULL WHERE id = ${label.id}`);
      break;
    }
    case 'delete':
      markLabelDeleted(db, label.id);
  }
  showPendingFolderEdit(db, label);
}

/** Reverts an edit that the server refused or never received. The operation of this edit must not be open any more. */
export function revertFolderEdit(db: WriteDb, edit: FolderEdit): void {
  const label = labelById(db, edit.label);
  if (!label) return;
  switch (edit.do) {
    case 'create':
      markLabelDeleted(db, label.id);
      break;
    case 'rename':
      db.run(sql`UPDATE labels SET name = ${edit.from.name}, pending = NULL WHERE id = ${label.id}`);
      break;
    case 'delete':
      db.run(sql`UPDATE labels SET pending = NULL, selectable = 1 WHERE id = ${label.id}`);
  }
  showPendingFolderEdit(db, label);
}

/**
 * Whether the label has no folder on the server and will not get one: it is kept so that its deletion can be undone.
 */
export function isDeletedLabel({ pending, selectable }: Pick<Label, 'pending' | 'selectable'>): boolean {
  return pending === 'delete' && selectable === 0;
}

/** The edit that reverts another. */
export function inverseFolderEdit(edit: FolderEdit): FolderEdit {
  switch (edit.do) {
    case 'create':
      return { do: 'delete', label: edit.label };
    case 'rename':
      return { do: 'rename', label: edit.label, from: edit.to, to: edit.from };
    case 'delete':
      return { do: 'create', label: edit.label };
  }
}

/** Adds a label that has no folder on the server yet. */
export function addLabel(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  { path, name, role = null, color = null }: FolderName & Partial<Pick<Label, 'role' | 'color'>>,
): number {
  const label_id = unusedLabelId(db, account, path);
  return db.run(sql`
    INSERT INTO labels (id, account, label_id, provider_id, synthetic, name, kind, role, color, is_color_unsent, selectable,
      pending, separator)
    VALUES ((SELECT last + 1 FROM label_ids), ${account.id}, ${label_id}, ${path}, 0, ${name}, ${labelKindFor(db, account)}, ${role}, ${color},
      ${color !== null}, 1, 'create', ${separatorOf(db, account)})`).id;
}

/** The kind of the existing labels. */
function labelKindFor(db: ReadDb, { id }: Pick<Account, 'id'>): Label['kind'] {
  const other = db.get<Pick<Label, 'kind'>>(sql`
    SELECT kind FROM labels WHERE account = ${id} AND synthetic = 0 AND role IS NULL AND kind <> 'system' LIMIT 1`);
  return other?.kind ?? 'folder';
}

/** The row stays as long as its deletion can be undone. */
function markLabelDeleted(db: WriteDb, label: number): void {
  db.run(sql`UPDATE labels SET pending = 'delete', selectable = 0 WHERE id = ${label}`);
}

/** Shows the last pending edit of a label; for a label without a folder only its creation. */
function showPendingFolderEdit(db: WriteDb, { id, account }: Pick<Label, 'id' | 'account'>): void {
  const pendingEdit = db.get<{ folder: string }>(sql`
    SELECT folder FROM operations
    WHERE account = ${account} AND state IN ('new', 'queued', 'sending', 'unsure') AND folder ->> '$.label' = ${id}
    ORDER BY id DESC LIMIT 1`);
  const edit = pendingEdit && parseFolderEdit(pendingEdit.folder);
  const label = labelById(db, id);
  if (edit && label && (edit.do === 'create' || !isDeletedLabel(label))) startFolderEdit(db, edit, { isLocal: false });
}

/** The labels whose folders are below a label's folder, by the paths on the server. */
function descendantLabels(db: ReadDb, { account, provider_id, separator }: Label): Label[] {
  if (separator === null) return [];
  const above = `${provider_id}${separator}`;
  return db.all<Label>(sql`
    SELECT * FROM labels
    WHERE account = ${account} AND synthetic = 0 AND pending IS NOT 'create'
      AND substr(provider_id, 1, length(${above})) = ${above}`);
}

/**
 * Changes the path of a label's folder; the known state of the folder is kept, so that its mail is not fetched again.
 */
function changeFolderPath(db: WriteDb, label: Label, path: string): void {
  const { id, account, provider_id: oldPath } = label;
  if (path === oldPath) return;
  mergeLabelAtPath(db, label, path);
  db.run(sql`UPDATE labels SET provider_id = ${path} WHERE id = ${id}`);
  db.run(sql`DELETE FROM sync_cursors WHERE account = ${account} AND stream = ${path}`);
  db.run(sql`UPDATE sync_cursors SET stream = ${path} WHERE account = ${account} AND stream = ${oldPath}`);
  db.run(sql`UPDATE OR REPLACE sync_missing SET folder = ${path} WHERE account = ${account} AND folder = ${oldPath}`);
  db.run(
    sql`UPDATE OR REPLACE uncommitted_placements SET stream = ${path} WHERE account = ${account} AND stream = ${oldPath}`,
  );
}

/**
 * A sync pass may have listed the folder at the new path as a new label: the mail of that label is moved to this one.
 */
function mergeLabelAtPath(db: WriteDb, label: Label, path: string): void {
  const other = db.get<{ id: number }>(sql`
    SELECT id FROM labels WHERE account = ${label.account} AND synthetic = 0 AND provider_id = ${path} AND id <> ${label.id}`);
  if (!other) return;
  db.run(sql`UPDATE OR IGNORE placements SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE uncommitted_placements SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE label_messages SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE label_threads SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`DELETE FROM labels WHERE id = ${other.id}`);
  recountLabel(db, label.id);
}

/** Moving rows between labels bypasses the counting triggers. */
function recountLabel(db: WriteDb, label: number): void {
  db.run(sql`
    UPDATE labels SET
      total_count = (SELECT count(*) FROM label_messages WHERE label = ${label}),
      unread_count = (SELECT coalesce(sum(unread), 0) FROM label_messages WHERE label = ${label}),
      thread_count = (SELECT count(*) FROM label_threads WHERE label = ${label}),
      unread_thread_count = (SELECT coalesce(sum(unread), 0) FROM label_threads WHERE label = ${label})
    WHERE id = ${label}`);
}
