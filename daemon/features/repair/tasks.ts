import { basename } from 'node:path';
import { instantOf, type Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import { failureSentence } from '../../base/system-reason.ts';
import { randomId } from '../../base/ids.ts';
import type { Log } from '../../base/log.ts';
import { startWorker } from '../../base/worker.ts';
import { requireBackupPath } from '../../mail/backups/backup-folder.ts';
import { createCancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import type { BackupCalls, BackupProgress } from '../../workers/backup.ts';

type RepairKind = 'restore' | 'salvage' | 'start_over';

type RepairTask = {
  id: string;
  kind: RepairKind;
  state: 'running' | 'done' | 'failed';
  done: number;
  total: number;
  message: string | null;
  error: string | null;
};

type RepairTasksDeps = {
  clock: Clock;
  log: Log;
  dataDir: string;
  /** The paths of mail.db and activity.db. */
  files: { mail: string; activity: string };
  /** The folder of the backups. */
  backupFolder: () => string;
  /** The configuration files that a backup may contain. */
  configFiles: readonly string[];
  /** Restarts the daemon, which puts the result into place. */
  restart: () => void;
};

export type RepairTasks = {
  current(): RepairTask | undefined;
  isRunning(): boolean;
  /** Throws Failure `not_found` for an unknown backup, and `repair_running`. */
  start(kind: RepairKind, backup?: string): RepairTask;
};

/**
 * Runs one repair at a time on its own thread. The progress is kept in memory, because the database that stores jobs is the
 * one that is repaired. A repair that a stop interrupts leaves nothing.
 */
export function repairTasks(deps: RepairTasksDeps): RepairTasks {
  let current: RepairTask | undefined;
  const isRunning = () => current?.state === 'running' || current?.state === 'done';
  return {
    current: () => current,
    isRunning,
    start(kind, backup) {
      if (isRunning()) throw repairRunning();
      const backupPath = backup === undefined ? undefined : requireBackupPath(deps.backupFolder(), backup);
      const task: RepairTask = {
        id: randomId(),
        kind,
        state: 'running',
        done: 0,
        total: 0,
        message: null,
        error: null,
      };
      current = task;
      void runTask(deps, task, { backup, backupPath });
      return { ...task };
    },
  };
}

export function repairRunning(): Failure {
  const sentence = 'A repair is running. Posthorn restarts when it is done.';
  return new Failure('conflict', 'repair_running', sentence, { retryable: true });
}

type Source = { backup: string | undefined; backupPath: string | undefined };

/** Updates `task` in place. Never throws. */
async function runTask(deps: RepairTasksDeps, task: RepairTask, source: Source): Promise<void> {
  const { log, restart } = deps;
  const worker = startWorker<BackupCalls>('backup', {
    data: { cancelOrCommit: createCancelOrCommitFlag().shared },
    log,
    onReport: (progress) => Object.assign(task, progress as BackupProgress),
  });
  try {
    task.message = await askWorker(deps, worker, { task, source });
    task.state = 'done';
    log.warn({ repair: task.kind, result: task.message }, 'a repair is complete, and the daemon restarts with it');
    restart();
  } catch (failed) {
    task.error = failureSentence('The repair failed', failed);
    task.state = 'failed';
    log.error({ err: failed, repair: task.kind }, 'a repair failed');
  } finally {
    await worker.stop();
  }
}

type BackupWorker = { ask: ReturnType<typeof startWorker<BackupCalls>>['ask'] };

/** Resolves to the sentence about the result. */
async function askWorker(
  { clock, dataDir, files, configFiles }: RepairTasksDeps,
  worker: BackupWorker,
  { task, source: { backup = '', backupPath } }: { task: RepairTask; source: Source },
): Promise<string> {
  const common = { job_id: task.id, dataDir, started_at: clock.now().getTime(), now: instantOf(clock.now()) };
  if (backupPath === undefined) {
    const scope = task.kind === 'salvage' ? 'mail' : 'local';
    return (await worker.ask('salvage', { ...common, scope, file: files.mail })).outcome;
  }
  const config = configFiles.map((file) => ({ name: basename(file), file }));
  await worker.ask('stage', { ...common, backup, backupPath, activity: files.activity, config });
  return `Restored ${backup}.`;
}
