import { join } from 'node:path';
import type { Clock } from '../../base/clock.ts';
import type { Log } from '../../base/log.ts';
import { backupDir, type Paths } from '../../config/paths.ts';
import type { LiveConfig } from '../../config/live-config.ts';
import type { Handlers } from '../../handler-types.ts';
import { createBackupLister } from '../../mail/backups/backup-folder.ts';
import type { StoreProblem } from '../../store/damage.ts';
import type { repairRequests } from './contract.ts';
import { repairHandlers } from './handlers.ts';
import { repairTasks } from './tasks.ts';

type RepairOptions = {
  paths: Pick<Paths, 'instance' | 'dataDir'> & Partial<Paths>;
  config: LiveConfig;
  clock: Clock;
  log: Log;
  /** The paths of mail.db and activity.db. */
  files: { mail: string; activity: string };
  /** What is wrong with the mail database; undefined where it is in order. */
  problem: () => StoreProblem | undefined;
  /** Whether stored mail can be read. */
  isReadable: boolean;
  /** Restarts the daemon, which puts the result of a repair into place. */
  requestStop: (reason: 'restart') => void;
};

/** The requests about repairs, for a daemon with an open mail database and for one without. */
export function openRepair({ paths, config, requestStop, ...deps }: RepairOptions): Handlers<typeof repairRequests> {
  const { instance, configFile, dataDir, configDir = dataDir, home = dataDir } = paths;
  const backupFolder = () => backupDir({ home, configDir, dataDir }, config.current);
  const configFiles = configFile && paths.configDir ? [configFile, join(paths.configDir, 'keys.toml')] : [];
  const list = createBackupLister(instance);
  // The reply is sent before the daemon stops.
  const restart = () => void setImmediate(requestStop, 'restart');
  return repairHandlers({
    ...deps,
    dataDir,
    mailFile: deps.files.mail,
    soundBackups: async () => (await list(backupFolder())).filter(({ is_sound }) => is_sound).length,
    tasks: repairTasks({ ...deps, dataDir, backupFolder, configFiles, restart }),
    restart,
  });
}
