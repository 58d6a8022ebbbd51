import Database from 'better-sqlite3';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Failure, reasonOf } from '../base/failure.ts';
import { writePrivately } from '../config/private-file.ts';

export type Identity = { instance: string; pid: number; started_at: string; is_demo: boolean };

/**
 * Makes this process the only daemon of `dataDir`, until `release`. The lock is an exclusive transaction on `lock.db`,
 * which the operating system lifts when the process dies, however it dies; `identity.json` only says who holds it.
 * Throws Failure `already_running` while another process has it, and `lock_unusable` where something else than these two
 * files has their names.
 */
export function acquireInstanceLock(dataDir: string, identity: Identity): { release(): void } {
  const connection = lockedConnection(dataDir);
  try {
    writePrivately(identityFile(dataDir), JSON.stringify(identity));
  } catch (cause) {
    connection.close();
    throw lockUnusable(identityFile(dataDir), cause);
  }
  return {
    release() {
      if (connection.open) connection.close();
    },
  };
}

function lockedConnection(dataDir: string): Database.Database {
  const file = join(dataDir, 'lock.db');
  let connection: Database.Database | undefined;
  try {
    connection = new Database(file, { timeout: 0 });
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
    return connection;
  } catch (cause) {
    connection?.close();
    throw isBusy(cause) ? alreadyRunning(dataDir, cause) : lockUnusable(file, cause);
  }
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

/** It is left as it is: what somebody put there may be theirs. */
function lockUnusable(file: string, cause: unknown): Failure {
  const sentence = `${file}, which says that Posthorn runs, cannot be used: ${reasonOf(cause)}. Move it away and start again.`;
  return new Failure('unavailable', 'lock_unusable', sentence, { file, cause });
}

/** Says that the daemon of `dataDir` stopped in good order: an identity that is left behind says it did not. */
export function removeIdentity(dataDir: string): void {
  rmSync(identityFile(dataDir), { force: true });
}

/** Who holds the lock of `dataDir`, or held it last and did not stop in good order. */
export function readIdentity(dataDir: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(identityFile(dataDir), 'utf8')) as Identity;
  } catch {
    // A missing or half-written identity says nothing; the lock itself decides.
    return undefined;
  }
}

function identityFile(dataDir: string): string {
  return join(dataDir, 'identity.json');
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY');
}
