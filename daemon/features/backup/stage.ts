import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { reasonOf } from '../../base/failure.ts';
import { readConfig } from '../../config/config-file.ts';
import { flushFolder } from '../../config/private-file.ts';
import { lastEventSeq } from '../../mail/events/events.ts';
import { referencedBlobs } from '../../mail/sources/source.ts';
import type { WriteDb } from '../../store/db.ts';
import { activityHistory, mailHistory, openActivity, openMail } from '../../store/open.ts';
import { unusedBackupFolderName, markStaged, stagingFolder } from '../../store/restore.ts';
import { copyFile, flushFile, type Progress } from '../../mail/backups/files.ts';
import { requireBlobs } from './check-backup.ts';
import { requireSoundDatabase, withReadOnly } from './inspect-database.ts';
import {
  damagedBackup,
  fileWords,
  newerBackup,
  readManifest,
  type BackupFile,
  type Manifest,
} from '../../mail/backups/manifest.ts';
import { prepareActivityCopy, prepareMailCopy } from './prepare-copy.ts';
import { requireSpace, spaceFailure } from '../../mail/backups/space.ts';

export type RestorePlan = {
  job_id: string;
  /** The name of the backup, and its folder. */
  backup: string;
  backupPath: string;
  dataDir: string;
  /** The path of the current event log. */
  activity: string;
  /** The target paths of the configuration files. */
  config: { name: string; file: string }[];
  started_at: number;
  now: string;
};

export type StagedBackup = { bytes: number; before: string };

/**
 * Verifies a backup completely and prepares a migrated copy of it in the data folder. The store in use is not changed. The
 * next start puts the copy into place. Throws Failure `backup_damaged`, `backup_newer` and `disk_full`, and what `progress`
 * throws; then nothing is left.
 */
export async function stageRestore(plan: RestorePlan, progress: Progress): Promise<StagedBackup> {
  const { backupPath, dataDir, config, backup, job_id, started_at } = plan;
  const manifest = readManifest(backupPath);
  const { bytes, schemas } = manifest;
  if (schemas.mail > mailHistory.length || schemas.activity > activityHistory.length) throw newerBackup();
  requireSpace(dataDir, bytes);
  const staging = stagingFolder(dataDir);
  rmSync(staging, { recursive: true, force: true });
  try {
    progress.setTotal(bytes);
    for (const file of manifest.files) copyChecked(backupPath, staging, file, progress);
    mkdirSync(join(staging, 'blobs'), { recursive: true, mode: 0o700 });
    checkConfig(staging, manifest);
    await prepareStagedStores(staging, manifest, plan.activity);
    flushAll(staging);
    const before = unusedBackupFolderName(dataDir, plan.now.slice(0, 19).replaceAll(':', '-'));
    const includedConfig = config.filter(({ name }) => manifest.files.some(({ path }) => path === name));
    progress.commit();
    markStaged(dataDir, { job_id, backup, started_at, bytes, before, config: includedConfig });
    return { bytes, before };
  } catch (failed) {
    rmSync(staging, { recursive: true, force: true });
    throw spaceFailure(failed, dataDir);
  }
}

function copyChecked(
  backupPath: string,
  staging: string,
  { path, size, sha256 }: BackupFile,
  progress: Progress,
): void {
  const target = join(staging, path);
  if (!lstatSync(join(backupPath, path), { throwIfNoEntry: false })?.isFile())
    throw damagedBackup(`${fileWords(path)} is missing`, { detail: path });
  mkdirSync(dirname(target), { recursive: true, mode: 0o700 });
  const copied = copyFile(join(backupPath, path), target, progress);
  if (copied.size !== size || copied.sha256 !== sha256)
    throw damagedBackup(`${fileWords(path)} has changed since it was made`, { detail: path });
}

/** A configuration that is not TOML would prevent the next start, and with it any way to revert the restore. */
function checkConfig(staging: string, { files }: Manifest): void {
  if (!files.some(({ path }) => path === 'config.toml')) return;
  try {
    readConfig(readFileSync(join(staging, 'config.toml'), 'utf8'), 'config.toml');
  } catch (thrown) {
    throw damagedBackup('its settings can’t be read', { detail: reasonOf(thrown), cause: thrown });
  }
}

async function prepareStagedStores(staging: string, manifest: Manifest, activityNow: string): Promise<void> {
  const [mail, activity] = [join(staging, 'mail.db'), join(staging, 'activity.db')];
  for (const [file, history] of [
    [mail, mailHistory],
    [activity, activityHistory],
  ] as const)
    requireSoundDatabase(file, history.length);
  await withWritable(openMail(mail), (db) => {
    prepareMailCopy(db);
    requireBlobs(manifest, referencedBlobs(db));
  });
  await withWritable(openActivity(activity), (db) => prepareActivityCopy(db, lastSeqOf(activityNow)));
  // The migration of an older copy left a copy of its own; the backup itself still exists.
  for (const name of readdirSync(staging)) if (name.includes('.db.before-')) rmSync(join(staging, name));
  flushFile(mail);
  flushFile(activity);
}

/** The number of the newest event. If the log cannot be read, a number that no log has reached. */
function lastSeqOf(activityNow: string): number {
  try {
    return withReadOnly(activityNow, lastEventSeq);
  } catch {
    return unknownLastSeq;
  }
}

/** A thousand events a second would take a year to reach this number. */
const unknownLastSeq = 30_000_000_000;

async function withWritable(opening: Promise<WriteDb>, work: (db: WriteDb) => void): Promise<void> {
  const db = await opening;
  try {
    work(db);
  } finally {
    db.close();
  }
}

function flushAll(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true }))
    if (entry.isDirectory()) flushAll(join(folder, entry.name));
  flushFolder(folder);
}
