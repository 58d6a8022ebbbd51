import Database from 'better-sqlite3';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../base/failure.ts';

export type Identity = { instance: string; pid: number; started_at: string; is_demo: boolean };

/**
 * Makes this process the only daemon of `dataDir`, until `release`. The lock is an exclusive transaction on `lock.db`,
 * which the operating system lifts when the process dies, however it dies; `identity.json` only says who holds it.
 * Throws Failure `already_running` while another process has it.
 */
export function takeLock(dataDir: string, identity: Identity): { release(): void } {
  const connection = new Database(join(dataDir, 'lock.db'), { timeout: 0 });
  try {
    connection.pragma('journal_mode = DELETE');
    connection.exec('BEGIN EXCLUSIVE');
  } catch (cause) {
    connection.close();
    if (!isBusy(cause)) throw cause;
    const holder = readIdentity(dataDir);
    throw new Failure(
      'conflict',
      'already_running',
      holder
        ? `Posthorn (${holder.instance}) is already running here as process ${holder.pid}. Use that one, or stop it first.`
        : 'Posthorn is already running with this data folder. Use that one, or stop it first.',
      { cause },
    );
  }
  writeFileSync(join(dataDir, 'identity.json'), JSON.stringify(identity), { mode: 0o600 });
  return {
    release() {
      if (connection.open) connection.close();
    },
  };
}

/** Says that the daemon of `dataDir` stopped in good order: an identity that is left behind says it did not. */
export function forgetIdentity(dataDir: string): void {
  rmSync(join(dataDir, 'identity.json'), { force: true });
}

/** Who holds the lock of `dataDir`, or held it last and did not stop in good order. */
export function readIdentity(dataDir: string): Identity | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, 'identity.json'), 'utf8')) as Identity;
  } catch {
    // A missing or half-written identity says nothing; the lock itself decides.
    return undefined;
  }
}

function isBusy(thrown: unknown): boolean {
  return thrown instanceof Error && 'code' in thrown && String(thrown.code).startsWith('SQLITE_BUSY');
}
