import { grouped } from '../../base/numbers.ts';
import { basename } from 'node:path';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure, reasonOf } from '../../base/failure.ts';
import type { Log } from '../../base/log.ts';
import type { Announcement } from '../../contract/events.ts';
import { holdBlobs, releaseBlobs, type BlobHold } from '../../mail/blob-hold.ts';
import { jobHandle, jobNamed } from '../../mail/jobs.ts';
import type { WriteDb } from '../../store/db.ts';
import type { StoreFiles } from '../../store/open.ts';
import type { Brake } from './brake.ts';
import { backupNamed, lostSentence } from './folder.ts';
import type { BackupPlan, MadeBackup } from './make.ts';
import type { RestorePlan, StagedBackup } from './stage.ts';

/** A thread of its own, which does one of these and ends. `stop` breaks it off, where it does not go through already. */
export type BackupWork = {
  make(plan: BackupPlan): Promise<MadeBackup>;
  stage(plan: RestorePlan): Promise<StagedBackup>;
  stop(): Promise<void>;
};

export type BackupParts = {
  write: WriteDb;
  clock: Clock;
  log: Log;
  announce: (announcement: Announcement) => void;
  /** What pulls the brake breaks it off. */
  openWork: (onProgress: (bytes: { done: number; total: number }) => void, brake: Brake) => BackupWork;
  /** Where backups are kept. */
  folder: () => string;
  files: StoreFiles;
  /** The files of the configuration. */
  config: readonly string[];
  dataDir: string;
  instance: string;
  version: string;
  hold: BlobHold;
  /** Has the daemon start anew. */
  restart: () => void;
};

/** What was asked for. Its job says how far it is. */
export type BackupTask = { job_id: string } & ({ kind: 'backup' } | { kind: 'restore'; backup: string });

/** What remains to be done once nothing is under way any more: to tell how it ended, or to start anew. */
export type Ending = () => void;

/**
 * Carries out what was asked for. When the daemon stops or somebody cancels it, the work ends at once and leaves nothing; a
 * job that a stop broke off is ended by the next start.
 */
export async function runTask(
  parts: BackupParts,
  task: BackupTask,
  { stopping, cancelling, brake }: { stopping: AbortSignal; cancelling: AbortSignal; brake: Brake },
): Promise<Ending | undefined> {
  const { write, announce, openWork, hold } = parts;
  const job = jobNamed(write, task.job_id);
  if (!job) return undefined;
  const telling = tellingOf(parts, task);
  if (cancelling.aborted) return () => telling.cancelled();
  announce({ ...telling.operation, event: 'OperationStarted', message: wordsFor[task.kind].started });
  const work = openWork(telling.progress, brake);
  const stop = () => void work.stop();
  const ending = AbortSignal.any([stopping, cancelling]);
  ending.addEventListener('abort', stop, { once: true });
  try {
    if (task.kind === 'restore') {
      const { bytes } = await work.stage(restorePlan(parts, { ...task, started_at: job.started_at }));
      return () => telling.staged(bytes);
    }
    holdBlobs(hold);
    const made = await work.make(backupPlan(parts));
    return () => telling.made(made);
  } catch (failed) {
    if (stopping.aborted) return undefined;
    // Who cancels it from now on is told that it has ended.
    return brake.release() ? () => telling.failed(failed) : () => telling.cancelled();
  } finally {
    releaseBlobs(hold);
    ending.removeEventListener('abort', stop);
    await work.stop();
  }
}

/** What a job and the clients are told of it. */
function tellingOf({ write, clock, log, announce, restart }: BackupParts, { job_id, kind }: BackupTask) {
  const handle = jobHandle({ db: write, clock }, job_id);
  const operation = { operation_id: job_id, operation: kind, account_id: null };
  const words = wordsFor[kind];
  const progress = ({ done, total }: { done: number; total: number }) => {
    handle.progress({ total, succeeded: done });
    announce({ ...operation, event: 'OperationProgress', current: done, total, message: words.progress(done, total) });
  };
  return {
    operation,
    progress,
    made(made: MadeBackup): void {
      handle.progress({ total: made.bytes, succeeded: made.bytes });
      handle.finish();
      log.info({ backup: made.name, bytes: made.bytes, lost: made.lost }, 'a backup was made');
      announce({ ...operation, event: 'OperationCompleted', message: madeSentence(made) });
    },
    /** The start that follows tells of its end. */
    staged(bytes: number): void {
      progress({ done: bytes, total: bytes });
      log.info({ job: job_id }, 'a backup is staged, and the daemon starts anew with it');
      restart();
    },
    cancelled(): void {
      handle.cancel(words.cancelled);
      announce({ ...operation, event: 'OperationCancelled', message: words.cancelled });
    },
    failed(failed: unknown): void {
      const error = failed instanceof Failure ? failed.message : `${words.failed}: ${reasonOf(failed)}.`;
      const retryable = failed instanceof Failure && failed.retryable;
      log.error({ err: failed, job: job_id }, words.failed);
      handle.finish(error);
      announce({ ...operation, event: 'OperationFailed', error, retryable });
    },
  };
}

const megabytes = (bytes: number) => grouped(Math.ceil(bytes / 1e6));

const wordsFor = {
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

function madeSentence({ messages, bytes, lost }: MadeBackup): string {
  const made = `Backed up ${grouped(messages)} messages, ${megabytes(bytes)} MB.`;
  return lost === 0 ? made : `${made} ${lostSentence(lost)}`;
}

function backupPlan({ files, config, folder, instance, version, clock }: BackupParts): BackupPlan {
  return { files, config, folder: folder(), instance, version, made_at: instantOf(clock.now()) };
}

function restorePlan(
  { files, config, folder, dataDir, clock }: BackupParts,
  { job_id, backup, started_at }: { job_id: string; backup: string; started_at: number },
): RestorePlan {
  return {
    job_id,
    backup,
    place: backupNamed(folder(), backup),
    dataDir,
    activity: files.activity,
    config: config.map((file) => ({ name: basename(file), file })),
    started_at,
    now: instantOf(clock.now()),
  };
}
