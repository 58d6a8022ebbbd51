import { nameId } from '../base/ids.ts';
import type { FolderRole, RemoteFolder } from '../providers/provider.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../store/db.ts';
import type { Account } from './accounts.ts';

export type Label = {
  id: number;
  account: number;
  label_id: string;
  provider_id: string;
  /** 1 for a label of ours that no server knows: all mail, starred. */
  synthetic: number;
  name: string;
  kind: 'system' | 'folder' | 'user';
  role: FolderRole | null;
  color: string | null;
  selectable: number;
  total_count: number;
  unread_count: number;
  thread_count: number;
  unread_thread_count: number;
};

const syntheticLabels = [
  { provider_id: 'ALL', name: 'All mail', role: 'all_mail' },
  { provider_id: 'STARRED', name: 'Starred', role: 'starred' },
] as const;

/**
 * Makes the labels of `account` say what the server's folder list says. A folder that is listed no more goes when
 * nothing lies in it; until then its mail stays readable.
 */
export function saveFolders(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  folders: readonly RemoteFolder[],
): void {
  for (const { provider_id, name, role } of syntheticLabels) {
    saveLabel(db, account, { provider_id, synthetic: 1, name, role, kind: 'system', selectable: true });
  }
  for (const { path, name, role = null, kind, selectable } of folders) {
    saveLabel(db, account, { provider_id: path, synthetic: 0, name, role, kind, selectable });
  }
  db.run(sql`
    DELETE FROM labels WHERE account = ${account.id} AND synthetic = 0
      AND provider_id NOT IN (SELECT value FROM json_each(${jsonList(folders.map(({ path }) => path))}))
      AND NOT EXISTS (SELECT 1 FROM placements WHERE label = labels.id)`);
}

type LabelSetting = Pick<Label, 'provider_id' | 'synthetic' | 'name' | 'role' | 'kind'> & { selectable: boolean };

function saveLabel(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, setting: LabelSetting): void {
  const { provider_id, synthetic, name, role, kind, selectable } = setting;
  const label_id = nameId(`label\0${synthetic}\0${provider_id}`, account.account_id);
  db.run(sql`
    INSERT INTO labels (account, label_id, provider_id, synthetic, name, kind, role, selectable)
    VALUES (${account.id}, ${label_id}, ${provider_id}, ${synthetic}, ${name}, ${kind}, ${role}, ${selectable})
    ON CONFLICT (account, synthetic, provider_id) DO UPDATE
      SET name = excluded.name, kind = excluded.kind, role = excluded.role, selectable = excluded.selectable
      WHERE name <> excluded.name OR kind <> excluded.kind OR role IS NOT excluded.role OR selectable <> excluded.selectable`);
}

/** The labels of `accounts`, system labels first, then by name. */
export function labelsOf(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Label[] {
  return db.all<Label>(sql`
    SELECT * FROM labels WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))}))
    ORDER BY kind = 'system' DESC, name COLLATE NOCASE, id`);
}

/** The label of a server's folder. */
export function folderLabel(db: ReadDb, account: number, path: string): number | undefined {
  return db.get<{ id: number }>(
    sql`SELECT id FROM labels WHERE account = ${account} AND synthetic = 0 AND provider_id = ${path}`,
  )?.id;
}

/** The folder labels of an account by the server's path, and its two synthetic ones. */
export function labelMap(db: ReadDb, account: number) {
  const labels = db.all<Label>(sql`SELECT * FROM labels WHERE account = ${account}`);
  const synthetic = (role: FolderRole) => labels.find((label) => label.synthetic && label.role === role)?.id;
  return {
    byPath: new Map(labels.filter(({ synthetic: own }) => !own).map((label) => [label.provider_id, label])),
    byId: new Map(labels.map((label) => [label.id, label])),
    allMail: synthetic('all_mail'),
    starred: synthetic('starred'),
  };
}

export type LabelMap = ReturnType<typeof labelMap>;

/** The labels of each of `messages`, as lists show them. The synthetic ones are left out: they say what flags say. */
export function labelsOfMessages(db: ReadDb, messages: readonly number[]): Map<number, Label[]> {
  const rows = db.all<Label & { message: number }>(sql`
    SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND labels.synthetic = 0
    ORDER BY labels.kind = 'system' DESC, labels.name`);
  return Map.groupBy(rows, ({ message }) => message);
}
