import type { Core } from '../../core.ts';
import { createBackupLister } from '../../mail/backups/backup-folder.ts';
import { isJobRunning, startJob } from '../../mail/jobs/jobs.ts';
import { isSending } from '../../mail/outbox/outbox.ts';
import { automaticBackupLoop, type AutomaticBackups } from './automatic-loop.ts';
import type { BackupLoop } from './loop.ts';
import { hasContent } from './store.ts';

/** The automatic backups of a daemon. */
export function automaticBackupsOf(
  { clock, log, zone, config, read, mail, progress, instance, freeBytes }: Core,
  { backups, folder }: { backups: BackupLoop; folder: () => string },
): AutomaticBackups {
  const list = createBackupLister(instance);
  return automaticBackupLoop({
    clock,
    log,
    zone,
    settings: () => config.current.backup,
    isIdle: () => progress.isIdle() && !backups.currentTask() && !isSending(read) && !isJobRunning(read),
    hasContent: () => hasContent(read),
    folder,
    list: () => list(folder()),
    make(earlier) {
      const { job_id } = startJob({ db: mail, clock }, { kind: 'backup.automatic' });
      return backups.start({ kind: 'backup.automatic', job_id, earlier });
    },
    freeBytes,
  });
}
