import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { flushFolder } from '../../config/private-file.ts';
import { blobFile, namedBlobs, packedBlob } from '../../mail/source.ts';
import { copyDatabase } from '../../store/copy.ts';
import { damageIn, openWritable, type WriteDb } from '../../store/db.ts';
import { schemaVersion } from '../../store/migrate.ts';
import type { StoreFiles } from '../../store/open.ts';
import { copyFile, factsOf, flushFile, type Progress } from './files.ts';
import { folderUnusable, freshName, unfinishedPlace } from './folder.ts';
import { format, leavesOut, manifestName, type BackupFile, type Manifest } from './manifest.ts';
import { forgetSecrets } from './settle.ts';
import { requireSpace, spaceFailure } from './space.ts';
import { countsIn } from './store.ts';

export type BackupPlan = {
  files: StoreFiles;
  /** Files of the configuration, those that are there. */
  config: readonly string[];
  /** Where backups are kept. */
  folder: string;
  instance: string;
  version: string;
  made_at: string;
};

export type MadeBackup = { name: string; bytes: number; messages: number; lost: number };

/**
 * Makes a backup while the store is in use. It has its name once it is whole and flushed; one that fails leaves nothing.
 * Cut-out attachments must be held meanwhile (`holdBlobs`). Throws Failure `disk_full`, `backup_folder_unusable` and
 * `store_damaged`, and what `progress` throws.
 */
export async function makeBackup(plan: BackupPlan, progress: Progress): Promise<MadeBackup> {
  const { folder, instance, made_at } = plan;
  makeFolder(folder);
  requireSpace(folder, sizeOf(storeFilesOf(plan)));
  const name = freshName(folder, made_at);
  const place = unfinishedPlace(folder, instance, name);
  rmSync(place, { recursive: true, force: true });
  try {
    mkdirSync(place, { mode: 0o700 });
    const manifest = await fill(place, plan, progress);
    progress.goesThrough();
    renameSync(place, join(folder, name));
    flushFolder(folder);
    return { name, bytes: manifest.bytes, messages: manifest.counts.messages, lost: manifest.lost.length };
  } catch (failed) {
    rmSync(place, { recursive: true, force: true });
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

async function fill(place: string, plan: BackupPlan, progress: Progress): Promise<Manifest> {
  const { files, config, instance, version, made_at } = plan;
  progress.expect(sizeOf(storeFilesOf(plan).filter((file) => !file.endsWith('-wal'))));
  const mail = await copyStore(files.mail, join(place, 'mail.db'), progress, (db) => {
    forgetSecrets(db);
    const damage = damageIn(db);
    if (damage.length > 0) throw storeDamaged(damage);
    return { schema: schemaVersion(db), blobs: namedBlobs(db), counts: countsIn(db) };
  });
  const activity = await copyStore(files.activity, join(place, 'activity.db'), progress, schemaVersion);
  const blobs = copyBlobs(files.blobs, place, mail.learned.blobs, progress);
  const settings = config.filter((file) => existsSync(file)).map((file) => copyAs(file, place, progress));
  const all = [mail.file, activity.file, ...settings, ...blobs.files];
  const manifest: Manifest = {
    format,
    instance,
    version,
    made_at,
    schemas: { mail: mail.learned.schema, activity: activity.learned },
    counts: mail.learned.counts,
    bytes: all.reduce((sum, { size }) => sum + size, 0),
    lost: blobs.lost,
    leaves_out: leavesOut,
    files: all,
  };
  writeFileSync(join(place, manifestName), `${JSON.stringify(manifest, undefined, 1)}\n`, { mode: 0o600, flush: true });
  flushFolder(place);
  return manifest;
}

/** Copies a database, has `work` done to the copy, and closes it as one file that any SQLite opens. */
async function copyStore<Learned>(
  from: string,
  to: string,
  { did }: Progress,
  work: (db: WriteDb) => Learned,
): Promise<{ file: BackupFile; learned: Learned }> {
  // A file of ours, before SQLite makes one that others may read.
  writeFileSync(to, '', { mode: 0o600 });
  // Each byte is copied and then read again.
  const half = { did: (bytes: number) => did(bytes / 2) };
  await copyDatabase(from, to, half.did);
  const db = openWritable(to, { durability: 'normal' });
  let learned: Learned;
  try {
    learned = work(db);
    db.exec('PRAGMA journal_mode = DELETE');
  } finally {
    db.close();
  }
  flushFile(to);
  return { file: { path: basename(to), ...factsOf(to, half) }, learned };
}

function copyBlobs(
  blobs: string,
  place: string,
  hashes: readonly string[],
  { did }: Progress,
): { files: BackupFile[]; lost: string[] } {
  const target = join(place, 'blobs');
  mkdirSync(target, { mode: 0o700 });
  const files: BackupFile[] = [];
  const lost: string[] = [];
  for (const hash of hashes) {
    const packed = packedBlob(blobs, hash);
    if (!packed) {
      lost.push(hash);
      continue;
    }
    const file = blobFile(target, hash);
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(file, packed, { mode: 0o600, flush: true });
    files.push({ path: `blobs/${hash.slice(0, 2)}/${hash}`, ...factsOf(file, { did }) });
  }
  for (const name of readdirSync(target)) flushFolder(join(target, name));
  flushFolder(target);
  return { files, lost };
}

function copyAs(file: string, place: string, progress: Progress): BackupFile {
  const path = basename(file);
  return { path, ...copyFile(realpathSync(file), join(place, path), progress) };
}

/** What the backup is made from. Attachments that no message names any more are there too, and are few. */
function storeFilesOf({ files, config }: BackupPlan): string[] {
  const blobs = readdirSync(files.blobs, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  return [files.mail, `${files.mail}-wal`, files.activity, `${files.activity}-wal`, ...config, ...blobs];
}

function sizeOf(files: readonly string[]): number {
  return files.reduce((sum, file) => sum + (statSync(file, { throwIfNoEntry: false })?.size ?? 0), 0);
}

function storeDamaged(damage: readonly string[]): Failure {
  const sentence =
    `No backup was made, for mail.db is damaged: ${damage[0]}. Restore an earlier backup; mail that is still on its ` +
    'server then comes back by itself.';
  return new Failure('internal', 'store_damaged', sentence, { damage });
}
