import { sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts.ts';
import { labelById, labelIdOf, type Label } from '../labels.ts';

/** A folder's path, and its last part as people read it. */
export type FolderName = { path: string; name: string };

/** A change of a folder on its way to the server. Labels by internal id. */
export type FolderEdit =
  | { do: 'create'; label: number }
  | { do: 'rename'; label: number; from: FolderName; to: FolderName }
  | { do: 'delete'; label: number };

export function readEdit(text: string): FolderEdit {
  return JSON.parse(text) as FolderEdit;
}

/** Shows at once what the server has yet to be told, or never will be where there is none. */
export function startEdit(db: WriteDb, edit: FolderEdit, { isLocal }: { isLocal: boolean }): void {
  switch (edit.do) {
    case 'create':
      db.run(sql`
        UPDATE labels SET pending = ${isLocal ? null : 'create'}, selectable = 1 WHERE id = ${edit.label}`);
      return;
    case 'rename':
      if (isLocal) return landEdit(db, edit, edit.to.path);
      db.run(sql`UPDATE labels SET name = ${edit.to.name}, pending = 'rename' WHERE id = ${edit.label}`);
      return;
    case 'delete':
      db.run(sql`UPDATE labels SET pending = 'delete' WHERE id = ${edit.label}`);
  }
}

/** The server has made the change: the label is at `path` now, whatever a sync pass has found there meanwhile. */
export function landEdit(db: WriteDb, edit: FolderEdit, path: string): void {
  if (edit.do === 'delete') {
    // Its row stays while a history can bring it back.
    db.run(sql`UPDATE labels SET pending = 'delete', selectable = 0 WHERE id = ${edit.label}`);
    return;
  }
  const label = labelById(db, edit.label);
  if (!label) return;
  takePlaces(db, label, path);
  const label_id = labelIdOf(accountIdOf(db, label.account), path);
  db.run(sql`UPDATE labels SET label_id = ${label_id}, provider_id = ${path}, pending = NULL WHERE id = ${label.id}`);
  if (edit.do !== 'rename') return;
  db.run(sql`UPDATE labels SET name = ${edit.to.name} WHERE id = ${label.id}`);
  db.run(sql`DELETE FROM sync_cursors WHERE account = ${label.account} AND stream = ${path}`);
  db.run(sql`
    UPDATE sync_cursors SET stream = ${path} WHERE account = ${label.account} AND stream = ${edit.from.path}`);
  db.run(sql`
    UPDATE OR IGNORE sync_missing SET folder = ${path} WHERE account = ${label.account} AND folder = ${edit.from.path}`);
}

/** The server refused: the label is again as it was before. */
export function dropEdit(db: WriteDb, edit: FolderEdit): void {
  switch (edit.do) {
    case 'create':
      db.run(sql`DELETE FROM labels WHERE id = ${edit.label} AND pending = 'create'`);
      return;
    case 'rename':
      db.run(sql`UPDATE labels SET name = ${edit.from.name}, pending = NULL WHERE id = ${edit.label}`);
      return;
    case 'delete':
      db.run(sql`UPDATE labels SET pending = NULL, selectable = 1 WHERE id = ${edit.label}`);
  }
}

/** What takes an edit back. */
export function inverseEdit(edit: FolderEdit): FolderEdit {
  switch (edit.do) {
    case 'create':
      return { do: 'delete', label: edit.label };
    case 'rename':
      return { do: 'rename', label: edit.label, from: edit.to, to: edit.from };
    case 'delete':
      return { do: 'create', label: edit.label };
  }
}

/** A label that is not on its server yet. */
export function addLabel(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  {
    path,
    name,
    role = null,
    color = null,
    kind,
  }: FolderName & Pick<Label, 'kind'> & Partial<Pick<Label, 'role' | 'color'>>,
): number {
  const label_id = labelIdOf(account.account_id, path);
  return db.run(sql`
    INSERT INTO labels (account, label_id, provider_id, synthetic, name, kind, role, color, selectable, pending)
    VALUES (${account.id}, ${label_id}, ${path}, 0, ${name}, ${kind}, ${role}, ${color}, 1, 'create')`).id;
}

/** A pass may have listed the folder before it was known whose it is: that label's mail is this one's. */
function takePlaces(db: WriteDb, label: Label, path: string): void {
  const other = db.get<{ id: number }>(sql`
    SELECT id FROM labels WHERE account = ${label.account} AND synthetic = 0 AND provider_id = ${path} AND id <> ${label.id}`);
  if (!other) return;
  db.run(sql`UPDATE OR IGNORE placements SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE sync_ahead SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE label_messages SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`UPDATE OR IGNORE label_threads SET label = ${label.id} WHERE label = ${other.id}`);
  db.run(sql`DELETE FROM labels WHERE id = ${other.id}`);
  recount(db, label.id);
}

/** Moving rows from label to label passes the triggers that count. */
function recount(db: WriteDb, label: number): void {
  db.run(sql`
    UPDATE labels SET
      total_count = (SELECT count(*) FROM label_messages WHERE label = ${label}),
      unread_count = (SELECT coalesce(sum(unread), 0) FROM label_messages WHERE label = ${label}),
      thread_count = (SELECT count(*) FROM label_threads WHERE label = ${label}),
      unread_thread_count = (SELECT coalesce(sum(unread), 0) FROM label_threads WHERE label = ${label})
    WHERE id = ${label}`);
}

function accountIdOf(db: ReadDb, account: number): string {
  return db.get<{ account_id: string }>(sql`SELECT account_id FROM accounts WHERE id = ${account}`)?.account_id ?? '';
}
