import { formatInteger } from '../../base/numbers.ts';
import { basename } from 'node:path';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import { lockBlobDeletion, unlockBlobDeletion, type BlobDeletionLock } from '../../mail/sources/blob-deletion-lock.ts';
import { jobHandle, findJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { StoreFiles } from '../../store/open.ts';
import type { CancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import { requireBackupPath, lostSentence } from '../../mail/backups/backup-folder.ts';
import type { BackupPlan, BackupResult } from './make-backup.ts';
import type { RestorePlan, StagedBackup } from './stage.ts';

/** A worker thread that performs one task and ends. `stop` cancels the task if it is not committed yet. */
export type BackupWorker = {
  make(plan: BackupPlan): Promise<BackupResult>;
  stage(plan: RestorePlan): Promise<StagedBackup>;
  stop(): Promise<void>;
};

export type BackupDeps = {
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** The worker checks `cancelOrCommit` to cancel its task. */
  openWorker: (
    onProgress: (bytes: { done: number; total: number }) => void,
    cancelOrCommit: CancelOrCommitFlag,
  ) => BackupWorker;
  /** The folder of the backups. */
  folder: () => string;
  files: StoreFiles;
  /** The configuration files. */
  config: readonly string[];
  dataDir: string;
  instance: string;
  version: string;
  hold: BlobDeletionLock;
  /** Restarts the daemon. */
  restart: () => void;
};

/** The requested task. Its job reports the progress. */
export type BackupTask = { job_id: string } & ({ kind: 'backup' } | { kind: 'restore'; backup: string });

/** The last step after the task ended: report its result, or restart the daemon. */
type FinishTask = () => void;

/**
 * Performs the task. When the daemon stops or the user cancels it, the work ends at once and leaves nothing; the next start
 * ends the job of a task that a stop interrupted.
 */
export async function runTask(
  deps: BackupDeps,
  task: BackupTask,
  {
    stopSignal,
    cancelSignal,
    cancelOrCommit,
  }: { stopSignal: AbortSignal; cancelSignal: AbortSignal; cancelOrCommit: CancelOrCommitFlag },
): Promise<FinishTask | undefined> {
  const { write, announce, openWorker, hold } = deps;
  const job = findJob(write, task.job_id);
  if (!job) return undefined;
  const reporter = reporterOf(deps, task);
  if (cancelSignal.aborted) return () => reporter.cancelled();
  announce({ ...reporter.operation, event: 'OperationStarted', message: textsOfKind[task.kind].started });
  const worker = openWorker(reporter.progress, cancelOrCommit);
  const stop = () => void worker.stop();
  const endSignal = AbortSignal.any([stopSignal, cancelSignal]);
  endSignal.addEventListener('abort', stop, { once: true });
  try {
    if (task.kind === 'restore') {
      const { bytes } = await worker.stage(restorePlan(deps, { ...task, started_at: job.started_at }));
      return () => reporter.staged(bytes);
    }
    lockBlobDeletion(hold);
    const backup = await worker.make(backupPlan(deps));
    return () => reporter.made(backup);
  } catch (failed) {
    if (stopSignal.aborted) return undefined;
    // A later cancel request is answered with the final state.
    return cancelOrCommit.commit() ? () => reporter.failed(failed) : () => reporter.cancelled();
  } finally {
    unlockBlobDeletion(hold);
    endSignal.removeEventListener('abort', stop);
    await worker.stop();
  }
}

/** Reports the task to its job and the clients. */
function reporterOf({ write, clock, log, announce, restart }: BackupDeps, { job_id, kind }: BackupTask) {
  const handle = jobHandle({ db: write, clock }, job_id);
  const operation = { operation_id: job_id, operation: kind, account_id: null };
  const texts = textsOfKind[kind];
  const progress = ({ done, total }: { done: number; total: number }) => {
    handle.progress({ total, succeeded: done });
    announce({ ...operation, event: 'OperationProgress', current: done, total, message: texts.progress(done, total) });
  };
  return {
    operation,
    progress,
    made(backup: BackupResult): void {
      handle.progress({ total: backup.bytes, succeeded: backup.bytes });
      handle.finish();
      log.info({ backup: backup.name, bytes: backup.bytes, lost: backup.lost }, 'a backup was made');
      announce({ ...operation, event: 'OperationCompleted', message: backupSentence(backup) });
    },
    /** The next start reports the end of the restore. */
    staged(bytes: number): void {
      progress({ done: bytes, total: bytes });
      log.info({ job: job_id }, 'a backup is staged, and the daemon starts anew with it');
      restart();
    },
    cancelled(): void {
      handle.cancel(texts.cancelled);
      announce({ ...operation, event: 'OperationCancelled', message: texts.cancelled });
    },
    failed(failed: unknown): void {
      const error = failed instanceof Failure ? failed.message : `${texts.failed}: ${reasonOf(failed)}.`;
      const retryable = failed instanceof Failure && failed.retryable;
      log.error({ err: failed, job: job_id }, texts.failed);
      handle.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}

const megabytes = (bytes: number) => formatInteger(Math.ceil(bytes / 1e6));

const textsOfKind = {
  backup: {
    started: 'Making a backup',
    progress: (done: number, total: number) => `Making a backup: ${megabytes(done)} of ${megabytes(total)} MB`,
    failed: 'The backup could not be made',
    cancelled: 'Cancelled. Nothing of the backup was kept.',
  },
  restore: {
    started: 'Checking a backup',
    progress: (done: number, total: number) => `Checking the backup: ${megabytes(done)} of ${megabytes(total)} MB`,
    failed: 'The backup could not be restored',
    cancelled: 'Cancelled. Nothing was restored, and all is as it was.',
  },
};

function backupSentence({ messages, bytes, lost }: BackupResult): string {
  const made = `Backed up ${formatInteger(messages)} messages, ${megabytes(bytes)} MB.`;
  return lost === 0 ? made : `${made} ${lostSentence(lost)}`;
}

function backupPlan({ files, config, folder, instance, version, clock }: BackupDeps): BackupPlan {
  return { files, config, folder: folder(), instance, version, made_at: instantOf(clock.now()) };
}

function restorePlan(
  { files, config, folder, dataDir, clock }: BackupDeps,
  { job_id, backup, started_at }: { job_id: string; backup: string; started_at: number },
): RestorePlan {
  return {
    job_id,
    backup,
    backupPath: requireBackupPath(folder(), backup),
    dataDir,
    activity: files.activity,
    config: config.map((file) => ({ name: basename(file), file })),
    started_at,
    now: instantOf(clock.now()),
  };
}
