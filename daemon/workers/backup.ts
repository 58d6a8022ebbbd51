import { serveWorker, workerInput } from '../base/worker.ts';
import { createCancelOrCommitFlag } from '../mail/backups/cancel-or-commit-flag.ts';
import { checkAndRecord, type CheckPlan } from '../features/backup/check-backup.ts';
import { makeBackup, type BackupPlan } from '../features/backup/make-backup.ts';
import { removeOutdated, type RetentionPlan } from '../features/backup/remove-outdated.ts';
import { stageRestore, type RestorePlan } from '../features/backup/stage.ts';
import { salvageStore, type SalvagePlan } from '../features/repair/salvage-store.ts';

/** The progress that the worker reports, in bytes. */
export type BackupProgress = { done: number; total: number };

/** The interval between progress reports, in milliseconds. */
const reportIntervalMs = 200;

const cancelOrCommit = createCancelOrCommitFlag(workerInput<{ cancelOrCommit: SharedArrayBuffer }>().cancelOrCommit);

let latestProgress: BackupProgress = { done: 0, total: 0 };
let lastReportMs = Number.NEGATIVE_INFINITY;

const progress = {
  setTotal(bytes: number): void {
    latestProgress = { done: 0, total: Math.round(bytes) };
    worker.report(latestProgress);
  },
  advance(bytes: number): void {
    if (cancelOrCommit.isCancelled()) throw backupCancelled();
    latestProgress = { ...latestProgress, done: latestProgress.done + bytes };
    if (performance.now() - lastReportMs < reportIntervalMs) return;
    lastReportMs = performance.now();
    worker.report({ ...latestProgress, done: Math.min(Math.floor(latestProgress.done), latestProgress.total) });
  },
  commit(): void {
    if (!cancelOrCommit.commit()) throw backupCancelled();
  },
};

function backupCancelled(): Error {
  return new Error('it was broken off');
}

const calls = {
  make: (plan: BackupPlan) => makeBackup(plan, progress),
  stage: (plan: RestorePlan) => stageRestore(plan, progress),
  salvage: (plan: SalvagePlan) => salvageStore(plan, progress),
  check: (plan: CheckPlan) => checkAndRecord(plan, progress),
  removeOutdated: (plan: RetentionPlan) => removeOutdated(plan),
};

export type BackupCalls = typeof calls;

const worker = serveWorker(calls, { close: () => undefined });
