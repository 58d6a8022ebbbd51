import type { Clock } from '../../base/clock.ts';
import { Failure } from '../../base/failure.ts';
import type { Handlers } from '../../handling.ts';
import { startJob } from '../../mail/jobs.ts';
import type { backupRequests } from './contract.ts';
import { backupLister, backupNamed, removeBackup } from './folder.ts';
import type { BackupLoop } from './loop.ts';
import { leavesOut } from './manifest.ts';
import type { BackupTask } from './run.ts';

export type BackupHandlerParts = {
  clock: Clock;
  instance: string;
  isDemo: boolean;
  /** Where backups are kept. */
  backupFolder: () => string;
  backups: Pick<BackupLoop, 'underWay' | 'begin' | 'cancel'>;
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
}: BackupHandlerParts): Handlers<typeof backupRequests> {
  const list = backupLister(instance);
  return {
    list: async () => ({ folder: backupFolder(), leaves_out: leavesOut, backups: await list(backupFolder()) }),
    create(_input, { db }) {
      const running = backups.underWay();
      if (running?.kind === 'restore') throw busy(running);
      if (running) return { job_id: running.job_id, note: leavesOut };
      const { job_id } = startJob({ db, clock }, { kind: 'backup' });
      backups.begin({ kind: 'backup', job_id });
      return { job_id, note: leavesOut };
    },
    restore({ name }, { db }) {
      if (isDemo) throw onDemo();
      backupNamed(backupFolder(), name);
      const running = backups.underWay();
      if (running?.kind === 'restore' && running.backup === name) return { job_id: running.job_id, note: restoreNote };
      if (running) throw busy(running);
      const { job_id } = startJob({ db, clock }, { kind: 'restore' });
      backups.begin({ kind: 'restore', job_id, backup: name });
      return { job_id, note: restoreNote };
    },
    async remove({ name }) {
      const running = backups.underWay();
      if (running?.kind === 'restore' && running.backup === name) throw busy(running);
      await removeBackup(backupFolder(), instance, name);
      return { ok: true };
    },
  };
}

function busy({ kind, job_id }: BackupTask): Failure {
  const sentence =
    kind === 'backup'
      ? 'A backup is being made at the moment. Ask again when it is done.'
      : 'A backup is being restored at the moment, after which Posthorn starts anew. Ask again then.';
  return new Failure('conflict', 'backup_busy', sentence, { retryable: true, job_id });
}

function onDemo(): Failure {
  const sentence = 'This is a demo, which starts anew each time, so nothing can be restored into it.';
  return new Failure('refused', 'demo_not_restored', sentence);
}
