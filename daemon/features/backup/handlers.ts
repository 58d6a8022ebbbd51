import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import type { backupRequests } from './contract.ts';
import { createBackupLister, requireBackupPath, removeBackup } from '../../mail/backups/backup-folder.ts';
import type { BackupLoop } from './loop.ts';
import { leavesOutNote } from '../../mail/backups/manifest.ts';
import type { BackupTask } from './run-task.ts';

type BackupHandlerDeps = {
  clock: Clock;
  instance: string;
  isDemo: boolean;
  /** The folder of the backups. */
  backupFolder: () => string;
  backups: Pick<BackupLoop, 'currentTask' | 'start' | 'cancel'>;
};

const restoreNote =
  'When the backup is found sound Posthorn starts anew with it. What is here now is kept in a folder of the data ' +
  "folder named before-restore and the time. Passwords stay as they are; all tokens but the owner's lose their rights.";

export function backupHandlers({
  clock,
  instance,
  isDemo,
  backupFolder,
  backups,
}: BackupHandlerDeps): Handlers<typeof backupRequests> {
  const list = createBackupLister(instance);
  return {
    list: async () => ({ folder: backupFolder(), leaves_out: leavesOutNote, backups: await list(backupFolder()) }),
    create(_input, { db }) {
      const running = backups.currentTask();
      if (running?.kind === 'restore') throw backupBusy(running);
      if (running) return { job_id: running.job_id, note: leavesOutNote };
      const { job_id } = startJob({ db, clock }, { kind: 'backup' });
      backups.start({ kind: 'backup', job_id });
      return { job_id, note: leavesOutNote };
    },
    restore({ name }, { db }) {
      if (isDemo) throw demoNotRestored();
      requireBackupPath(backupFolder(), name);
      const running = backups.currentTask();
      if (running?.kind === 'restore' && running.backup === name) return { job_id: running.job_id, note: restoreNote };
      if (running) throw backupBusy(running);
      const { job_id } = startJob({ db, clock }, { kind: 'restore' });
      backups.start({ kind: 'restore', job_id, backup: name });
      return { job_id, note: restoreNote };
    },
    async remove({ name }) {
      const running = backups.currentTask();
      if (running?.kind === 'restore' && running.backup === name) throw backupBusy(running);
      await removeBackup(backupFolder(), instance, name);
      return { ok: true };
    },
  };
}

function backupBusy({ kind, job_id }: BackupTask): Failure {
  const sentence =
    kind === 'backup'
      ? 'A backup is being made at the moment. Ask again when it is done.'
      : 'A backup is being restored at the moment, after which Posthorn starts anew. Ask again then.';
  return new Failure('conflict', 'backup_busy', sentence, { retryable: true, job_id });
}

function demoNotRestored(): Failure {
  const sentence = 'This is a demo, which starts anew each time, so nothing can be restored into it.';
  return new Failure('refused', 'demo_not_restored', sentence);
}
