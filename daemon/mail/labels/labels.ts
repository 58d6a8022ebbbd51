import { nameId } from '../../base/ids.ts';
import type { FolderRole, RemoteFolder } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

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
  /** What parts the levels of `provider_id`; null where it has none. */
  separator: string | null;
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
  labelsToSave: LabelSetting[];
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
  const existing = db.all<Label>(sql`SELECT * FROM labels WHERE account = ${account.id}`);
  const known = new Map(existing.map((label) => [keyOf(label), label]));
  const edited = labelsUnderEdit(db, account);
  const settings = [...syntheticLabels.map(syntheticSetting), ...folders.map(folderSetting)];
  const listed = new Set(settings.map(keyOf));
  // The server does not know yet what was done to it here.
  const isChangedLocally = (setting: LabelSetting) => edited.has(known.get(keyOf(setting))?.id ?? 0);
  return {
    labelsToSave: settings.filter(
      (setting) => !isChangedLocally(setting) && !isUnchanged(known.get(keyOf(setting)), setting),
    ),
    unlisted: existing.flatMap((label) =>
      listed.has(keyOf(label)) || label.pending || edited.has(label.id) ? [] : [label.id],
    ),
    changedRole: settings.flatMap((setting) => {
      const label = known.get(keyOf(setting));
      return label && !edited.has(label.id) && label.role !== setting.role ? [label.id] : [];
    }),
  };
}

/**
 * Labels that were made, renamed or deleted here while the server has yet to hear of it, or heard of it after this pass
 * began: its list may be older.
 */
function labelsUnderEdit(db: ReadDb, account: Pick<Account, 'id'>): Set<number> {
  const rows = db.all<{ label: number }>(sql`
    SELECT folder ->> '$.label' AS label FROM operations
    WHERE account = ${account.id} AND state IN ('new', 'queued', 'sending', 'unsure') AND folder IS NOT NULL
    UNION ALL
    SELECT folder ->> '$.label' FROM operations
    WHERE account = ${account.id} AND state = 'landed' AND folder IS NOT NULL
      AND pass >= (SELECT pass_count FROM sync_status WHERE account = ${account.id})`);
  return new Set(rows.map(({ label }) => label));
}

/** A folder that is listed no more goes when nothing lies in it; until then its mail stays readable. */
export function saveFolders(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  { labelsToSave, unlisted }: FolderChanges,
): void {
  for (const setting of labelsToSave) saveLabel(db, account, setting);
  for (const label of unlisted) removeLabelIfEmpty(db, label);
}

type LabelSetting = Pick<Label, 'provider_id' | 'synthetic' | 'name' | 'role' | 'kind' | 'selectable' | 'separator'>;

function syntheticSetting(label: (typeof syntheticLabels)[number]): LabelSetting {
  return { ...label, synthetic: 1, kind: 'system', selectable: 1, separator: null };
}

function folderSetting({ path, name, role, kind, selectable, separator }: RemoteFolder): LabelSetting {
  const optional = { role: role ?? null, separator: separator ?? null };
  return { provider_id: path, synthetic: 0, name, kind, selectable: selectable ? 1 : 0, ...optional };
}

function keyOf({ synthetic, provider_id }: Pick<Label, 'synthetic' | 'provider_id'>): string {
  return `${synthetic} ${provider_id}`;
}

function isUnchanged(label: Label | undefined, setting: LabelSetting): boolean {
  // What was deleted is listed for the sake of what lies below it.
  if (label?.pending === 'delete' && label.selectable === 0 && setting.selectable === 0) return true;
  if (!label || label.pending) return false;
  return (['name', 'role', 'kind', 'selectable', 'separator'] as const).every((key) => label[key] === setting[key]);
}

function saveLabel(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, setting: LabelSetting): void {
  const { provider_id, synthetic, name, role, kind, selectable, separator } = setting;
  const label_id = unusedLabelId(db, account, provider_id, synthetic);
  db.run(sql`
    INSERT INTO labels (id, account, label_id, provider_id, synthetic, name, kind, role, selectable, separator)
    VALUES ((SELECT last + 1 FROM label_ids), ${account.id}, ${label_id}, ${provider_id}, ${synthetic}, ${name}, ${kind}, ${role}, ${selectable}, ${separator})
    ON CONFLICT (account, synthetic, provider_id) DO UPDATE
      SET name = excluded.name, kind = excluded.kind, role = excluded.role, selectable = excluded.selectable,
        separator = excluded.separator, pending = NULL`);
}

/**
 * The public id for a folder's label, the same on every machine; another where a label has it that was renamed, and keeps
 * it.
 */
export function unusedLabelId(
  db: ReadDb,
  { account_id }: Pick<Account, 'account_id'>,
  path: string,
  synthetic = 0,
): string {
  const isTaken = (label_id: string) =>
    db.get(sql`
      SELECT 1 FROM labels WHERE label_id = ${label_id} AND (provider_id <> ${path} OR synthetic <> ${synthetic})`) !==
    undefined;
  const idOf = (name: string) => nameId(`label\0${synthetic}\0${name}`, account_id);
  let label_id = idOf(path);
  for (let count = 1; isTaken(label_id); count++) label_id = idOf(`${path}\0${count}`);
  return label_id;
}

/** The folder for mail that is away, where other programs see it. */
export const snoozeFolder = 'Snoozed';

/** Whether a label is the account's own, to be neither renamed nor deleted. */
export function isAccountLabel({
  kind,
  role,
  synthetic,
  name,
}: Pick<Label, 'kind' | 'role' | 'synthetic' | 'name'>): boolean {
  return synthetic === 1 || kind === 'system' || role !== null || name === snoozeFolder;
}

export function labelById(db: ReadDb, id: number): Label | undefined {
  return db.get<Label>(sql`SELECT * FROM labels WHERE id = ${id}`);
}

/** Mail is also shown under a label before its server was told so. */
function removeLabelIfEmpty(db: WriteDb, label: number): void {
  db.run(sql`
    DELETE FROM labels WHERE id = ${label} AND NOT EXISTS (SELECT 1 FROM placements WHERE label = ${label})
      AND NOT EXISTS (SELECT 1 FROM label_messages WHERE label = ${label})`);
}

/** Gives a label a colour, or takes it. No server knows of it. */
export function setLabelColour(db: WriteDb, { id }: Pick<Label, 'id'>, color: string | null): void {
  db.run(sql`UPDATE labels SET color = ${color} WHERE id = ${id}`);
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
    serverAllMail: labels.find((label) => !label.synthetic && label.role === 'all_mail')?.id,
  };
}

export type LabelMap = ReturnType<typeof labelMap>;

/** The labels of each of `messages`, as lists show them, without those that say what flags say or nothing at all. */
export function labelsOfMessages(db: ReadDb, messages: readonly number[]): Map<number, Label[]> {
  const rows = db.all<Label & { message: number }>(sql`
    SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND labels.synthetic = 0
      AND labels.pending IS NOT 'delete'
      AND coalesce(labels.role, '') NOT IN ('all_mail', 'starred') AND labels.name <> ${snoozeFolder}
    ORDER BY labels.kind = 'system' DESC, labels.name`);
  return Map.groupBy(rows, ({ message }) => message);
}
