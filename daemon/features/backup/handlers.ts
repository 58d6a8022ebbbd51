import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handler-types.ts';
import { startJob } from '../../mail/jobs/jobs.ts';
import type { AutomaticBackups } from './automatic-loop.ts';
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
  /** Undefined where no backups are made without being asked for. */
  automatic: Pick<AutomaticBackups, 'isOn' | 'problem'> | undefined;
};

const restoreNote =
  'Once the backup has been checked, Posthorn restarts with it. What is here now is kept in a folder of the data ' +
  "folder named before-restore and the time. Passwords stay as they are; all tokens but the owner's lose their rights.";

export function backupHandlers({
  clock,
  instance,
  isDemo,
  backupFolder,
  backups,
  automatic,
}: BackupHandlerDeps): Handlers<typeof backupRequests> {
  const list = createBackupLister(instance);
  return {
    list: async () => ({
      folder: backupFolder(),
      leaves_out: leavesOutNote,
      automatic: { is_on: automatic?.isOn() ?? false, problem: automatic?.problem() ?? null },
      backups: (await list(backupFolder())).map(({ is_own: _, ...backup }) => backup),
    }),
    create(_input, { db }) {
      const running = backups.currentTask();
      if (running?.kind === 'backup') return { job_id: running.job_id, note: leavesOutNote };
      if (running?.kind === 'backup.automatic') return { job_id: running.job_id, note: automaticNote };
      if (running) throw backupBusy(running);
      const { job_id } = startJob({ db, clock }, { kind: 'backup' });
      void backups.start({ kind: 'backup', job_id });
      return { job_id, note: leavesOutNote };
    },
    check({ name }, { db }) {
      requireBackupPath(backupFolder(), name);
      const running = backups.currentTask();
      if (running?.kind === 'backup.check' && running.backup === name) return { job_id: running.job_id };
      if (running) throw backupBusy(running);
      const { job_id } = startJob({ db, clock }, { kind: 'backup.check' });
      void backups.start({ kind: 'backup.check', job_id, backup: name });
      return { job_id };
    },
    restore({ name }, { db }) {
      if (isDemo) throw demoNotRestored();
      requireBackupPath(backupFolder(), name);
      const running = backups.currentTask();
      if (running?.kind === 'restore' && running.backup === name) return { job_id: running.job_id, note: restoreNote };
      if (running) throw backupBusy(running);
      const { job_id } = startJob({ db, clock }, { kind: 'restore' });
      void backups.start({ kind: 'restore', job_id, backup: name });
      return { job_id, note: restoreNote };
    },
    async remove({ name }) {
      const running = backups.currentTask();
      if (running && 'backup' in running && running.backup === name) throw backupBusy(running);
      await removeBackup(backupFolder(), instance, name);
      return { ok: true };
    },
  };
}

/** A user who asks while the automatic backup is being made gets that one. */
const automaticNote = `This is today’s automatic backup. It’s kept as long as the settings say. ${leavesOutNote}`;

const busyTexts: Record<BackupTask['kind'], string> = {
  backup: 'A backup is already in progress. Try again when it’s done.',
  'backup.automatic': 'The automatic backup is in progress. Try again when it’s done.',
  'backup.check': 'A backup is being checked. Try again when it’s done.',
  restore: 'A backup is being restored, and Posthorn restarts afterwards. Try again then.',
};

function backupBusy({ kind, job_id }: BackupTask): Failure {
  return new Failure('conflict', 'backup_busy', busyTexts[kind], { retryable: true, job_id });
}

function demoNotRestored(): Failure {
  const sentence = 'A demo starts over each time, so nothing can be restored into it.';
  return new Failure('refused', 'demo_not_restored', sentence);
}
