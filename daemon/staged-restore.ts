import { existsSync } from 'node:fs';
import { instantOf, systemClock, type Clock } from './base/clock.ts';
import type { Log } from './base/log.ts';
import type { Paths } from './config/paths.ts';
import type { Events } from './mail/events/events.ts';
import { saveEndedJob } from './mail/jobs/jobs.ts';
import { markRestoredSendsUnknown } from './mail/outbox/unknown-sends.ts';
import { storeProblemOf, type StoreProblem } from './store/damage.ts';
import type { WriteDb } from './store/db.ts';
import { removeIdentity, readIdentity, acquireInstanceLock } from './store/instance-lock.ts';
import { completeRestore, clearLastRestore, lastRestore, stagingFolder } from './store/restore.ts';

/**
 * Puts a staged restore into place, where there is one. Call it before the configuration is read, for that is replaced
 * too. Throws Failure `already_running` and `restore_incomplete`.
 */
export function applyStagedRestore({ instance, dataDir }: Pick<Paths, 'instance' | 'dataDir'>): void {
  if (!existsSync(stagingFolder(dataDir))) return;
  const lastIdentity = readIdentity(dataDir);
  const lock = acquireInstanceLock(dataDir, { instance, pid: process.pid, started_at: '', is_demo: false });
  try {
    completeRestore(dataDir);
    // Whether the last daemon stopped in good order is still for the next one to see.
    if (!lastIdentity) removeIdentity(dataDir);
  } finally {
    lock.release();
  }
}

/** As `applyStagedRestore`, but returns the problem that prevents it, with which the daemon starts in degraded mode. */
export function tryStagedRestore(paths: Pick<Paths, 'instance' | 'dataDir'>): StoreProblem | undefined {
  try {
    applyStagedRestore(paths);
    return undefined;
  } catch (failed) {
    const problem = storeProblemOf(failed, instantOf(systemClock.now()));
    if (!problem) throw failed;
    return problem;
  }
}

/** Tells of the restore that this start put into place: to who asked for it, and to all who show what was there before. */
export function announceRestore(
  dataDir: string,
  { db, clock, events, log }: { db: WriteDb; clock: Clock; events: Pick<Events, 'announce' | 'flush'>; log: Log },
): void {
  const restored = lastRestore(dataDir);
  if (!restored) return;
  const { job_id, backup, bytes, started_at, before, outcome } = restored;
  markRestoredSendsUnknown(db);
  saveEndedJob({ db, clock }, { job_id, kind: 'restore', total: bytes, started_at });
  const message = `${outcome ?? `Restored ${backup}.`} What was there before is kept in ${before}.`;
  events.announce({
    event: 'OperationCompleted',
    operation_id: job_id,
    operation: 'restore',
    account_id: null,
    message,
  });
  // Whatever a client shows, it is of another store.
  events.announce({ event: 'EventsLagged', skipped: 0 });
  events.flush();
  log.info({ backup, before }, 'a backup was restored');
  clearLastRestore(dataDir, restored);
}
