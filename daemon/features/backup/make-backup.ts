import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { readConfig } from '../../config/config-file.ts';
import { flushFolder } from '../../config/private-file.ts';
import { blobPath, referencedBlobs, compressedBlob } from '../../mail/sources/source.ts';
import { copyDatabase } from '../../store/copy-database.ts';
import { openWritable, type WriteDb } from '../../store/db.ts';
import { integrityProblems } from '../../store/integrity.ts';
import { schemaVersion } from '../../store/migrate.ts';
import type { StoreFiles } from '../../store/open.ts';
import { saveCheckRecord } from '../../mail/backups/check-record.ts';
import { copyFile, hashFile, flushFile, type Progress } from '../../mail/backups/files.ts';
import { checkBackup } from './check-backup.ts';
import { folderUnusable, unusedName, unfinishedPath } from '../../mail/backups/backup-folder.ts';
import {
  formatVersion,
  leavesOutNote,
  manifestName,
  type BackupFile,
  type Manifest,
} from '../../mail/backups/manifest.ts';
import { removeSecrets } from './prepare-copy.ts';
import { sharedFiles, type SharedFiles } from './shared-files.ts';
import { requireSpace, spaceFailure } from '../../mail/backups/space.ts';
import { countsIn } from './store.ts';

export type BackupPlan = {
  kind: Manifest['kind'];
  files: StoreFiles;
  /** The existing configuration files. */
  config: readonly string[];
  /** The folder of the backups. */
  folder: string;
  instance: string;
  version: string;
  made_at: string;
  /** The path of an earlier backup, whose attachments are linked instead of copied. */
  earlier?: string | undefined;
};

const dayMs = 86_400_000;

export type BackupResult = { name: string; bytes: number; messages: number; lost: number };

/**
 * Makes a backup while the store is in use. The backup gets its name once it is complete and flushed; a failed backup leaves
 * nothing. An automatic backup is checked before it gets its name. The caller must lock blob deletion in the meantime
 * (`lockBlobDeletion`). Throws Failure `disk_full`, `backup_folder_unusable`, `store_damaged` and `backup_damaged`, and what
 * `progress` throws.
 */
export async function makeBackup(plan: BackupPlan, progress: Progress): Promise<BackupResult> {
  const { folder, instance, made_at } = plan;
  usingFolder(folder, () => mkdirSync(folder, { recursive: true, mode: 0o700 }));
  const name = unusedName(folder, made_at);
  const unfinished = unfinishedPath(folder, instance, name);
  try {
    const manifest = await writeChecked(unfinished, plan, progress);
    progress.commit();
    renameSync(unfinished, join(folder, name));
    flushFolder(folder);
    return { name, bytes: manifest.bytes, messages: manifest.counts.messages, lost: manifest.lost.length };
  } catch (failed) {
    rmSync(unfinished, { recursive: true, force: true });
    throw spaceFailure(failed, folder);
  }
}

function usingFolder(folder: string, work: () => void): void {
  try {
    work();
  } catch (thrown) {
    const full = spaceFailure(thrown, folder);
    throw full instanceof Failure ? full : folderUnusable(folder, thrown);
  }
}

async function writeChecked(target: string, plan: BackupPlan, progress: Progress): Promise<Manifest> {
  try {
    const manifest = await writeBackup(target, plan, progress);
    if (plan.kind === 'automatic') recordCheck(target, manifest, progress);
    return manifest;
  } catch (failed) {
    if (plan.earlier === undefined || !isDamage(failed)) throw failed;
    // A file of the earlier backup is damaged, so everything is copied from the store.
    return writeChecked(target, { ...plan, earlier: undefined }, progress);
  }
}

function isDamage(failed: unknown): boolean {
  return failed instanceof Failure && failed.code === 'backup_damaged';
}

/** Of attachments that earlier backups have too, one in seven is read each day, and so each of them once a week. */
function recordCheck(target: string, { made_at }: Manifest, { advance }: Progress): void {
  const day = Math.floor(Date.parse(made_at) / dayMs) % 7;
  const readsFile = ({ path }: BackupFile) =>
    !path.startsWith('blobs/') || Number.parseInt(path.slice(-8), 16) % 7 === day;
  // The bytes were counted when they were copied.
  checkBackup(target, { readsFile }, { setTotal: () => undefined, advance: () => advance(0) });
  saveCheckRecord(target, { checked_at: made_at, problem: null });
}

async function writeBackup(target: string, plan: BackupPlan, progress: Progress): Promise<Manifest> {
  const { kind, files, config, folder, instance, version, made_at } = plan;
  usingFolder(folder, () => {
    rmSync(target, { recursive: true, force: true });
    mkdirSync(target, { mode: 0o700 });
  });
  const shared = sharedFiles(plan.earlier, target);
  requireSpace(folder, sizeOf(storeFilesOf(plan).filter((file) => !shared.has(blobName(basename(file))))));
  progress.setTotal(sizeOf(storeFilesOf(plan).filter((file) => !file.endsWith('-wal'))));
  const mail = await copyStore(files.mail, join(target, 'mail.db'), progress, (db) => {
    removeSecrets(db);
    const damage = integrityProblems(db);
    if (damage.length > 0) throw storeDamagedFailure(damage);
    return { schema: schemaVersion(db), blobs: referencedBlobs(db), counts: countsIn(db) };
  });
  const activity = await copyStore(files.activity, join(target, 'activity.db'), progress, schemaVersion);
  const blobs = copyBlobs({ blobs: files.blobs, target, shared }, mail.result.blobs, progress);
  const present = config.filter((file) => existsSync(file));
  const unusable = present.filter((file) => !isUsable(file));
  const settings = present.filter((file) => !unusable.includes(file)).map((file) => copyInto(file, target, progress));
  const all = [mail.file, activity.file, ...settings, ...blobs.files];
  const manifest: Manifest = {
    format: formatVersion,
    kind,
    instance,
    version,
    made_at,
    schemas: { mail: mail.result.schema, activity: activity.result },
    counts: mail.result.counts,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
    lost: blobs.lost,
    leaves_out: [leavesOutNote, ...unusable.map(unusableNote)].join(' '),
    files: all,
  };
  writeFileSync(join(target, manifestName), `${JSON.stringify(manifest, undefined, 1)}\n`, {
    mode: 0o600,
    flush: true,
  });
  flushFolder(target);
  return manifest;
}

/** Copies a database, runs `work` on the copy, and closes it as one file that any SQLite version opens. */
async function copyStore<Result>(
  from: string,
  to: string,
  { advance }: Progress,
  work: (db: WriteDb) => Result,
): Promise<{ file: BackupFile; result: Result }> {
  // Create the file with private access before SQLite would create it readable by others.
  writeFileSync(to, '', { mode: 0o600 });
  // Each byte is copied and then read again.
  const half = { advance: (bytes: number) => advance(bytes / 2) };
  await copyDatabase(from, to, half.advance);
  const db = openWritable(to, { durability: 'normal' });
  let result: Result;
  try {
    result = work(db);
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
  flushFile(to);
  return { file: { path: basename(to), ...hashFile(to, half) }, result };
}

function copyBlobs(
  { blobs, target, shared }: { blobs: string; target: string; shared: SharedFiles },
  hashes: readonly string[],
  progress: Progress,
): { files: BackupFile[]; lost: string[] } {
  const folder = join(target, 'blobs');
  mkdirSync(folder, { mode: 0o700 });
  const files: BackupFile[] = [];
  const lost: string[] = [];
  for (const hash of hashes) {
    const file = blobPath(folder, hash);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    const linked = shared.link(blobName(hash), file);
    if (linked) progress.advance(linked.size);
    const copied = linked ?? copyBlob(compressedBlob(blobs, hash), { hash, file }, progress);
    if (copied) files.push(copied);
    else lost.push(hash);
  }
  for (const name of readdirSync(folder)) flushFolder(join(folder, name));
  flushFolder(folder);
  return { files, lost };
}

function copyBlob(
  packed: Buffer | undefined,
  { hash, file }: { hash: string; file: string },
  progress: Pick<Progress, 'advance'>,
): BackupFile | undefined {
  if (!packed) return undefined;
  writeFileSync(file, packed, { mode: 0o600, flush: true });
  return { path: blobName(hash), ...hashFile(file, progress) };
}

/** The path of an attachment in a backup. */
function blobName(hash: string): string {
  return `blobs/${hash.slice(0, 2)}/${hash}`;
}

/** A configuration that is not TOML would prevent the start after a restore, so such a backup could not be restored. */
function isUsable(file: string): boolean {
  if (basename(file) !== 'config.toml') return true;
  try {
    readConfig(readFileSync(file, 'utf8'), file);
    return true;
  } catch (failed) {
    if (failed instanceof Failure) return false;
    throw failed;
  }
}

function unusableNote(file: string): string {
  return `${basename(file)} couldn’t be read and isn’t part of it either.`;
}

function copyInto(file: string, backupPath: string, progress: Progress): BackupFile {
  const path = basename(file);
  return { path, ...copyFile(realpathSync(file), join(backupPath, path), progress) };
}

/** The files to back up. Attachments that no message uses any more are included; they are few. */
function storeFilesOf({ files, config }: BackupPlan): string[] {
  const blobs = readdirSync(files.blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return [files.mail, `${files.mail}-wal`, files.activity, `${files.activity}-wal`, ...config, ...blobs];
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function storeDamagedFailure(damage: readonly string[]): Failure {
  const sentence =
    `No backup was created, because mail.db is damaged: ${damage[0]}. Restore an earlier backup; mail that is still on its ` +
    'server then comes back automatically.';
  return new Failure('internal', 'store_damaged', sentence, { damage });
}
