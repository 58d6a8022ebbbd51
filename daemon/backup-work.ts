import { join } from 'node:path';
import type { Log } from './base/log.ts';
import { startWorker } from './base/worker.ts';
import { backupDir, type Paths } from './config/paths.ts';
import type { Config } from './config/schema.ts';
import type { Brake } from './features/backup/brake.ts';
import type { BackupParts, BackupWork } from './features/backup/run.ts';
import type { BackupCalls, BackupNews } from './workers/backup.ts';

type Settings = Pick<BackupParts, 'files' | 'hold' | 'log' | 'restart' | 'version'> & {
  paths: Pick<Paths, 'instance' | 'dataDir'> & Partial<Pick<Paths, 'home' | 'configDir' | 'configFile'>>;
  config: () => Config;
};

/** What backups are made of and where they go. Without the paths of a configuration they hold the mail alone. */
export function backupSettings({ paths, config, ...settings }: Settings) {
  const { instance, dataDir, configFile, configDir = dataDir, home = dataDir } = paths;
  return {
    ...settings,
    instance,
    dataDir,
    folder: () => backupDir({ home, configDir, dataDir }, config()),
    config: configFile ? [configFile, join(configDir, 'keys.toml')] : [],
    openWork: backupWork(settings.log),
  };
}

/** Starts the thread that makes one backup, or stages one restore. */
function backupWork(log: Log): (onProgress: (bytes: BackupNews) => void, brake: Brake) => BackupWork {
  return (onProgress, brake) => {
    const worker = startWorker<BackupCalls>('backup', {
      data: { brake: brake.shared },
      log,
      onTell: (news) => onProgress(news as BackupNews),
    });
    return {
      make: (plan) => worker.ask('make', plan),
      stage: (plan) => worker.ask('stage', plan),
      stop() {
        // The thread hears of its end only between two questions; this it sees in the middle of one.
        brake.pull();
        return worker.stop();
      },
    };
  };
}
