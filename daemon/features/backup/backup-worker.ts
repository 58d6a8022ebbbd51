import { join } from 'node:path';
import type { Log } from '../../base/log.ts';
import { startWorker } from '../../base/worker.ts';
import { backupDir, type Paths } from '../../config/paths.ts';
import type { Config } from '../../config/schema/schema.ts';
import type { CancelOrCommitFlag } from '../../mail/backups/cancel-or-commit-flag.ts';
import type { BackupDeps, BackupWorker } from './run-task.ts';
import type { BackupCalls, BackupProgress } from '../../workers/backup.ts';

type BackupDepsOptions = Pick<BackupDeps, 'files' | 'hold' | 'log' | 'restart' | 'version'> & {
  paths: Pick<Paths, 'instance' | 'dataDir'> & Partial<Pick<Paths, 'home' | 'configDir' | 'configFile'>>;
  config: () => Config;
  zone: string | undefined;
};

/** What backups are made of and where they go. Without the paths of a configuration they hold the mail alone. */
export function backupDeps({ paths, config, zone, ...settings }: BackupDepsOptions) {
  const { instance, dataDir, configFile, configDir = dataDir, home = dataDir } = paths;
  return {
    ...settings,
    instance,
    dataDir,
    folder: () => backupDir({ home, configDir, dataDir }, config()),
    retention() {
      const { keep_daily, keep_weekly, max_gb } = config().backup;
      return { keep_daily, keep_weekly, max_bytes: max_gb * 1e9, zone };
    },
    config: configFile ? [configFile, join(configDir, 'keys.toml')] : [],
    openWorker: openBackupWorker(settings.log),
  };
}

/** Starts the thread that makes one backup, or stages one restore. */
function openBackupWorker(
  log: Log,
): (onProgress: (bytes: BackupProgress) => void, cancelOrCommit: CancelOrCommitFlag) => BackupWorker {
  return (onProgress, cancelOrCommit) => {
    const worker = startWorker<BackupCalls>('backup', {
      data: { cancelOrCommit: cancelOrCommit.shared },
      log,
      onReport: (progress) => onProgress(progress as BackupProgress),
    });
    return {
      make: (plan) => worker.ask('make', plan),
      stage: (plan) => worker.ask('stage', plan),
      check: (plan) => worker.ask('check', plan),
      removeOutdated: (plan) => worker.ask('removeOutdated', plan),
      stop() {
        // The thread hears of its end only between two questions; this it sees in the middle of one.
        cancelOrCommit.cancel();
        return worker.stop();
      },
    };
  };
}
