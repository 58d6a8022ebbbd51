import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { flushFolder } from '../../config/private-file.ts';
import { blobPath, referencedBlobs, compressedBlob } from '../../mail/sources/source.ts';
import { copyDatabase } from '../../store/copy-database.ts';
import { integrityProblems, openWritable, type WriteDb } from '../../store/db.ts';
import { schemaVersion } from '../../store/migrate.ts';
import type { StoreFiles } from '../../store/open.ts';
import { copyFile, hashFile, flushFile, type Progress } from '../../mail/backups/files.ts';
import { folderUnusable, unusedName, unfinishedPath } from '../../mail/backups/backup-folder.ts';
import {
  formatVersion,
  leavesOutNote,
  manifestName,
  type BackupFile,
  type Manifest,
} from '../../mail/backups/manifest.ts';
import { removeSecrets } from './prepare-copy.ts';
import { requireSpace, spaceFailure } from '../../mail/backups/space.ts';
import { countsIn } from './store.ts';

export type BackupPlan = {
  files: StoreFiles;
  /** The existing configuration files. */
  config: readonly string[];
  /** The folder of the backups. */
  folder: string;
  instance: string;
  version: string;
  made_at: string;
};

export type BackupResult = { name: string; bytes: number; messages: number; lost: number };

/**
 * Makes a backup while the store is in use. The backup gets its name once it is complete and flushed; a failed backup leaves
 * nothing. The caller must lock blob deletion in the meantime (`lockBlobDeletion`). Throws Failure `disk_full`,
 * `backup_folder_unusable` and `store_damaged`, and what `progress` throws.
 */
export async function makeBackup(plan: BackupPlan, progress: Progress): Promise<BackupResult> {
  const { folder, instance, made_at } = plan;
  makeFolder(folder);
  requireSpace(folder, sizeOf(storeFilesOf(plan)));
  const name = unusedName(folder, made_at);
  const unfinished = unfinishedPath(folder, instance, name);
  rmSync(unfinished, { recursive: true, force: true });
  try {
    mkdirSync(unfinished, { mode: 0o700 });
    const manifest = await writeBackup(unfinished, plan, progress);
    progress.commit();
    renameSync(unfinished, join(folder, name));
    flushFolder(folder);
    return { name, bytes: manifest.bytes, messages: manifest.counts.messages, lost: manifest.lost.length };
  } catch (failed) {
    rmSync(unfinished, { recursive: true, force: true });
    throw spaceFailure(failed, folder);
  }
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
  } catch (cause) {
    throw folderUnusable(folder, cause);
  }
}

async function writeBackup(target: string, plan: BackupPlan, progress: Progress): Promise<Manifest> {
  const { files, config, instance, version, made_at } = plan;
  progress.setTotal(sizeOf(storeFilesOf(plan).filter((file) => !file.endsWith('-wal'))));
  const mail = await copyStore(files.mail, join(target, 'mail.db'), progress, (db) => {
    removeSecrets(db);
    const damage = integrityProblems(db);
    if (damage.length > 0) throw storeDamagedFailure(damage);
    return { schema: schemaVersion(db), blobs: referencedBlobs(db), counts: countsIn(db) };
  });
  const activity = await copyStore(files.activity, join(target, 'activity.db'), progress, schemaVersion);
  const blobs = copyBlobs(files.blobs, target, mail.result.blobs, progress);
  const settings = config.filter((file) => existsSync(file)).map((file) => copyInto(file, target, progress));
  const all = [mail.file, activity.file, ...settings, ...blobs.files];
  const manifest: Manifest = {
    format: formatVersion,
    instance,
    version,
    made_at,
    schemas: { mail: mail.result.schema, activity: activity.result },
    counts: mail.result.counts,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
    lost: blobs.lost,
    leaves_out: leavesOutNote,
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
  blobs: string,
  backupPath: string,
  hashes: readonly string[],
  { advance }: Progress,
): { files: BackupFile[]; lost: string[] } {
  const target = join(backupPath, 'blobs');
  mkdirSync(target, { mode: 0o700 });
  const files: BackupFile[] = [];
  const lost: string[] = [];
  for (const hash of hashes) {
    const packed = compressedBlob(blobs, hash);
    if (!packed) {
      lost.push(hash);
      continue;
    }
    const file = blobPath(target, hash);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, packed, { mode: 0o600, flush: true });
    files.push({ path: `blobs/${hash.slice(0, 2)}/${hash}`, ...hashFile(file, { advance }) });
  }
  for (const name of readdirSync(target)) flushFolder(join(target, name));
  flushFolder(target);
  return { files, lost };
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
    `No backup was made, for mail.db is damaged: ${damage[0]}. Restore an earlier backup; mail that is still on its ` +
    'server then comes back by itself.';
  return new Failure('internal', 'store_damaged', sentence, { damage });
}
