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
  /** What the server has yet to be told of it. */
  pending: 'create' | 'rename' | 'delete' | null;
};

const syntheticLabels = [
  { provider_id: 'ALL', name: 'All mail', role: 'all_mail' },
  { provider_id: 'STARRED', name: 'Starred', role: 'starred' },
] as const;

/** What the server's folder list changes about the labels of an account. */
export type FolderChanges = {
  save: LabelSetting[];
  /** Labels that are listed no more. */
  unlisted: number[];
  /** Labels whose role is another now: what lies there means something else. */
  changedRole: number[];
};

export function folderChanges(
  db: ReadDb,
  account: Pick<Account, 'id'>,
  folders: readonly RemoteFolder[],
): FolderChanges {
  const before = db.all<Label>(sql`SELECT * FROM labels WHERE account = ${account.id}`);
  const known = new Map(before.map((label) => [keyOf(label), label]));
  const edited = labelsUnderEdit(db, account);
  const wanted = [...syntheticLabels.map(syntheticSetting), ...folders.map(folderSetting)];
  const listed = new Set(wanted.map(keyOf));
  // The server does not know yet what was done to it here.
  const isAhead = (setting: LabelSetting) => edited.has(known.get(keyOf(setting))?.id ?? 0);
  return {
    save: wanted.filter((setting) => !isAhead(setting) && !saysTheSame(known.get(keyOf(setting)), setting)),
    unlisted: before.flatMap((label) => (listed.has(keyOf(label)) || label.pending ? [] : [label.id])),
    changedRole: wanted.flatMap((setting) => {
      const label = known.get(keyOf(setting));
      return label && !edited.has(label.id) && label.role !== setting.role ? [label.id] : [];
    }),
  };
}

/** Labels that were made, renamed or deleted here while the server has yet to hear of it. */
function labelsUnderEdit(db: ReadDb, account: Pick<Account, 'id'>): Set<number> {
  const rows = db.all<{ label: number }>(sql`
    SELECT folder ->> '$.label' AS label FROM operations
    WHERE account = ${account.id} AND state IN ('new', 'queued', 'sending', 'unsure') AND folder IS NOT NULL`);
  return new Set(rows.map(({ label }) => label));
}

/** A folder that is listed no more goes when nothing lies in it; until then its mail stays readable. */
export function saveFolders(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  { save, unlisted }: FolderChanges,
): void {
  for (const setting of save) saveLabel(db, account, setting);
  for (const label of unlisted) removeEmpty(db, label);
}

type LabelSetting = Pick<Label, 'provider_id' | 'synthetic' | 'name' | 'role' | 'kind' | 'selectable'>;

function syntheticSetting(label: (typeof syntheticLabels)[number]): LabelSetting {
  return { ...label, synthetic: 1, kind: 'system', selectable: 1 };
}

function folderSetting({ path, name, role, kind, selectable }: RemoteFolder): LabelSetting {
  return { provider_id: path, synthetic: 0, name, role: role ?? null, kind, selectable: selectable ? 1 : 0 };
}

function keyOf({ synthetic, provider_id }: Pick<Label, 'synthetic' | 'provider_id'>): string {
  return `${synthetic} ${provider_id}`;
}

function saysTheSame(label: Label | undefined, { name, role, kind, selectable }: LabelSetting): boolean {
  if (label?.pending) return false;
  return label?.name === name && label.role === role && label.kind === kind && label.selectable === selectable;
}

function saveLabel(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, setting: LabelSetting): void {
  const { provider_id, synthetic, name, role, kind, selectable } = setting;
  const label_id = labelIdOf(account.account_id, provider_id, synthetic);
  db.run(sql`
    INSERT INTO labels (account, label_id, provider_id, synthetic, name, kind, role, selectable)
    VALUES (${account.id}, ${label_id}, ${provider_id}, ${synthetic}, ${name}, ${kind}, ${role}, ${selectable})
    ON CONFLICT (account, synthetic, provider_id) DO UPDATE
      SET name = excluded.name, kind = excluded.kind, role = excluded.role, selectable = excluded.selectable,
        pending = NULL`);
}

/** The public id of a folder's label, the same on every machine. */
export function labelIdOf(account_id: string, path: string, synthetic = 0): string {
  return nameId(`label\0${synthetic}\0${path}`, account_id);
}

export function labelById(db: ReadDb, id: number): Label | undefined {
  return db.get<Label>(sql`SELECT * FROM labels WHERE id = ${id}`);
}

function removeEmpty(db: WriteDb, label: number): void {
  db.run(sql`DELETE FROM labels WHERE id = ${label} AND NOT EXISTS (SELECT 1 FROM placements WHERE label = ${label})`);
}

/** The labels of `accounts`, system labels first, then by name; without those that are being deleted. */
export function labelsOf(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Label[] {
  return db.all<Label>(sql`
    SELECT * FROM labels
    WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))})) AND pending IS NOT 'delete'
    ORDER BY kind = 'system' DESC, name COLLATE NOCASE, id`);
}

/** The label of a server's folder. */
export function folderLabel(db: ReadDb, account: number, path: string): number | undefined {
  return db.get<{ id: number }>(
    sql`SELECT id FROM labels WHERE account = ${account} AND synthetic = 0 AND provider_id = ${path}`,
  )?.id;
}

/** What the label is called, if there is one. */
export function labelName(db: ReadDb, label: number | undefined): string | undefined {
  if (label === undefined) return undefined;
  return db.get<{ name: string }>(sql`SELECT name FROM labels WHERE id = ${label}`)?.name;
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
    /** The server's own folder of all mail: where there is one, folders are labels. */
    everything: labels.find((label) => !label.synthetic && label.role === 'all_mail')?.id,
  };
}

export type LabelMap = ReturnType<typeof labelMap>;

/** The labels of each of `messages`, as lists show them, without those that say what flags say or nothing at all. */
export function labelsOfMessages(db: ReadDb, messages: readonly number[]): Map<number, Label[]> {
  const rows = db.all<Label & { message: number }>(sql`
    SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND labels.synthetic = 0
      AND coalesce(labels.role, '') NOT IN ('all_mail', 'starred')
    ORDER BY labels.kind = 'system' DESC, labels.name`);
  return Map.groupBy(rows, ({ message }) => message);
}
