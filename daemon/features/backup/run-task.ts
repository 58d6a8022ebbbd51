import { formatInteger } from '../../base/numbers.ts';
import { basename } from 'node:path';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import { lockBlobDeletion, unlockBlobDeletion, type BlobDeletionLock } from '../../mail/sources/blob-deletion-lock.ts';
import { jobHandle, findJob } from '../../mail/jobs/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { StoreFiles } from '../../store/open.ts';
import type { CancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import type { Retention } from '../../mail/backups/retention.ts';
import { requireBackupPath, lostSentence } from '../../mail/backups/backup-folder.ts';
import type { CheckedBackup, CheckPlan } from './check-backup.ts';
import type { BackupPlan, BackupResult } from './make-backup.ts';
import type { RetentionPlan } from './remove-outdated.ts';
import type { RestorePlan, StagedBackup } from './stage.ts';

/** A worker thread that performs one task and ends. `stop` cancels the task if it is not committed yet. */
export type BackupWorker = {
  make(plan: BackupPlan): Promise<BackupResult>;
  stage(plan: RestorePlan): Promise<StagedBackup>;
  check(plan: CheckPlan): Promise<CheckedBackup>;
  removeOutdated(plan: RetentionPlan): Promise<string[]>;
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
  /** Which automatic backups are kept. */
  retention: () => Retention;
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

/** The requested task. Its kind is the kind of its job, which reports the progress. */
export type BackupTask = { job_id: string } & (
  | { kind: 'backup' }
  /** `earlier` is the name of a backup that it can share attachments with. */
  | { kind: 'backup.automatic'; earlier: string | undefined }
  | { kind: 'backup.check' | 'restore'; backup: string }
);

export type TaskOutcome = { end: 'done' | 'cancelled' | 'stopped' } | { end: 'failed'; failure: unknown };

/** `finish` is the last step: it reports the result, or restarts the daemon. */
type TaskEnd = { outcome: TaskOutcome; finish: () => void };

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
): Promise<TaskEnd> {
  const { write, announce, openWorker, hold } = deps;
  const job = findJob(write, task.job_id);
  if (!job) return stopped;
  const reporter = reporterOf(deps, task);
  const cancelled: TaskEnd = { outcome: { end: 'cancelled' }, finish: () => reporter.cancelled() };
  if (cancelSignal.aborted) return cancelled;
  announce({ ...reporter.operation, event: 'OperationStarted', message: textsOfKind[task.kind].started });
  const worker = openWorker(reporter.progress, cancelOrCommit);
  const stop = () => void worker.stop();
  const endSignal = AbortSignal.any([stopSignal, cancelSignal]);
  endSignal.addEventListener('abort', stop, { once: true });
  try {
    const finish = await performTask(deps, { worker, task, reporter, started_at: job.started_at });
    return { outcome: { end: 'done' }, finish };
  } catch (failure) {
    if (stopSignal.aborted) return stopped;
    // A later cancel request is answered with the final state.
    if (!cancelOrCommit.commit()) return cancelled;
    return { outcome: { end: 'failed', failure }, finish: () => reporter.failed(failure) };
  } finally {
    unlockBlobDeletion(hold);
    endSignal.removeEventListener('abort', stop);
    await worker.stop();
  }
}

const stopped: TaskEnd = { outcome: { end: 'stopped' }, finish: () => undefined };

type RunningTask = {
  worker: BackupWorker;
  task: BackupTask;
  reporter: ReturnType<typeof reporterOf>;
  started_at: number;
};

/** Resolves to the last step. */
async function performTask(
  deps: BackupDeps,
  { worker, task, reporter, started_at }: RunningTask,
): Promise<TaskEnd['finish']> {
  switch (task.kind) {
    case 'restore': {
      const { bytes } = await worker.stage(restorePlan(deps, { ...task, started_at }));
      return () => reporter.staged(bytes);
    }
    case 'backup.check': {
      const backupPath = requireBackupPath(deps.folder(), task.backup);
      const checked = await worker.check({ backupPath, checked_at: instantOf(deps.clock.now()) });
      return () => reporter.checked(checked);
    }
    case 'backup':
    case 'backup.automatic': {
      lockBlobDeletion(deps.hold);
      const backup = await worker.make(backupPlan(deps, task));
      if (task.kind === 'backup.automatic') await removeOutdatedBackups(deps, worker);
      return () => reporter.made(backup);
    }
  }
}

/** The backup is made, even if an outdated one cannot be removed. The next backup tries that again. */
async function removeOutdatedBackups(
  { folder, instance, retention, log }: BackupDeps,
  worker: Pick<BackupWorker, 'removeOutdated'>,
): Promise<void> {
  try {
    const removed = await worker.removeOutdated({ folder: folder(), instance, ...retention() });
    if (removed.length > 0) log.info({ removed }, 'outdated automatic backups were removed');
  } catch (failed) {
    log.warn({ err: failed }, 'an outdated automatic backup could not be removed');
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
    checked({ messages, bytes }: CheckedBackup): void {
      handle.progress({ total: bytes, succeeded: bytes });
      handle.finish();
      const message = `The backup is complete: ${formatInteger(messages)} messages, ${megabytes(bytes)} MB.`;
      announce({ ...operation, event: 'OperationCompleted', message });
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
      const error = failureSentence(texts.failed, failed);
      const retryable = failed instanceof Failure && failed.retryable;
      log.error({ err: failed, job: job_id }, texts.failed);
      handle.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}

const megabytes = (bytes: number) => formatInteger(Math.ceil(bytes / 1e6));

const makingTexts = {
  started: 'Creating a backup',
  progress: (done: number, total: number) => `Creating a backup: ${megabytes(done)} of ${megabytes(total)} MB`,
  failed: 'Couldn’t create the backup',
  cancelled: 'Cancelled. The partial backup was deleted.',
};

const textsOfKind = {
  backup: makingTexts,
  'backup.automatic': makingTexts,
  'backup.check': {
    started: 'Checking a backup',
    progress: (done: number, total: number) => `Checking the backup: ${megabytes(done)} of ${megabytes(total)} MB`,
    failed: 'Couldn’t check the backup',
    cancelled: 'Cancelled. The backup wasn’t checked.',
  },
  restore: {
    started: 'Checking a backup',
    progress: (done: number, total: number) => `Checking the backup: ${megabytes(done)} of ${megabytes(total)} MB`,
    failed: 'Couldn’t restore the backup',
    cancelled: 'Cancelled. Nothing was restored.',
  },
};

function backupSentence({ messages, bytes, lost }: BackupResult): string {
  const made = `Backed up ${formatInteger(messages)} messages, ${megabytes(bytes)} MB.`;
  return lost === 0 ? made : `${made} ${lostSentence(lost)}`;
}

function backupPlan(
  { files, config, folder, instance, version, clock }: BackupDeps,
  task: Extract<BackupTask, { kind: 'backup' | 'backup.automatic' }>,
): BackupPlan {
  const isAutomatic = task.kind === 'backup.automatic';
  return {
    kind: isAutomatic ? 'automatic' : 'manual',
    files,
    config,
    folder: folder(),
    instance,
    version,
    made_at: instantOf(clock.now()),
    ...(isAutomatic && task.earlier !== undefined && { earlier: requireBackupPath(folder(), task.earlier) }),
  };
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
