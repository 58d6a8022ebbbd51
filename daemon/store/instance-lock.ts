import Database from 'better-sqlite3';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { diskProblemOf } from '../base/disk-failure.ts';
import { systemReason } from '../base/system-reason.ts';
import { Failure } from '../base/failure.ts';
import { writePrivately } from '../config/private-file.ts';
import { makePrivateFile } from './db.ts';

/** `has_mail`: whether mail.db existed at the start of that process. */
type Identity = { instance: string; pid: number; started_at: string; is_demo: boolean; has_mail?: boolean };

type InstanceLock = {
  /** Whether `identity.json` describes this process. A full disk prevents only that. */
  readonly isDescribed: boolean;
  /** Writes `identity.json`. */
  describe(): void;
  release(): void;
};

/**
 * Makes this process the only daemon of `dataDir`, until `release`. The lock is an exclusive transaction on `lock.db`,
 * which the operating system releases when the process ends in any way; `identity.json` only describes the holder.
 * Throws Failure `already_running` while another process holds the lock, `data_folder_unwritable` where nothing can be
 * written into the folder, and `lock_unusable` where one of the two files cannot be used.
 */
export function acquireInstanceLock(dataDir: string, identity: Identity): InstanceLock {
  const connection = lockedConnection(dataDir);
  const describe = () => writePrivately(identityFile(dataDir), JSON.stringify(identity));
  let isDescribed = true;
  try {
    describe();
  } catch (cause) {
    isDescribed = false;
    const problem = diskProblemOf(cause);
    if (problem === undefined || problem === 'disk_read_only') {
      connection.close();
      requireWritableFolder(dataDir);
      throw lockUnusable(identityFile(dataDir), cause);
    }
  }
  return {
    isDescribed,
    describe,
    release() {
      if (connection.open) connection.close();
    },
  };
}

function lockedConnection(dataDir: string): Database.Database {
  const file = join(dataDir, 'lock.db');
  let connection: Database.Database | undefined;
  try {
    makePrivateFile(file);
    connection = new Database(file, { timeout: 0 });
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (cause) {
    connection?.close();
    if (isBusy(cause)) throw alreadyRunning(dataDir, cause);
    requireWritableFolder(dataDir);
    throw lockUnusable(file, cause);
  }
}

/** Throws Failure `data_folder_unwritable` if nothing can be written into the folder of the data. */
function requireWritableFolder(dataDir: string): void {
  const file = join(dataDir, '.write-check');
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, '', { mode: 0o600 });
    rmSync(file);
  } catch (cause) {
    if (!isUnwritable(cause)) return;
    const reason =
      diskProblemOf(cause) === 'disk_read_only' ? 'the disk is read-only' : 'this user may not write there';
    const sentence = `Posthorn can’t write into its data folder ${dataDir}: ${reason}. Make it writable and start Posthorn again.`;
    throw new Failure('unavailable', 'data_folder_unwritable', sentence, { file: dataDir, cause });
  }
}

function isUnwritable(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && ['EROFS', 'EACCES', 'EPERM'].includes(String(thrown.code));
}

function alreadyRunning(dataDir: string, cause: unknown): Failure {
  const holder = readIdentity(dataDir);
  return new Failure(
    'conflict',
    'already_running',
    holder
      ? `Posthorn (${holder.instance}) is already running here as process ${holder.pid}. Use that one, or stop it first.`
      : 'Posthorn is already running with this data folder. Use that one, or stop it first.',
    { cause },
  );
}

/** The file is left unchanged, because it may be a file of the user. */
function lockUnusable(file: string, cause: unknown): Failure {
  const sentence = `${file}, which says that Posthorn runs, can’t be used: ${systemReason(cause)}. Move it away and start again.`;
  return new Failure('unavailable', 'lock_unusable', sentence, { file, cause });
}

/** Records a clean stop: an identity file that is found at a start means that the last daemon did not stop cleanly. */
export function removeIdentity(dataDir: string): void {
  rmSync(identityFile(dataDir), { force: true });
}

/** The process that holds the lock of `dataDir`, or held it last and did not stop cleanly. */
export function readIdentity(dataDir: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(identityFile(dataDir), 'utf8')) as Identity;
  } catch {
    // The file may be missing or half-written. Only the lock itself is reliable.
    return undefined;
  }
}

function identityFile(dataDir: string): string {
  return join(dataDir, 'identity.json');
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY');
}
