import { sql, type ReadDb } from '../../store/db.ts';
import type { Label } from '../labels/labels.ts';

/** A folder of an exported account: the names from the top folder down, and its messages by internal id, oldest first. */
export type MailboxFolder = { path: string[]; ids: number[] };

/** The messages of an account to export; `bytes` is the size of those in folders, each counted in each of its folders. */
export type MailboxSelection = { folders: MailboxFolder[]; bytes: number };

/** The name of the folder for messages that have no label. */
const unlabelledName = 'No folder';

/**
 * All messages of an account by folder. A message that has several labels is in the folder of each. Labels that repeat
 * flags or carry no information have no folder.
 */
export function selectMailbox(db: ReadDb, account: number): MailboxSelection {
  const labels = exportedLabels(db, account);
  const folders = labels.map((label) => ({ path: pathOf(label), ids: messagesOfLabel(db, label.id) }));
  const unlabelled = { path: [unlabelledName], ids: messagesWithout(db, account, labels) };
  const selected = [...folders, unlabelled].filter(({ ids }) => ids.length > 0);
  const rows = db.all<{ id: number; size: number }>(sql`SELECT id, size FROM messages WHERE account = ${account}`);
  const sizes = new Map(rows.map(({ id, size }) => [id, size]));
  const bytes = selected.flatMap(({ ids }) => ids).reduce((sum, id) => sum + (sizes.get(id) ?? 0), 0);
  return { folders: selected, bytes };
}

/** All messages of an account, each once, oldest first. */
export function selectAccountMessages(db: ReadDb, account: number): MailboxSelection {
  const rows = db.all<{ id: number }>(sql`SELECT id FROM messages WHERE account = ${account} ORDER BY sort_key`);
  return { folders: [{ path: [], ids: rows.map(({ id }) => id) }], bytes: 0 };
}

type ExportedLabel = Pick<Label, 'id' | 'name' | 'role' | 'provider_id' | 'separator'>;

/** The labels of an account that become folders. */
export function exportedLabels(db: ReadDb, account: number): ExportedLabel[] {
  return db.all<ExportedLabel>(sql`
    SELECT id, name, role, provider_id, separator FROM labels
    WHERE account = ${account} AND synthetic = 0 AND pending IS NOT 'delete'
      AND coalesce(role, '') NOT IN ('all_mail', 'starred', 'important')
    ORDER BY kind = 'system' DESC, provider_id, id`);
}

/** Servers give system folders different names; the user knows them by ours. */
export function pathOf({ role, name, provider_id, separator }: ExportedLabel): string[] {
  return role === null && separator ? provider_id.split(separator).filter((part) => part !== '') : [name];
}

function messagesOfLabel(db: ReadDb, label: number): number[] {
  return db
    .all<{ message: number }>(
      sql`
      SELECT message FROM label_messages JOIN messages ON messages.id = message WHERE label = ${label}
      ORDER BY sort_key`,
    )
    .map(({ message }) => message);
}

function messagesWithout(db: ReadDb, account: number, labels: readonly { id: number }[]): number[] {
  const ids = JSON.stringify(labels.map(({ id }) => id));
  return db
    .all<{ id: number }>(
      sql`
      SELECT id FROM messages WHERE account = ${account} AND NOT EXISTS (
        SELECT 1 FROM label_messages WHERE message = messages.id AND label IN (SELECT value FROM json_each(${ids})))
      ORDER BY sort_key`,
    )
    .map(({ id }) => id);
}
