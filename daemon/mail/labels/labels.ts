import { nameId } from '../../base/ids.ts';
import type { FolderRole, RemoteFolder } from '../../providers/provider.ts';
import { jsonList, sql, type ReadDb, type WriteDb } from '../../store/db.ts';
import type { Account } from '../accounts/accounts.ts';

export type Label = {
  id: number;
  account: number;
  label_id: string;
  provider_id: string;
  /** 1 for a label without a server folder: all mail, starred. */
  synthetic: number;
  name: string;
  kind: 'system' | 'folder' | 'user';
  role: FolderRole | null;
  color: string | null;
  /** The color on the server as far as it is known. */
  server_color: string | null;
  /** 1 for a color that the user chose and the server does not have yet. */
  is_color_unsent: number;
  selectable: number;
  /** The hierarchy separator in `provider_id`; null if there is none. */
  separator: string | null;
  total_count: number;
  unread_count: number;
  thread_count: number;
  unread_thread_count: number;
  /** The change that is not on the server yet. */
  pending: 'create' | 'rename' | 'delete' | null;
};

const syntheticLabels = [
  { provider_id: 'ALL', name: 'All mail', role: 'all_mail' },
  { provider_id: 'STARRED', name: 'Starred', role: 'starred' },
] as const;

/** How the server's folder list changes the labels of an account. */
type FolderChanges = {
  labelsToSave: LabelSetting[];
  /** Labels that are no longer listed. */
  unlisted: number[];
  /** Labels with a new role, so that the state of their messages changes. */
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
  // The server does not have the local change yet.
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
 * Labels with a local create, rename or delete that is not on the server yet, or reached it after this pass began:
 * the server's folder list may be older.
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

/**
 * Stores the folder changes. A folder that is no longer listed is removed when it is empty; until then its messages
 * stay readable.
 */
export function saveFolders(
  db: WriteDb,
  account: Pick<Account, 'id' | 'account_id'>,
  { labelsToSave, unlisted }: FolderChanges,
): void {
  for (const setting of labelsToSave) saveLabel(db, account, setting);
  for (const label of unlisted) removeLabelIfEmpty(db, label);
}

/** The color is that on the server, null where it is unknown. It is shown when another program has changed it. */
type LabelSetting = Pick<
  Label,
  'provider_id' | 'synthetic' | 'name' | 'role' | 'kind' | 'selectable' | 'separator' | 'color'
>;

function syntheticSetting(label: (typeof syntheticLabels)[number]): LabelSetting {
  return { ...label, synthetic: 1, kind: 'system', selectable: 1, separator: null, color: null };
}

function folderSetting({ path, name, role, kind, selectable, separator, color }: RemoteFolder): LabelSetting {
  const optional = { role: role ?? null, separator: separator ?? null, color: color ?? null };
  return { provider_id: path, synthetic: 0, name, kind, selectable: selectable ? 1 : 0, ...optional };
}

function keyOf({ synthetic, provider_id }: Pick<Label, 'synthetic' | 'provider_id'>): string {
  return `${synthetic} ${provider_id}`;
}

function isUnchanged(label: Label | undefined, setting: LabelSetting): boolean {
  // A deleted folder is still listed as the parent of other folders.
  if (label?.pending === 'delete' && label.selectable === 0 && setting.selectable === 0) return true;
  if (!label || label.pending || (setting.color !== null && setting.color !== label.server_color)) return false;
  return (['name', 'role', 'kind', 'selectable', 'separator'] as const).every((key) => label[key] === setting[key]);
}

function saveLabel(db: WriteDb, account: Pick<Account, 'id' | 'account_id'>, setting: LabelSetting): void {
  const { provider_id, synthetic, name, role, kind, selectable, separator, color } = setting;
  const label_id = unusedLabelId(db, account, provider_id, synthetic);
  db.run(sql`
    INSERT INTO labels (id, account, label_id, provider_id, synthetic, name, kind, role, selectable, separator, color,
      server_color)
    VALUES ((SELECT last + 1 FROM label_ids), ${account.id}, ${label_id}, ${provider_id}, ${synthetic}, ${name}, ${kind},
      ${role}, ${selectable}, ${separator}, ${color}, ${color})
    ON CONFLICT (account, synthetic, provider_id) DO UPDATE
      SET name = excluded.name, kind = excluded.kind, role = excluded.role, selectable = excluded.selectable,
        separator = excluded.separator, pending = NULL,
        color = CASE
          WHEN labels.is_color_unsent OR excluded.color IS NULL OR excluded.color IS labels.server_color
            OR (labels.server_color IS NULL AND labels.color IS NOT NULL)
          THEN labels.color ELSE excluded.color END,
        server_color = coalesce(excluded.color, labels.server_color)`);
}

/** The public id of a folder's label, the same on every machine; a different id if a renamed label already has it. */
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

/** The folder of snoozed mail, visible in other programs. */
export const snoozeFolder = 'Snoozed';

/** Whether a label belongs to the account and cannot be renamed or deleted. */
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

/** A message can have a label before the server has the change, so both tables are checked. */
function removeLabelIfEmpty(db: WriteDb, label: number): void {
  db.run(sql`
    DELETE FROM labels WHERE id = ${label} AND NOT EXISTS (SELECT 1 FROM placements WHERE label = ${label})
      AND NOT EXISTS (SELECT 1 FROM label_messages WHERE label = ${label})`);
}

/** Sets or removes the colour of a label, which is sent to servers that have colours. */
export function setLabelColour(db: WriteDb, { id }: Pick<Label, 'id'>, color: string | null): void {
  db.run(sql`
    UPDATE labels SET color = ${color}, is_color_unsent = (${color} IS NOT NULL OR server_color IS NOT NULL) WHERE id = ${id}`);
}

/** The color that the user chose for a label on the server; null for none. */
type UnsentColor = { id: number; path: string; color: string | null };

/** The labels on the server of an account whose chosen colour it does not have yet. */
export function unsentColors(db: ReadDb, account: Pick<Account, 'id'>): UnsentColor[] {
  return db.all(sql`
    SELECT id, provider_id AS path, color FROM labels
    WHERE account = ${account.id} AND is_color_unsent AND pending IS NULL AND synthetic = 0 AND selectable`);
}

/** Records that `color` was sent, and the color that the server has now: null for none, undefined where it is not known. */
export function recordSentColor(
  db: WriteDb,
  { id, color }: Pick<UnsentColor, 'id' | 'color'>,
  serverColor: string | null | undefined,
): void {
  db.run(sql`UPDATE labels SET is_color_unsent = color IS NOT ${color} WHERE id = ${id}`);
  if (serverColor !== undefined) db.run(sql`UPDATE labels SET server_color = ${serverColor} WHERE id = ${id}`);
}

/** The labels of `accounts`, system labels first, then by name, except labels that are being deleted. */
export function labelsOf(db: ReadDb, accounts: readonly Pick<Account, 'id'>[]): Label[] {
  return db.all<Label>(sql`
    SELECT * FROM labels
    WHERE account IN (SELECT value FROM json_each(${jsonList(accounts.map(({ id }) => id))})) AND pending IS NOT 'delete'
    ORDER BY kind = 'system' DESC, name COLLATE NOCASE, id`);
}

/** The label of a folder on the server. */
export function folderLabel(db: ReadDb, account: number, path: string): number | undefined {
  return db.get<{ id: number }>(
    sql`SELECT id FROM labels WHERE account = ${account} AND synthetic = 0 AND provider_id = ${path}`,
  )?.id;
}

/** The name of a label, if there is one. */
export function labelName(db: ReadDb, label: number | undefined): string | undefined {
  if (label === undefined) return undefined;
  return db.get<{ name: string }>(sql`SELECT name FROM labels WHERE id = ${label}`)?.name;
}

/** The folder labels of an account by server path, and its two synthetic labels. */
export function labelMap(db: ReadDb, account: number) {
  const labels = db.all<Label>(sql`SELECT * FROM labels WHERE account = ${account}`);
  const synthetic = (role: FolderRole) => labels.find((label) => label.synthetic && label.role === role)?.id;
  return {
    byPath: new Map(labels.filter(({ synthetic: own }) => !own).map((label) => [label.provider_id, label])),
    byId: new Map(labels.map((label) => [label.id, label])),
    allMail: synthetic('all_mail'),
    starred: synthetic('starred'),
    /** The server's own all-mail folder: if it exists, folders are labels. */
    serverAllMail: labels.find((label) => !label.synthetic && label.role === 'all_mail')?.id,
  };
}

export type LabelMap = ReturnType<typeof labelMap>;

/** The labels of each of `messages` as lists display them, except labels that repeat flags or carry no information. */
export function labelsOfMessages(db: ReadDb, messages: readonly number[]): Map<number, Label[]> {
  const rows = db.all<Label & { message: number }>(sql`
    SELECT lm.message, labels.* FROM label_messages lm JOIN labels ON labels.id = lm.label
    WHERE lm.message IN (SELECT value FROM json_each(${jsonList(messages)})) AND labels.synthetic = 0
      AND labels.pending IS NOT 'delete'
      AND coalesce(labels.role, '') NOT IN ('all_mail', 'starred') AND labels.name <> ${snoozeFolder}
    ORDER BY labels.kind = 'system' DESC, labels.name`);
  return Map.groupBy(rows, ({ message }) => message);
}
