import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../base/failure.ts';
import { saveCheckRecord } from '../../mail/backups/check-record.ts';
import {
  damagedBackup,
  fileWords,
  newerBackup,
  readManifest,
  type BackupFile,
  type Manifest,
} from '../../mail/backups/manifest.ts';
import { referencedBlobs } from '../../mail/sources/source.ts';
import { activityHistory, mailHistory } from '../../store/open.ts';
import { hashFile, type Progress } from '../../mail/backups/files.ts';
import { requireSoundDatabase, withReadOnly } from './inspect-database.ts';
import { countsIn } from './store.ts';

export type CheckPlan = { backupPath: string; checked_at: string };

export type CheckedBackup = { messages: number; bytes: number };

/** Checks every byte of a backup and records the result beside it. Throws what `checkBackup` throws. */
export function checkAndRecord({ backupPath, checked_at }: CheckPlan, progress: Progress): CheckedBackup {
  const result = resultOf(() => checkBackup(backupPath, {}, progress));
  progress.commit();
  if (result instanceof Failure) {
    saveCheckRecord(backupPath, { checked_at, problem: result.message });
    throw result;
  }
  saveCheckRecord(backupPath, { checked_at, problem: null });
  return { messages: result.counts.messages, bytes: result.bytes };
}

/** The manifest of a sound backup, or why the backup is damaged. */
function resultOf(check: () => Manifest): Manifest | Failure {
  try {
    return check();
  } catch (failed) {
    if (failed instanceof Failure && failed.code === 'backup_damaged') return failed;
    throw failed;
  }
}

type CheckOptions = {
  /** Whether the bytes of a file are read and compared. Of other files only the size is compared. */
  readsFile?: (file: BackupFile) => boolean;
};

/**
 * Opens a backup and compares it with its manifest: every file, the integrity of the databases, the counts, the
 * attachments that messages name. Changes nothing. Throws Failure `backup_damaged` and `backup_newer`, and what
 * `progress` throws.
 */
export function checkBackup(
  backupPath: string,
  { readsFile = () => true }: CheckOptions,
  progress: Omit<Progress, 'commit'>,
): Manifest {
  const manifest = readManifest(backupPath);
  const { files, schemas, counts } = manifest;
  if (schemas.mail > mailHistory.length || schemas.activity > activityHistory.length) throw newerBackup();
  progress.setTotal(manifest.bytes);
  for (const file of files) checkFile(join(backupPath, file.path), file, readsFile(file), progress);
  const mail = join(backupPath, 'mail.db');
  requireSoundDatabase(mail, mailHistory.length);
  requireSoundDatabase(join(backupPath, 'activity.db'), activityHistory.length);
  withReadOnly(mail, (db) => {
    requireCounts(counts, countsIn(db));
    requireBlobs(manifest, referencedBlobs(db));
  });
  return manifest;
}

function checkFile(
  file: string,
  { path, size, sha256 }: BackupFile,
  readsIt: boolean,
  progress: Pick<Progress, 'advance'>,
): void {
  const found = lstatSync(file, { throwIfNoEntry: false });
  if (!found?.isFile()) throw damagedBackup(`${fileWords(path)} is missing`, { detail: path });
  const isSame = found.size === size && (!readsIt || hashFile(file, progress).sha256 === sha256);
  if (!isSame) throw damagedBackup(`${fileWords(path)} has changed since it was made`, { detail: path });
  if (!readsIt) progress.advance(size);
}

/** Drafts are compared if the manifest counts them. */
function requireCounts(expected: Manifest['counts'], found: Manifest['counts']): void {
  for (const what of ['accounts', 'messages', 'drafts'] as const) {
    if (expected[what] === null || expected[what] === found[what]) continue;
    throw damagedBackup(`it has ${found[what]} ${what} instead of ${expected[what]}`);
  }
}

/** Throws Failure `backup_damaged` if `hashes` names an attachment that the backup should have and does not have. */
export function requireBlobs({ files, lost }: Manifest, hashes: readonly string[]): void {
  const present = new Set([...lost, ...files.map(({ path }) => path.slice('blobs/xx/'.length))]);
  const missing = hashes.filter((hash) => !present.has(hash));
  if (missing.length > 0)
    throw damagedBackup(`${missing.length === 1 ? 'an attachment is' : `${missing.length} attachments are`} missing`);
}
